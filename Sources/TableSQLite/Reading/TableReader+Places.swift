import Bytes
import CascadingTable
import TableDatabase

extension TableReader {
    /// Returns the error for a query that matches no row because it compares a column of numbers with a text; nil for
    /// other queries.
    ///
    /// It reads a column without texts to its end, so call it only for a query that matches no rows.
    func refusal(of query: TableQuery, in database: Transaction) throws -> TableViewError? {
        for filter in query.filters where filter.excludesNumbers {
            guard let index = table.columnNames.firstIndex(where: filter.column.isExactly),
                !table.columns[index].isBoolean,
                table.columns[index].affinity != .text
            else { continue }
            let statement = queries.hasOnlyNumbers(index)
            var cursor = try database.singleCursor(statement.sql, statement.arguments)
            if try cursor.next(), cursor.integer(at: 0) != 0 { return filter.needsNumber }
        }
        return nil
    }

    /// Returns the row numbers of a view, or of one of its groups, that match a query, in its order.
    func places(of query: TableQuery, in group: KeysetIndex.Group?, in database: Transaction) throws -> [Int32] {
        let statement = RowNumberQuery(query, table, queries, part: group)
        var cursor = try database.singleCursor(statement.sql, statement.arguments)
        var places: [Int32] = []
        while try cursor.next() { places.append(Int32(clamping: cursor.integer(at: 0))) }
        return places
    }
}
