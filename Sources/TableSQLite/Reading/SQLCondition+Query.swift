import Bytes
import CascadingTable
import TableDatabase

extension SQLCondition {
    /// Creates the condition of a query; nil if every row matches.
    ///
    /// Values are compared with the affinity and the collation of the column, so that its index can be used.
    ///
    /// - Parameters:
    ///   - rowid: The rowid as the statement names it, by which a full-text index finds rows; nil if the statement has
    ///     none.
    ///   - name: A closure that returns the column at an index as the statement names it.
    init?(_ query: TableQuery, _ table: TableDescription, rowid: String? = nil, name: (Int) -> String) {
        var builder = SQLConditionBuilder(.sqlite(searchingWith: TextMatching.name))
        let columns = table.columns.indices.map { SQLColumn(table.columns[$0], named: name($0)) }
        var conditions: [String] = []
        for filter in query.filters {
            guard let column = columns.first(where: { $0.name.isExactly(filter.column) }) else { continue }
            conditions.append(builder.condition(filter, on: column))
        }
        if let rowid, let index = table.fullTextIndex, let search = query.search, !query.words.isEmpty {
            let search = FullTextSearch(search, in: index)
            if let match = search.match {
                let name = QuotedIdentifier.quoted(index.name)
                conditions.append(
                    "\(rowid) IN (SELECT rowid FROM \(name) WHERE \(name) MATCH \(builder.bind(SQLValue(match))))")
            }
            let indexed = columns.filter { column in
                index.columns.contains { QuotedIdentifier.matches($0, column.name) }
            }
            for text in search.texts { conditions.append(builder.contains(text, in: indexed)) }
            if search.match == nil, search.texts.isEmpty { conditions.append(SQLConditionBuilder.never) }
        } else {
            let searched = columns.filter(\.isSearched)
            for word in query.words { conditions.append(builder.contains(word, in: searched)) }
        }
        guard !conditions.isEmpty else { return nil }
        self.init(sql: conditions.joined(separator: " AND "), arguments: builder.arguments)
    }
}

extension SQLColumn {
    fileprivate init(_ column: ColumnDescription, named expression: String) {
        self.init(
            column.name, Kind(.declared(column.affinity, isBoolean: column.isBoolean)), expression: expression,
            isSearched: !column.isBoolean && column.label == nil && column.problem == nil)
    }
}

extension ColumnDescription {
    var affinity: SQLColumn.Kind.Affinity {
        let type = type.uppercased()
        if type.contains("INT") { return .number }
        if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) { return .text }
        return type.isEmpty || type.contains("BLOB") ? .none : .number
    }
}
