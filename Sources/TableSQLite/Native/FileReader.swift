import GRDB

/// A reader of a file. It reads in transactions, each of which sees one state of the file.
protocol FileReader: Sendable {
    /// Runs the body on one of the database's threads, and stops it when the task is cancelled.
    ///
    /// - Parameter isLong: Whether it may take long. Such bodies run one at a time, on a separate thread.
    func readInBackground<Result: Sendable>(
        within timeout: Duration, isLong: Bool,
        _ body: @escaping @Sendable (Database, SQLiteDatabase.ChangeToken) throws -> Result
    ) async throws -> Result

    /// Runs the body on this thread if that takes some milliseconds at most.
    ///
    /// - Parameter table: The name of the table that is read. After a slow read, its reads are expected to be slow.
    /// - Returns: Nil if it takes longer, or if another program holds a lock on the file.
    func readShortly<Result>(
        of table: String, _ body: (Database, SQLiteDatabase.ChangeToken) throws -> Result
    ) throws(SQLiteTableError) -> Result?

    /// Returns a reader that keeps the current state of the file for several reads.
    func snapshot(within timeout: Duration) async throws -> any FileReader
}

extension FileReader {
    func readInBackground<Result: Sendable>(
        within timeout: Duration,
        _ body: @escaping @Sendable (Database, SQLiteDatabase.ChangeToken) throws -> Result
    ) async throws -> Result {
        try await readInBackground(within: timeout, isLong: false, body)
    }
}
