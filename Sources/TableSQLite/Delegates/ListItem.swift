import CascadingTable
import Dispatch

/// What the list tells about a table or view.
struct ListItem: Sendable {
    var entry: CatalogEntry
    /// Its columns, or why it cannot be read.
    var summary: String
    /// Nil where it cannot be read, or not in time.
    var count: Int?
    var isReadable: Bool

    /// Reads every item; counts as many as there is time for.
    static func load(from database: SQLiteDatabase) async throws -> [ListItem] {
        let end = ContinuousClock.now + database.configuration.listTimeout
        let pool = database.pool
        let entries = try await pool.readInBackground(within: database.configuration.queryTimeout) {
            try Catalog.entries(in: $0)
        }
        var items: [ListItem] = []
        for entry in entries {
            var item = ListItem(entry: entry, summary: "", isReadable: false)
            do {
                let timeout = database.configuration.queryTimeout
                let description = try await pool.readInBackground(within: timeout) {
                    try Catalog.description(of: entry, in: $0)
                }
                item.summary = description.summary
                item.isReadable = true
                let rest = end - .now
                guard rest > .zero else { continue }
                let queries = TableQueries(description)
                item.count = try await pool.readInBackground(within: rest) { database in
                    var cursor = try database.cursor(queries.count(.init()))
                    return try cursor.next() ? Int(cursor.integer(at: 0)) : nil
                }
            } catch let error as SQLiteTableError where error.code == .timedOut {
                // Shown without a count.
            } catch let error as SQLiteTableError {
                item.summary = error.message
                item.isReadable = false
            }
            items.append(item)
        }
        return items
    }
}
