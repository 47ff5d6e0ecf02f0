import CascadingTable
import GRDB

extension TableReader {
    /// The places of the rows of a view that match a query, in its order, of the whole view or of one group.
    func places(of query: TableQuery, in group: KeysetIndex.Group?, in database: Database) throws -> [Int32] {
        let statement = RowNumberQuery(query, table, queries, part: group)
        var cursor = try database.singleCursor(statement.sql, statement.arguments)
        var places: [Int32] = []
        while try cursor.next() { places.append(Int32(clamping: cursor.integer(at: 0))) }
        return places
    }
}
