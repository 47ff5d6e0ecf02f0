import CascadingTable
package import TableDatabase

/// The views that visitors keep in a table of the file.
extension SQLiteDatabase {
    package var views: ViewTable? {
        guard let writer, showsAllTables else { return nil }
        return ViewTable(in: "main") { [pool, configuration] statement in
            try await pool.readInBackground(within: configuration.queryTimeout) { database, _ in
                guard try HistoryTable.exists(ViewTable.tableName, in: database) else { return nil }
                return try HistoryTable.rows(statement, in: database)
            }
        } write: { statements in
            try await writer.run { database in
                (try statements.map { try HistoryTable.rows($0, in: database) }.last ?? [], commits: true)
            }
        }
    }
}
