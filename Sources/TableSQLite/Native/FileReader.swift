import GRDB

/// Reads a file in transactions, each of which sees one state of it.
protocol FileReader: Sendable {
    /// Runs the body on one of the file's own threads, and stops it when the task is cancelled.
    ///
    /// - Parameter isLong: Whether it may take long. One such body runs at a time, on a thread that others do not need.
    func readInBackground<Result: Sendable>(
        within timeout: Duration, isLong: Bool,
        _ body: @escaping @Sendable (Database, SQLiteDatabase.ChangeToken) throws -> Result
    ) async throws -> Result

    /// Runs the body on this thread if that takes a few milliseconds at most.
    ///
    /// - Returns: Nil if it takes longer, or if another program holds a lock on the file.
    func readShortly<Result>(
        _ body: (Database, SQLiteDatabase.ChangeToken) throws -> Result
    ) throws(SQLiteTableError) -> Result?

    /// Keeps the state of the file for several reads.
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
