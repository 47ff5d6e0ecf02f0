import Bytes
import CascadingTable

/// Texts about filters and orders.
extension Words {
    /// Returns the number of matching rows, such as `12 of 1,204 rows`.
    ///
    /// - Parameters:
    ///   - count: The number of matching rows.
    ///   - accuracy: How exact `count` is.
    ///   - total: The number of rows in the table.
    ///   - totalsAll: Whether `total` is the number of all rows of the table. Otherwise there are more.
    func matches(_ count: Int, accuracy: RowCountAccuracy = .exact, of total: Int, totalsAll: Bool = true) -> String {
        let matches = rowCount(count, accuracy)
        guard totalsAll else { return numberOfRows(count, accuracy) }
        return fill(.partOf, with: matches, self.count(total, .rows))
    }

    /// Returns the title of a column. `title` and `subtitle` of a table without columns are translated.
    func title(of column: TableViewColumn, in head: TableMetadata) -> String {
        switch column.name {
        case "title" where head.columns.isEmpty: self[.cellTitle]
        case "subtitle" where head.columns.isEmpty: self[.cellSubtitle]
        default: column.title
        }
    }

    /// Returns the filters of a query and its search in words.
    func filterSentences(of query: TableQuery, _ head: TableMetadata) -> [String] {
        query.conditions.map { $0.map { sentence($0, in: head) }.joined(separator: " \(self[.or]) ") }
            + (searchSentence(of: query).map { [$0] } ?? [])
    }

    /// Returns the search of a query in words; nil for none.
    func searchSentence(of query: TableQuery) -> String? { query.search.map { "\(self[.search]): \(isolated($0))" } }

    /// Returns a filter of a table in words.
    func sentence(_ filter: TableQuery.Filter, in head: TableMetadata) -> String {
        sentence(filter, column: title(ofColumn: filter.column, in: head))
    }

    /// Returns the filters of a query, its search and its order in words, such as `price ↓`.
    func sentences(of query: TableQuery, _ head: TableMetadata) -> [String] {
        filterSentences(of: query, head)
            + query.sort.map { "\(title(ofColumn: $0.column, in: head)) \($0.isAscending ? "↑" : "↓")" }
    }

    private func title(ofColumn name: String, in head: TableMetadata) -> String {
        head.queryColumns.first { $0.name.isExactly(name) }.map { title(of: $0, in: head) } ?? name
    }

    /// Returns a filter in words, such as `price is more than 10`.
    func sentence(_ filter: TableQuery.Filter, column: String) -> String {
        let comparison = file.title(of: filter.operator)
        let start = "\(isolated(column)) \(comparison)"
        guard filter.operator.takesValue else { return start }
        // In Hebrew, a preposition and the following word are written together.
        let joint = comparison.hasSuffix("־") ? "" : " "
        if let count = filter.keptValues?.values.count { return start + joint + self.count(count, .valueCount) }
        let isList = filter.operator.test == .equals(isList: true)
        let value = isList ? ValueList(filter.values).text : filter.value
        return start + joint + (value.isEmpty ? "“”" : isolated(value))
    }
}

extension Words.File {
    /// Returns the title of an operator in a form.
    fileprivate func title(of comparison: TableQuery.Operator) -> String {
        operators[comparison.rawValue] ?? comparison.rawValue
    }

    /// The functions of groups for a form, with `name` and `title`.
    var functionChoices: TemplateValue {
        .list(
            TableQuery.Grouping.Aggregate.Function.allCases.map {
                .values([.name: .text("_\($0.rawValue)"), .title: .text(functions[$0.rawValue] ?? $0.rawValue)])
            })
    }

    /// Returns the operators of filters for a form, with `value`, `title`, `need` and `isChosen`.
    func operatorChoices(chosen: TableQuery.Operator? = nil) -> TemplateValue {
        .list(
            TableQuery.Operator.allCases.map {
                var option: TemplateValues = [.value: .text($0.rawValue), .title: .text(title(of: $0))]
                let needs = [$0.need, $0.takesValue ? nil : "none"].compactMap(\.self)
                if !needs.isEmpty { option[.need] = .text(needs.joined(separator: " ")) }
                if $0 == chosen { option[.isChosen] = .flag(true) }
                return .values(option)
            })
    }
}
