import CascadingTable

/// The statement that answers a query with the places of rows in the whole table or in one of its groups.
///
/// Only tables of groups, and tables and views whose rows have no keys, are asked it. The others are read in the order of the
/// query (``TableQueries``).
struct PlaceStatement {
    private(set) var sql = ""
    private(set) var arguments: [SQLiteValue] = []
    /// Whether it gives 1 or 0 for each row in order, rather than the places of those that match: where rows have keys
    /// and are not sorted, counting them is some times faster than having them numbered.
    let counts: Bool

    /// - Parameter group: a column by whose values all rows are numbered; they are given as `s`.
    init(
        _ query: TableQuery, _ table: TableDescription, _ queries: TableQueries, part: Extent.Group? = nil,
        group: String? = nil
    ) {
        counts = query.sort.isEmpty && group == nil && !queries.keys.isEmpty
        let part = (argument: part.map { [$0.value] } ?? [], column: part?.column)
        let condition = QueryCondition(query, table) { [counts] index in
            counts ? "t." + Identifier.quoted(table.columns[index].name) : "c\(index)"
        }
        if counts {
            sql = queries.tested(
                TableQueries.Part(column: part.column), condition.sql.isEmpty ? "1" : condition.sql)
            arguments = condition.arguments + part.argument
            return
        }
        var sorted: [Int] = []
        var order = group == nil ? [] : ["s"]
        for key in query.sort {
            guard let index = table.columns.firstIndex(where: { $0.name == key.column }) else { continue }
            if !sorted.contains(index) { sorted.append(index) }
            order.append("k\(index)\(key.isAscending ? "" : " DESC")")
        }
        let rows = queries.numbered(
            TableQueries.Part(column: part.column), columns: condition.columns.sorted(), sorted: sorted, group: group)
        sql = "SELECT n\(group == nil ? "" : ", s") FROM (\(rows))"
        if !condition.sql.isEmpty { sql += " WHERE " + condition.sql }
        sql += " ORDER BY " + (order + ["n"]).joined(separator: ", ")
        arguments = part.argument + condition.arguments
    }
}
