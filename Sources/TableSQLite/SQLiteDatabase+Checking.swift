extension SQLiteDatabase {
    /// Checks that the file can be read now, for a readiness check of a server.
    ///
    /// Cost: a query of the schema, on a thread of the file.
    ///
    /// - Throws: ``SQLiteTableError`` if the file is missing, unreadable or locked, `CancellationError` if the task is
    ///   cancelled.
    public func check() async throws {
        try await pool.readInBackground(within: configuration.queryTimeout) { database, _ in
            _ = try Catalog.entries(in: database)
        }
    }
}
