import CascadingTable
import GRDB

extension TableReader {
    /// Returns the row numbers of a view, or of one of its groups, that match a query, in its order.
    func places(of query: TableQuery, in group: KeysetIndex.Group?, in database: Database) throws -> [Int32] {
        let statement = RowNumberQuery(query, table, queries, part: group)
        var cursor = try database.singleCursor(statement.sql, statement.arguments)
        var places: [Int32] = []
        while try cursor.next() { places.append(Int32(clamping: cursor.integer(at: 0))) }
        return places
    }
}
