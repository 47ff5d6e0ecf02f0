import Bytes
package import CascadingTable

/// The form with the filters of a page, one in each line, and an empty line for another.
package struct FilterForm: Sendable {
    /// The address that the form is sent to.
    var action: String
    /// The columns to choose from.
    var columns: [TableViewColumn]
    /// The query of the page.
    package var query: TableQuery
    /// The addresses of the page without each filter, in the order of the filters.
    var removals: [String]
    /// The names and values that the form sends besides the filters.
    var beside: [(name: String, value: String)]

    /// Creates a form. Each parameter sets the property of its name.
    package init(
        action: String, columns: [TableViewColumn], query: TableQuery, removals: [String],
        beside: [(name: String, value: String)]
    ) {
        (self.action, self.columns, self.query) = (action, columns, query)
        (self.removals, self.beside) = (removals, beside)
    }

    /// Returns the values of the template `_filter`:
    ///
    /// - `action`: The address that the form is sent to, with the `hidden` inputs.
    /// - `isAny`, `isMixed`: Whether a row needs to match only one of the filters, or one of some of them.
    /// - `lines`: The filters and an empty one. Each has an `id`, a `label`, `isAlternative`, the `columns` and the `operators` to choose
    ///   from, the `value`, the `error` about it, and the address `url` without it with the label `removal`.
    ///
    /// - Parameters:
    ///   - words: The words in the reader's language.
    ///   - error: The name of an invalid filter, as addresses write it, and what is wrong with it. Default: nil.
    ///   - title: Returns the title of a column.
    func values(
        _ words: Words, error: (name: String, text: String)? = nil, _ title: (TableViewColumn) -> String
    ) -> TemplateValue {
        func options(_ chosen: String?) -> TemplateValue {
            .list(
                columns.map { column in
                    var option: TemplateValues = [.value: .text(column.name), .title: .text(title(column))]
                    option[.kind] = column.kind.map { .text($0) }
                    if let chosen, column.name.isExactly(chosen) { option[.isChosen] = .flag(true) }
                    return .values(option)
                })
        }
        var lines = query.filters.enumerated().map { index, filter in
            let column = columns.first { $0.name.isExactly(filter.column) }
            let sentence = words.sentence(filter, column: column.map(title) ?? filter.column)
            let isText = column?.hasNumbers == false
            var line: TemplateValues = [
                .id: .text(String(index)), .label: .text(sentence), .columns: options(filter.column),
                .operators: words.file.operatorChoices(chosen: filter.operator),
                .value: .text(
                    !filter.operator.takesValue ? "" : isText ? filter.value : words.typedNumber(filter.value)),
                .removal: .text(words.fill(.removeFilter, with: sentence)),
            ]
            line[.isAlternative] = .flag(filter.isAlternative)
            if removals.indices.contains(index) { line[.url] = .text(removals[index]) }
            if let error, filter.parameterName == error.name { line[.error] = .text(error.text) }
            return TemplateValue.values(line)
        }
        let empty: TemplateValues = [
            .id: .text(String(lines.count)), .label: .text(words[.filter]), .columns: options(nil),
            .value: .text(""), .isAlternative: .flag(false),
        ]
        lines.append(.values(empty))
        let conditions = query.conditions.count
        let isAny = conditions == 1 && query.filters.count > 1
        return .values([
            .action: .text(action), .lines: .list(lines), .isAny: .flag(isAny),
            .isMixed: .flag(!isAny && query.filters.contains(where: \.isAlternative)),
            .hidden: .list(beside.map { .values([.name: .text($0.name), .value: .text($0.value)]) }),
        ])
    }
}

extension TableViewColumn {
    /// The kind of values that decides which comparisons the form offers: `number`, `date` or `boolean`; nil for others.
    fileprivate var kind: String? {
        let type = type?.lowercased() ?? ""
        if type.hasPrefix("bool") { return "boolean" }
        if type.hasPrefix("date") || type.hasPrefix("timestamp") { return "date" }
        return hasNumbers == true ? "number" : nil
    }
}
