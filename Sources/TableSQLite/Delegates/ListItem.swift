import CascadingTable

/// The information that the list shows about a table or view.
struct ListItem: Sendable {
    var entry: CatalogEntry
    /// The names of its columns, or the reason why it cannot be read.
    var summary: String
    /// The number of rows, or nil if it cannot be read or was not counted in time.
    var count: Int?
    var isReadable: Bool

    /// Reads all items, and counts rows until the time is over.
    ///
    /// - Parameter isLong: Whether counting may wait for other reads.
    static func load(
        from database: SQLiteDatabase, countingFor time: Duration, isLong: Bool
    ) async throws -> [ListItem] {
        let end = ContinuousClock.now + time
        let entries = try await database.pool.readInBackground(within: database.configuration.queryTimeout) {
            database, _ in
            try Catalog.entries(in: database)
        }
        var items: [ListItem] = []
        for entry in entries {
            items.append(try await load(entry, from: database, countingUntil: end, isLong: isLong))
        }
        return items
    }

    private static func load(
        _ entry: CatalogEntry, from database: SQLiteDatabase, countingUntil end: ContinuousClock.Instant, isLong: Bool
    ) async throws -> ListItem {
        var item = ListItem(entry: entry, summary: "", isReadable: false)
        do {
            let timeout = database.configuration.queryTimeout
            let description = try await database.pool.readInBackground(within: timeout) { database, _ in
                try Catalog.description(of: entry, in: database)
            }
            item.summary = description.summary
            item.isReadable = true
            let rest = end - .now
            guard rest > .zero else { return item }
            let count = TableStatements(description).count(.init())
            let found = try await resultIfQuick(within: rest) { [pool = database.pool] in
                try await pool.readInBackground(within: rest, isLong: isLong) { database, _ in
                    var cursor = try database.cursor(count)
                    return try cursor.next() ? Int(cursor.integer(at: 0)) : nil
                }
            }
            item.count = found ?? nil
        } catch let error as SQLiteTableError where error.code == .timedOut {
            try Task.checkCancellation()
        } catch let error as SQLiteTableError {
            item.summary = error.message.description
            item.isReadable = false
        }
        return item
    }
}
