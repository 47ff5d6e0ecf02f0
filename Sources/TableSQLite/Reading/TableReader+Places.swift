import CascadingTable
import GRDB

extension TableReader {
    /// The places of the rows that match a query, in its order, of the whole table or of one group.
    func places(of query: TableQuery, in group: Extent.Group?, in database: Database) throws -> [Int32] {
        let statement = PlaceStatement(query, table, queries, part: group)
        var cursor = try database.singleCursor(statement.sql, statement.arguments)
        var places: [Int32] = []
        if statement.counts {
            var place: Int32 = 0
            while try cursor.next(), place < .max {
                if cursor.integer(at: 0) != 0 { places.append(place) }
                place += 1
            }
            return places
        }
        while try cursor.next() { places.append(Int32(clamping: cursor.integer(at: 0))) }
        return places
    }

    /// The same of each group, in the order of their values.
    func places(
        of query: TableQuery, inGroupsOf column: String, count: Int, in database: Database
    ) throws -> [[Int32]] {
        let statement = PlaceStatement(query, table, queries, group: column)
        var cursor = try database.singleCursor(statement.sql, statement.arguments)
        var groups = [[Int32]](repeating: [], count: count)
        while try cursor.next() {
            let group = Int(cursor.integer(at: 1))
            guard groups.indices.contains(group) else { continue }
            groups[group].append(Int32(clamping: cursor.integer(at: 0)))
        }
        return groups
    }
}
