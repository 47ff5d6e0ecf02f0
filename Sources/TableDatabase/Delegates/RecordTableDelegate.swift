import Bytes
package import CascadingTable
import Essentials

/// The keys of the rows before and after a row.
package struct RowNeighbours: Sendable, Hashable {
    package var previous: String?
    package var next: String?

    package init(previous: String? = nil, next: String? = nil) { (self.previous, self.next) = (previous, next) }
}

/// One row of a database table, shown as a table with a row for each column.
package final class RecordTableDelegate: CascadingRootTableDelegate, LiveTable, ReferringTableDataSource {
    private let key: String
    /// The moment as which the page shows the row; nil for the row as it is.
    private let moment: String?
    /// The rules for the visitor; nil for none.
    private let rules: DatabaseTables?
    private let read: @Sendable (_ isWhole: Bool) async throws -> DatabaseRecord
    /// The row as it was read last.
    package private(set) var record = DatabaseRecord(tableName: "", columns: [])

    /// Finds the keys of the rows before and after the row, in the order of a query.
    private let findNeighbours: @Sendable (TableQuery) async throws -> RowNeighbours
    /// The neighbours that were found last, for the requests that wait for them.
    private var neighbours = LRUCache<TableQuery, (rows: RowNeighbours, time: ContinuousClock.Instant)>()
    private static let maxNeighbours = 16
    private static let neighboursTime = Duration.seconds(2)

    /// - Parameters:
    ///   - key: The identifier of the row.
    ///   - time: The value of `_at`; nil for the row as it is.
    ///   - rules: The rules for the visitor; nil for none.
    ///   - read: Reads the row, with what its page shows beside it or without.
    ///   - neighbours: Finds the keys of the rows before and after the row, in the order of a query.
    package init(
        ofRow key: String, at time: String? = nil, _ rules: DatabaseTables?,
        _ read: @escaping @Sendable (_ isWhole: Bool) async throws -> DatabaseRecord,
        neighbours: @escaping @Sendable (TableQuery) async throws -> RowNeighbours
    ) {
        (self.key, self.rules, self.read, findNeighbours) = (key, rules, read, neighbours)
        moment = time.flatMap(EditHistory.moment)
        super.init()
    }

    package override func prepare(tableView: TableView) {
        super.prepare(tableView: tableView)
        describe(tableView)
    }

    /// Sets the title, which is that of the row as it was read last, unless the program has set another one.
    private func describe(_ tableView: TableView, replacing old: DatabaseRecord? = nil) {
        tableView.hosting.record = fields
        let children = children
        tableView.hosting.frames = children.map { child in
            let isOnly = children.filter { $0.table.isExactly(child.table) }.count == 1
            let title = isOnly ? child.table : "\(child.table) (\(child.columns.joined(separator: ", ")))"
            return TableLink(title, to: "\(child.link)\(hiddenColumns(of: child))&_size=\(Self.childCount)")
        }
        if let old, !tableView.title.isExactly(old.title(ofKey: key).title) { return }
        (tableView.title, tableView.navigationItem.prompt) = record.title(ofKey: key)
        if let moment { tableView.navigationItem.prompt = "As of \(moment)" }
    }

    /// The rows of other tables that are shown below the row: those that rules name, or else the first tables whose rows are
    /// counted soon.
    private var children: [DatabaseRecord.Referrer] {
        guard rules == nil else {
            return rule.children.flatMap { name in record.referrers.filter { $0.table.isExactly(name) } }
        }
        guard moment == nil else { return [] }
        return Array(record.referrers.filter { ($0.count ?? 0) > 0 }.prefix(Self.maxChildren))
    }

    /// The number of tables whose rows are shown below a row without rules.
    private static let maxChildren = 3

    /// Returns the parameters that leave out the foreign key, which is the same in all rows below a row.
    private func hiddenColumns(of child: DatabaseRecord.Referrer) -> String {
        let shown = rules?.rule(for: child.table).columns
        let hidden = child.columns.filter { shown?.contains(where: $0.isExactly) ?? true }
        // Another column must be left.
        guard shown?.count != hidden.count else { return "" }
        return hidden.map { "&_nocol=\(PathSegment.percentEncoded($0))" }.joined()
    }

    /// Returns the links to the rows before and after the row; nil while they must be loaded.
    package func neighbours(in query: TableQuery, of tableView: TableView) -> (previous: String?, next: String?)? {
        guard let found = neighbours.value(for: query), found.time + Self.neighboursTime > .now else {
            tableView.needs(
                .awaiting { [weak self] in
                    guard let self else { return }
                    // A list that takes long to sort has no neighbours.
                    let found = try? await findNeighbours(query)
                    neighbours.insert((found ?? RowNeighbours(), .now), for: query)
                    if neighbours.count > Self.maxNeighbours { neighbours.removeOldest() }
                })
            return nil
        }
        func link(_ key: String) -> String { "../\(PathSegment.percentEncoded(key))/" }
        return (found.rows.previous.map(link), found.rows.next.map(link))
    }

    /// The number of rows of another table that a page of a row shows at once.
    private static let childCount = 10

    private var rule: DatabaseTable { rules?.rule(for: record.tableName) ?? DatabaseTable() }

    /// The values of the row, by column.
    package var fields: [Field] { record.columns.map { Field($0.name, $0.value) } }

    package func load() async throws { try await load(isWhole: true) }

    /// Reads the row.
    ///
    /// - Parameter isWhole: Whether to read what its page shows beside it, too.
    package func load(isWhole: Bool) async throws {
        let found = try await read(isWhole)
        guard isWhole || found.columns.map(\.value) != record.columns.map(\.value) else { return }
        guard found != record else {
            // The rows beside it may be others.
            if neighbours.count > 0, tableView?.hosting.announcesChanges == true {
                neighbours.removeAll()
                tableView?.reloadData()
            }
            return
        }
        let old = record
        record = found
        if let tableView { describe(tableView, replacing: old) }
        childDelegates = [columnSection]
        if !record.referrers.isEmpty {
            let rows = record.referrers.map { RecordRowDelegate($0.identifier, $0.cell) }
            childDelegates.append(RecordSectionDelegate("referrers", title: "Rows that refer to this one", rows))
        }
        if !record.past.isEmpty {
            var rows = record.past.map { change in
                let link = "?_at=\(PathSegment.percentEncoded(change.time))"
                // No name of a column is escaped like this.
                return RecordRowDelegate("~history,\(change.id)", .change(change, to: link))
            }
            if let first = record.past.last, first.before != nil {
                rows.append(RecordRowDelegate("~history,0", .before(first)))
            }
            if let link = record.historyLink { rows.append(RecordRowDelegate("~history", .change(nil, to: link))) }
            let columns = [
                TableViewColumn("time", title: "Time"), TableViewColumn("change", title: "Change"),
                TableViewColumn("who", title: "Who"),
            ]
            childDelegates.append(RecordSectionDelegate("history", title: "History", columns: columns, rows))
        }
        tableView?.reloadData()
    }

    /// The section of all columns. A column links to the referenced row of another table, or to the full value if its cell
    /// shows an excerpt.
    private var columnSection: RecordSectionDelegate {
        let rule = rule
        let rows = record.columns.enumerated().map { number, column in
            let title = rule.title(of: column.name)
            var link = column.link?.url
            switch column.value {
            case .bytes, .excerpt: link = link ?? "values/0/\(number)/value"
            default: break
            }
            let cell = TableViewCell(
                style: .columns, title: title.isEmpty ? "(no name)" : title,
                fields: [
                    Field("column", .text(title)),
                    Field("value", column.value.padded(in: rule.numberFormats[column.name])),
                    Field("type", .text(column.type)),
                ],
                accessory: link == nil ? .none : .disclosure, to: link)
            return RecordRowDelegate(PathSegment.escaped(column.name), cell)
        }
        var value = TableViewColumn("value", title: "Value", numberFormat: .plain)
        value.referenceColumns = ["column", "value"]
        let columns = [TableViewColumn("column", title: "Column"), value, TableViewColumn("type", title: "Type")]
        return RecordSectionDelegate("columns", columns: columns, rows)
    }

    package func tableView(
        _ tableView: TableView, linksFrom column: String, for keys: [[FieldValue]]
    ) -> [TableLink?] {
        let rule = rule
        return keys.map { key in record.columns.first { .text(rule.title(of: $0.name)) == key.first }?.link }
    }
}

/// A row of a database table, by columns.
package struct DatabaseRecord: Sendable, Hashable {
    /// The name of the table, as its schema has it.
    package var tableName: String
    package var columns: [Column]

    /// A Boolean value that indicates whether the row is stored in its table, and can be changed there.
    package var isWritable = false

    /// The names of the columns that name the row for people.
    package var labelColumns: [String] = []

    package init(tableName: String, columns: [Column]) { (self.tableName, self.columns) = (tableName, columns) }

    /// The title of the row's page, and what stands below it: the label and then the key, or the key alone.
    package func title(ofKey key: String) -> (title: String, prompt: String?) {
        let values = RowKey(text: key)?.components.map(\.title) ?? [key]
        let name = "\(tableName) \(values.joined(separator: " · "))"
        let label = labelColumns.compactMap { wanted in
            if case .text(let text)? = columns.first(where: { $0.name.isExactly(wanted) })?.value { text } else { nil }
        }
        let text = label.joined(separator: " ").prefix(Self.maxTitleLength)
        return text.allSatisfy(\.isWhitespace) ? (name, nil) : (String(text), name)
    }

    /// The limit of a label in a title, in characters.
    private static let maxTitleLength = 100

    /// The rows of tables that refer to the row.
    package var referrers: [Referrer] = []

    /// The latest changes of the row, the newest first.
    package var past: [PastChange] = []
    /// The link from the page of the row to all of its changes; nil for none.
    package private(set) var historyLink: String?

    /// Links the row to its changes, and a change to the page of its row.
    package mutating func linkHistory(ofRow key: String) {
        if !past.isEmpty {
            let history = (name: EditHistory.tableName, segment: EditHistory.tableName)
            let row = [(column: "table", value: tableName), (column: "key", value: key)]
            historyLink = Referrer(history, where: row, count: nil).link + "&_sort_desc=id"
        }
        guard tableName == EditHistory.tableName, let index = columns.firstIndex(where: { $0.name == "key" }),
            case .text(let table)? = columns.first(where: { $0.name == "table" })?.value,
            case .text(let row) = columns[index].value
        else { return }
        columns[index].link = TableLink(
            row,
            to:
                "../../../\(PathSegment.percentEncoded(PathSegment.escaped(table)))/row/\(PathSegment.percentEncoded(row))/"
        )
    }

    /// Returns the keys by which the row refers to others, with their columns. A key with NULL refers to none.
    ///
    /// - Parameter foreignKeys: The columns of each foreign key.
    package func keys(of foreignKeys: [[String]]) -> [(columns: [String], key: ReferenceLinks.Key)] {
        foreignKeys.compactMap { names in
            let values = names.compactMap { name in
                columns.first { $0.name.isExactly(name) && $0.value != .null }?.value
            }
            let isWhole = values.count == names.count
            return isWhole ? names.first.map { (names, ReferenceLinks.Key($0, values)) } : nil
        }
    }

    /// Adds the links of keys to their columns. The first link of a column stays.
    package mutating func add(
        _ links: [ReferenceLinks.Key: TableLink?], of keys: [(columns: [String], key: ReferenceLinks.Key)]
    ) {
        for (names, key) in keys {
            guard let link = links[key] ?? nil else { continue }
            for index in columns.indices where names.contains(where: columns[index].name.isExactly) {
                columns[index].link = columns[index].link ?? link
            }
        }
    }

    /// The rows of a table whose foreign key refers to the row.
    package struct Referrer: Sendable, Hashable {
        /// The name of the table.
        package var table: String
        /// The columns of the foreign key.
        package var columns: [String]
        /// The number of rows; nil if they were not counted in time.
        package var count: Int?
        /// The link from the page of the row to these rows.
        package var link: String

        /// - Parameters:
        ///   - table: The name of the table, and the path segment of its page.
        ///   - conditions: The columns of the foreign key, with their values.
        ///   - count: The number of rows; nil if they were not counted in time.
        package init(
            _ table: (name: String, segment: String), where conditions: [(column: String, value: String)], count: Int?
        ) {
            (self.table, self.count) = (table.name, count)
            columns = conditions.map(\.column)
            let items = conditions.map { column, value in
                let name = TableQuery.Filter(column, .exact).parameterName
                return "\(PathSegment.percentEncoded(name))=\(PathSegment.percentEncoded(value))"
            }
            link = "../../../\(PathSegment.percentEncoded(table.segment))/?\(items.joined(separator: "&"))"
        }
    }

    /// A column with the value of the row.
    package struct Column: Sendable, Hashable {
        package var name: String
        /// The declared type.
        package var type: String
        package var value: FieldValue
        /// The link to the referenced row of another table, with what names that row; or nil.
        package var link: TableLink?

        package init(name: String, type: String, value: FieldValue, link: TableLink? = nil) {
            (self.name, self.type, self.value, self.link) = (name, type, value, link)
        }
    }
}

/// A section of the page of a row. It has the same identifier in all processes.
private final class RecordSectionDelegate: CascadingSectionTableDelegate {
    private let name: String

    init(_ name: String, title: String? = nil, columns: [TableViewColumn] = [], _ rows: [RecordRowDelegate]) {
        self.name = name
        super.init(childDelegates: rows)
        (headerTitle, self.columns) = (title, columns)
    }

    override var identifier: String { name }
}

/// A row of the page of a row: a cell that leads to its link.
private final class RecordRowDelegate: CascadingBareTableDelegate {
    private let name: String
    private let cell: TableViewCell

    init(_ name: String, _ cell: TableViewCell) {
        (self.name, self.cell) = (name, cell)
        super.init()
    }

    override var identifier: String { name }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { cell }

    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        cell.link != nil
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if let link = cell.link { tableView.navigate(to: link) }
    }
}

extension DatabaseRecord.Referrer {
    fileprivate var identifier: String { ([table] + columns).map(PathSegment.escaped).joined(separator: ",") }

    fileprivate var cell: TableViewCell {
        TableViewCell(
            style: .value1, title: table, subtitle: columns.joined(separator: ", "),
            fields: count.map { [Field("rows", $0)] } ?? [], accessory: .disclosure, to: link)
    }
}

extension TableViewCell {
    /// Returns the cell of a change of a row, with a link to the row as it was afterwards.
    ///
    /// - Parameter change: The change; nil for the cell that leads to all changes.
    fileprivate static func change(_ change: PastChange?, to link: String) -> TableViewCell {
        var time = change?.shownTime ?? "All changes"
        // The page of a record shows two columns.
        if let user = change?.user { time += ", \(user)" }
        return TableViewCell(
            style: .columns, title: time,
            fields: [
                Field("time", .text(time)), Field("change", .text(change?.summary ?? EditHistory.tableName)),
                Field("who", change?.user.map { .text($0) } ?? .null),
            ], accessory: .disclosure, to: link)
    }

    /// Returns the cell that leads to a row as it was before a change.
    fileprivate static func before(_ change: PastChange) -> TableViewCell {
        let (time, moment) = ("Before \(change.shownTime)", EditHistory.moment(before: change.time))
        return TableViewCell(
            style: .columns, title: time,
            fields: [
                Field("time", .text(time)), Field("change", .text("as it was")), Field("who", .null),
            ], accessory: .disclosure, to: "?_at=\(PathSegment.percentEncoded(moment))")
    }
}

extension PastChange {
    /// The time as a page shows it: 2026-11-25T10:00:00.000Z is 2026-11-25 10:00:00 UTC.
    fileprivate var shownTime: String { "\(time.prefix(10)) \(time.dropFirst(11).prefix(8)) UTC" }

    /// The values that were changed, as a page shows them.
    fileprivate var summary: String {
        guard let before else { return "added" }
        guard let after else { return "deleted" }
        return after.compactMap { field in
            let old = before.first { $0.name.isExactly(field.name) }?.value ?? .null
            return old.isStored(as: field.value) ? nil : "\(field.name): \(old.shortText) → \(field.value.shortText)"
        }.joined(separator: " · ")
    }
}

extension FieldValue {
    /// Returns a number with zeros up to the decimals of its column, and with all digits that it has; other values as they are.
    fileprivate func padded(in format: TableViewColumn.NumberFormat?) -> FieldValue {
        guard case .decimals(let count)? = format else { return self }
        switch self {
        case .integer, .decimal, .number: break
        default: return self
        }
        let text = formText
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let missing = min(count, 15) - (parts.count > 1 ? parts[1].count : 0)
        guard missing > 0, text.utf8.allSatisfy({ "-.0123456789".utf8.contains($0) }) else { return self }
        return .number(text + (parts.count > 1 ? "" : ".") + String(repeating: "0", count: missing))
    }

    /// The beginning of the value in one line.
    fileprivate var shortText: String {
        switch self {
        case .null: return "NULL"
        case .bytes(let bytes): return "\(bytes.count) bytes"
        default:
            let text = formText.prefix(Self.maxLength + 1)
            return text.count > Self.maxLength ? "\(text.dropLast())…" : text.isEmpty ? "''" : String(text)
        }
    }

    /// The limit of a value in a list of changes, in characters.
    private static let maxLength = 60
}
