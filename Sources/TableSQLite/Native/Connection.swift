import GRDB
import GRDBSQLite

/// One read-only connection, used by one thread at a time.
///
/// The file is opened read-only, no other file can be attached, and functions that reach outside of the database cannot
/// be called from its schema.
final class Connection: Sendable {
    let opening: Opening
    private let deadline = Deadline()
    private let queue: DatabaseQueue

    /// How connections are opened while the file stays as it is.
    struct Opening: Sendable, Hashable {
        var stamp: FileStamp
        /// Whether the file is read with no locks and no files beside it, as a database nobody writes.
        var isImmutable: Bool

        /// Whether a connection opened so can be used on the file of that stamp.
        func holds(for stamp: FileStamp) -> Bool {
            isImmutable ? stamp == self.stamp : stamp.isSameFile(as: self.stamp)
        }
    }

    /// Opens the file, which may have to wait for another program's lock.
    init(path: String, opening: Opening, within timeout: Duration, lockTimeout: Duration) throws {
        deadline.set(to: timeout, lockTimeout: lockTimeout)
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.foreignKeysEnabled = false
        configuration.acceptsDoubleQuotedStringLiterals = true
        configuration.busyMode = .callback { [deadline] _ in deadline.waitForLock() }
        configuration.label = "TableSQLite"
        configuration.prepareDatabase { [deadline] database in
            sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_ATTACHED, 0)
            deadline.watch(database)
            try TextMatching.register(in: database)
            try database.execute(sql: "PRAGMA query_only = 1")
            try database.execute(sql: "PRAGMA trusted_schema = 0")
        }
        self.opening = opening
        // SQLite takes `file:`, `:memory:` and the empty name for more than names.
        let path = path.hasPrefix("/") ? path : "./" + path
        let name = opening.isImmutable ? "file:\(PathSegment.percentEncodedPath(path))?immutable=1" : path
        queue = try DatabaseQueue(path: name, configuration: configuration)
    }

    /// Runs the body on this thread.
    func read<Result>(
        within timeout: Duration, lockTimeout: Duration, cancellation: Cancellation? = nil,
        _ body: (Database) throws -> Result
    ) throws -> Result {
        deadline.set(to: timeout, lockTimeout: lockTimeout)
        cancellation?.begin(deadline)
        defer { cancellation?.end() }
        return try queue.unsafeRead(body)
    }
}
