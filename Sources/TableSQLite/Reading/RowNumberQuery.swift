import Bytes
import CascadingTable
import TableDatabase

/// The statement that returns the row numbers of a query in a view, or in one of its groups.
///
/// Rows with keys are read in the order of the query instead (``TableStatements``).
struct RowNumberQuery {
    let sql: String
    let arguments: [SQLValue]

    init(
        _ query: TableQuery, _ table: TableDescription, _ queries: TableStatements, part group: KeysetIndex.Group? = nil
    ) {
        let condition = SQLCondition(query, table) { "c\($0)" }
        var order: [String] = []
        for key in query.sort {
            guard let index = table.columns.firstIndex(where: { $0.name.isExactly(key.column) }) else { continue }
            order.append("c\(index)\(key.isAscending ? "" : " DESC")")
        }
        sql =
            "SELECT n FROM (\(queries.numbered(.init(column: group?.column))))"
            + (condition.map { " WHERE \($0.sql)" } ?? "")
            + " ORDER BY \((order + ["n"]).joined(separator: ", "))"
        arguments = queries.arguments(nil, group: group) + (condition?.arguments ?? [])
    }
}
