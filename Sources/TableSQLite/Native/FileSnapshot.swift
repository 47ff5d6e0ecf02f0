import GRDB
import Synchronization

/// One state of a file, for several reads that belong together, one at a time.
///
/// It holds a read transaction. With a write-ahead log, other programs can write during it. With a rollback journal
/// they must wait, so the transaction ends after two seconds. Later reads either see the same state or fail with the
/// code `changed`, if another program has written.
///
/// A file in write-ahead mode without a log is read without locks. Reads then fail when another program writes to it.
final class FileSnapshot: FileReader {
    private let pool: ConnectionPool
    private let connection: SQLiteConnection
    private let changes: ChangeDetector
    private let token: SQLiteDatabase.ChangeToken
    private let isHolding = Atomic(true)

    /// The maximum time for which writers must wait.
    static let holdTimeWithJournal = Duration.seconds(2)
    /// The maximum time for which a write-ahead log may grow.
    static let holdTimeWithLog = Duration.seconds(300)

    /// Begins the transaction on a connection. The snapshot owns the connection from then on.
    init(_ connection: SQLiteConnection, of pool: ConnectionPool, _ changes: ChangeDetector, within timeout: Duration)
        throws
    {
        self.pool = pool
        self.connection = connection
        self.changes = changes
        let usesLog: Bool
        (token, usesLog) = try connection.read(within: timeout, lockTimeout: timeout) { database in
            (try connection.begin(in: database, changes), try database.usesLog)
        }
        pool.run(after: usesLog ? Self.holdTimeWithLog : Self.holdTimeWithJournal) { [weak self] in self?.release() }
    }

    deinit {
        // The connection is closed on another thread, which ends the transaction.
        pool.run { [connection] in withExtendedLifetime(connection) {} }
    }

    /// Ends the transaction, so that other programs can write.
    func release() {
        isHolding.store(false, ordering: .sequentiallyConsistent)
        connection.end()
    }

    func snapshot(within timeout: Duration) async throws -> any FileReader { self }

    func readInBackground<Result: Sendable>(
        within timeout: Duration, isLong: Bool,
        _ body: @escaping @Sendable (Database, SQLiteDatabase.ChangeToken) throws -> Result
    ) async throws -> Result {
        try await pool.runInBackground(on: isLong ? pool.longReaders : pool.readers) { [self] cancellation, _ in
            try connection.read(within: timeout, lockTimeout: timeout, cancellation: cancellation) { database in
                defer { if !isHolding.load(ordering: .sequentiallyConsistent) { connection.end(in: database) } }
                if !database.isInsideTransaction {
                    guard try connection.begin(in: database, changes) == token else { throw pool.changedMeanwhile }
                }
                let result = try body(database, token)
                // Another program may have written to the file without regard to locks.
                guard pool.isUnchanged(since: connection.opening) else {
                    throw pool.changedMeanwhile
                }
                return result
            }
        }
    }

    func readShortly<Result>(
        of table: String, _ body: (Database, SQLiteDatabase.ChangeToken) throws -> Result
    ) throws(SQLiteTableError) -> Result? { nil }
}
