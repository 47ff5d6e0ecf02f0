import CascadingTable
import GRDB

extension TableReader {
    /// The places of the rows that match a query, in its order, of the whole table or of one group.
    func loadPlaces(of query: TableQuery, in group: Extent.Group?) async throws -> [Int32] {
        let statement = PlaceStatement(query, table, queries, part: group)
        return try await read(statement) { cursor in
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
    }

    /// The same of each group, in the order of their values.
    func loadPlaces(of query: TableQuery, inGroupsOf column: String, count: Int) async throws -> [[Int32]] {
        let column = try table.column(named: column).name
        let statement = PlaceStatement(query, table, queries, group: column)
        return try await read(statement) { cursor in
            var groups = [[Int32]](repeating: [], count: count)
            while try cursor.next() {
                let group = Int(cursor.integer(at: 1))
                // One that has come since is not shown yet.
                guard groups.indices.contains(group) else { continue }
                groups[group].append(Int32(clamping: cursor.integer(at: 0)))
            }
            return groups
        }
    }

    private func read<Result: Sendable>(
        _ statement: PlaceStatement, _ body: @escaping @Sendable (inout Cursor) throws -> Result
    ) async throws -> Result {
        do {
            return try await pool.readInBackground(within: configuration.queryTimeout) { database in
                var cursor = try database.singleCursor(statement.sql, statement.arguments)
                return try body(&cursor)
            }
        } catch let error as SQLiteTableError where error.code == .timedOut {
            throw TableViewError(.busy, "The rows took too long to sort and search.")
        }
    }
}
