import Bytes
package import CascadingTable

extension TemplateValues {
    /// Returns the values of the template `plan`, changes of many rows before they are made:
    ///
    /// - `title`, `heading`, `action`, `returnURL`, `messages`, `hidden`: As in the template `edit`.
    /// - `input`: The inputs of a paste, with `help`: `text` with its `label` and `value`, `file` with its `label`, and `columns`
    ///   with its `label`, whether the first row has names (`isOn`, `help`), and for `all` values of a row their `label`,
    ///   the `name` to send, and the `choices` with `value`, `title` and `isChosen`.
    /// - `table`: The rows: `text` with their numbers, the names of the `columns`, and the `rows`. A row has its `kind`, which is
    ///   `insert`, `change`, `delete`, `equal` or `failing`, the `title` of it, its place (`help`), an `error`, and `values`. A
    ///   value has the `value`, whether it is new (`isChosen`), what is there now (`current`), how its type changes (`detail`),
    ///   and an `error`. `more` tells how many rows are not shown.
    /// - `plan`: The digest to confirm; missing if the plan cannot be confirmed. `button` is the title of its button.
    /// - `isDestructive`: Whether rows are deleted.
    /// - `check`: The title of the button that rehearses a paste again.
    package static func plan(
        words: Words, title: String, heading: String, action: String, returnURL: String,
        issues: [TableViewValidationError.Issue], hidden: [(name: String, value: String)]
    ) -> TemplateValues {
        var page = TemplateValues(words, title: title)
        page[.heading] = .text(heading)
        page[.action] = .text(action)
        page[.returnURL] = .text(returnURL)
        page[.messages] = .list(issues.map { .text(words.text(of: $0.message)) })
        page[.hidden] = .list(hidden.map { .values([.name: .text($0.name), .value: .text($0.value)]) })
        return page
    }

    /// Adds the inputs of a paste.
    ///
    /// - Parameters:
    ///   - words: The words in the reader's language.
    ///   - text: The text; empty before the first paste.
    ///   - key: The columns of the table's key.
    ///   - titles: The names of the values of a row, or the first row.
    ///   - hasNames: Whether the first row has the names of the columns.
    ///   - chosen: The column for each value; nil for one that is left out.
    ///   - separators: The separators to choose from.
    ///   - separator: The chosen one; nil for the one that fits.
    ///   - columns: The columns of the table.
    package mutating func setPaste(
        words: Words, text: String, key: [String], titles: [String], hasNames: Bool, chosen: [String?],
        separators: [UInt8], separator: UInt8?, columns: [String]
    ) {
        var input: TemplateValues = [
            .help: .text(key.isEmpty ? words[.pasteNew] : words.fill(.pasteByKey, naming: key.joined(separator: ", "))),
            .text: .values([
                .label: .text(words[.pastedRows]), .value: .text(text), .hasFocus: .flag(text.isEmpty),
            ]),
        ]
        if text.isEmpty { input[.file] = .values([.label: .text(words[.orFile])]) }
        if !titles.isEmpty {
            func select(_ label: String, _ name: String, _ choices: [(value: String, title: String)], _ chosen: String)
                -> TemplateValue
            {
                .values([
                    .label: .text(label), .name: .text(name),
                    .choices: .list(
                        choices.map {
                            .values([
                                .value: .text($0.value), .title: .text($0.title),
                                .isChosen: .flag($0.value.isExactly(chosen)),
                            ])
                        }),
                ])
            }
            let bytes = [nil] + separators.map(Optional.some)
            let separation = select(
                words[.separator], "separator", bytes.map { ($0?.description ?? "", words.separator($0)) },
                separator?.description ?? "")
            let choices = [(value: "", title: words[.leaveOut])] + columns.map { ($0, $0) }
            let all = zip(titles, chosen).enumerated().map { index, item in
                select(
                    item.0.isEmpty ? "\(index + 1)" : Self.shortened(item.0), "column.\(index)", choices, item.1 ?? "")
            }
            input[.columns] = .values([
                .label: .text(words[.columns]), .help: .text(words[.firstRowHasNames]),
                .isOn: .flag(hasNames), .all: .list([separation] + all),
            ])
        }
        self[.input] = .values(input)
        self[.check] = .text(words[.check])
    }

    /// The limit of rows that the page shows.
    private static let maxRows = 200

    /// Adds the rows of a plan. Failing rows come first.
    ///
    /// - Parameters:
    ///   - rows: The rows.
    ///   - lines: The lines in which they were found; nil for selected rows.
    ///   - columns: The columns to show.
    ///   - words: The words in the reader's language.
    ///   - confirmation: The digest that confirms the plan; nil if it cannot be confirmed.
    ///   - isDeletion: Whether the rows are deleted.
    package mutating func set(
        _ rows: [EditedRow], lines: [Int]?, columns: [String], words: Words, confirmation: String?, isDeletion: Bool
    ) {
        let results = rows.map(\.result)
        let order = rows.indices.filter { results[$0] == "failing" } + rows.indices.filter { results[$0] != "failing" }
        let shown = order.prefix(Self.maxRows)
        var table: TemplateValues = [
            .text: .text(words.counts(of: results)), .columns: .list(columns.map { .text($0) }),
            .rows: .list(
                shown.map { index in
                    Self.row(rows[index], line: lines?[index], columns: columns, words: words)
                }),
        ]
        if shown.count < rows.count { table[.more] = .text(words.count(rows.count - shown.count, .moreRows)) }
        self[.table] = .values(table)
        self[.facts] = .list(
            (Self.oldValues(of: rows, words) + rows.consequences.map { words.text(of: $0) }).map { .text($0) })
        self[.isDestructive] = .flag(isDeletion)
        if let confirmation {
            self[.plan] = .text(confirmation)
            let count = results.count { $0 != "equal" }
            self[.button] = .text(words.count(count, isDeletion ? .deleteRows : .writeRows))
        }
    }

    /// The number of different old values that a plan names.
    private static let maxOldValues = 10

    /// Returns the number of rows with each old value, by column, for changes of more rows than are shown.
    private static func oldValues(of rows: [EditedRow], _ words: Words) -> [String] {
        guard rows.count > maxRows,
            let names = rows.first(where: { $0.change.kind == .change })?.change.values.map(\.name)
        else { return [] }
        return names.map { name in
            var counts: [ExactString: Int] = [:]
            for row in rows where row.result == "change" {
                counts[ExactString(row.before?.value(of: name).map { text(of: $0, words) } ?? ""), default: 0] += 1
            }
            let order = counts.sorted { ($1.value, $0.key.wrappedValue) < ($0.value, $1.key.wrappedValue) }
            let list = order.prefix(maxOldValues).map { "\($0.key.wrappedValue) (\(words.number($0.value)))" }
            return "\(name): \(list.joined(separator: ", "))\(order.count > list.count ? ", …" : "")"
        }
    }

    private static func row(_ row: EditedRow, line: Int?, columns: [String], words: Words) -> TemplateValue {
        let issues = row.failure?.issues ?? []
        func messages(_ isOf: (String) -> Bool) -> TemplateValue? {
            let texts = issues.filter { isOf($0.field) }.map { words.text(of: $0.message) }
            return texts.isEmpty ? nil : .text(texts.joined(separator: " "))
        }
        let values = columns.map { column in
            let given = row.change.values.first { $0.name.isExactly(column) }?.value
            let before = row.before?.value(of: column)
            let after = row.failure == nil ? row.after?.value(of: column) : given
            let isNew = given != nil && after.map { after in before.map { !$0.isStored(as: after) } ?? true } ?? false
            var values: TemplateValues = [.isChosen: .flag(isNew && row.result != "equal")]
            values[.value] = (after ?? given ?? before).map { .text(text(of: $0, words)) }
            if let before, row.result == "change", isNew {
                values[.current] = .text(text(of: before, words))
                values[.detail] = after.flatMap { words.changeOfType(before, $0) }.map(TemplateValue.text)
            }
            values[.error] = messages(column.isExactly)
            return TemplateValue.values(values)
        }
        var line: TemplateValues = [
            .kind: .text(row.result), .title: .text(words.title(ofResult: row.result)), .values: .list(values),
            .help: .text(line.map { words.fill(.lineNumber, with: words.number($0)) } ?? row.change.id ?? ""),
        ]
        line[.error] = messages { field in !columns.contains(where: field.isExactly) }
        return .values(line)
    }

    private static func text(of value: FieldValue, _ words: Words) -> String {
        switch value {
        case .null: "NULL"
        case .bytes(let bytes): words.count(bytes.count, .bytes)
        default: shortened(value.formText)
        }
    }

    /// Returns the beginning of a long text.
    private static func shortened(_ text: String) -> String {
        text.utf8.count <= 200 ? text : String(text.prefix(200)) + "…"
    }
}
