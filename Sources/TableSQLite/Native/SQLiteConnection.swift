import Bytes
import GRDB
import GRDBSQLite
import Synchronization

/// A read-only connection, used by one thread at a time.
///
/// The file is opened read-only, and no other file can be attached; see ``SchemaAccess``.
final class SQLiteConnection: Sendable {
    let opening: Opening
    private let deadline = QueryDeadline()
    private let queue: DatabaseQueue
    private let schema = SchemaAccess()
    private let known = Mutex<Known?>(nil)

    /// The last state that the connection read. Its version number is valid for this connection only.
    private struct Known {
        var version: Int64
        var token: SQLiteDatabase.ChangeToken
    }

    /// The way in which connections are opened while the file stays unchanged.
    struct Opening: Sendable, Hashable {
        /// A number that increases with each new opening of the pool.
        var number: Int
        var stamp: FileSignature
        /// A Boolean value that indicates whether no program writes to the file. It is then read without locks and log.
        var isImmutable: Bool

        /// Returns whether a connection with this opening can be used on a file with a signature.
        func holds(for stamp: FileSignature) -> Bool {
            isImmutable ? stamp == self.stamp : stamp.isSameFile(as: self.stamp)
        }
    }

    /// Opens the file. It may wait for another program's lock.
    init(path: String, opening: Opening, within timeout: Duration, lockTimeout: Duration) throws {
        deadline.set(to: timeout, lockTimeout: lockTimeout)
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        configuration.foreignKeysEnabled = false
        configuration.acceptsDoubleQuotedStringLiterals = true
        configuration.allowsUnsafeTransactions = true
        configuration.busyMode = .callback { [deadline] _ in deadline.waitForLock() }
        configuration.label = "TableSQLite"
        configuration.prepareDatabase { [deadline, schema] database in
            try deadline.watch(database)
            try TextMatching.register(in: database, deadline)
            try LinearFunctions.register(in: database)
            try AggregateFunctions.register(in: database)
            try schema.begin(in: database, deadline)
        }
        self.opening = opening
        // SQLite interprets `file:`, `:memory:` and the empty name specially.
        let path = path.hasPrefix("/") ? path : "./" + path
        let name = opening.isImmutable ? "file:\(PathSegment.percentEncodedPath(path))?immutable=1" : path
        queue = try DatabaseQueue(path: name, configuration: configuration)
    }

    /// Runs the body on this thread.
    func read<Result>(
        within timeout: Duration, lockTimeout: Duration, cancellation: Cancellation? = nil,
        extending: QueryDeadline.Extension? = nil, _ body: (Database) throws -> Result
    ) throws -> Result {
        deadline.set(to: timeout, lockTimeout: lockTimeout, extending: extending)
        cancellation?.begin(deadline) { [queue] in queue.interrupt() }
        defer { cancellation?.end() }
        return try queue.unsafeRead { database in
            let result = Swift.Result { try body(database) }
            // SQLite may have returned rows in spite of a collation that is missing.
            try schema.checkCollations()
            return try result.get()
        }
    }

    /// Begins a read transaction. Until it ends, all statements see the same state of the file.
    ///
    /// - Returns: The token of that state.
    /// - Throws: SQLITE_BUSY if another program keeps the file locked.
    func begin(in database: Database, _ changes: ChangeDetector) throws -> SQLiteDatabase.ChangeToken {
        let version = try begin(in: database)
        if let known = known.locked({ $0 }), known.version == version { return known.token }
        // If the token is equal before and after, no program wrote in between. The transaction then sees the token's
        // state.
        while true {
            end(in: database)
            do {
                let before = try changes.token(of: opening)
                let version = try begin(in: database)
                if try changes.token(of: opening) == before {
                    known.locked { $0 = Known(version: version, token: before) }
                    return before
                }
            } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
                end(in: database)
                guard deadline.waitForLock() else { throw error }
            }
            guard !deadline.hasPassed else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
        }
    }

    private func begin(in database: Database) throws -> Int64 {
        // The end of the previous transaction may have been interrupted.
        end(in: database)
        try database.run("BEGIN")
        do {
            try schema.checkSchema(in: database)
            return try database.dataVersion
        } catch {
            end(in: database)
            throw error
        }
    }

    /// Ends the read transaction, if there is one. Waits for a read in progress.
    func end() {
        queue.unsafeRead { end(in: $0) }
    }

    /// Ends the read transaction, if there is one.
    func end(in database: Database) {
        guard database.isInsideTransaction else { return }
        // A copy of rows stays.
        do { try database.run("COMMIT") } catch { try? database.run("ROLLBACK") }
    }
}

extension Database {
    /// Runs the body; returns nil if its statements would read a longer text or blob into memory.
    func withMaxValueBytes<Result>(_ count: Int, _ body: () throws -> Result) throws -> Result? {
        let limit = sqlite3_limit(sqliteConnection, SQLITE_LIMIT_LENGTH, -1)
        sqlite3_limit(sqliteConnection, SQLITE_LIMIT_LENGTH, min(limit, CInt(clamping: max(count, 4_096))))
        defer { sqlite3_limit(sqliteConnection, SQLITE_LIMIT_LENGTH, limit) }
        do { return try body() } catch let error as DatabaseError
            where [.SQLITE_TOOBIG, .SQLITE_NOMEM].contains(error.resultCode)
        {
            // SQLite reports a long default value of a column as a lack of memory.
            return nil
        }
    }

    /// Returns the reason why a statement cannot be prepared; nil if it can.
    func problem(ofStatement sql: String) -> String? {
        do { _ = try makeStatement(sql: sql) } catch { return (error as? DatabaseError)?.message ?? "\(error)" }
        return nil
    }

    /// A Boolean value that indicates whether the file is written through a write-ahead log.
    var usesLog: Bool {
        get throws {
            try cursor("PRAGMA journal_mode").first { $0.text(at: 0) } == "wal"
        }
    }

    /// SQLite's version number of the state that this connection sees.
    var dataVersion: Int64 {
        get throws {
            try cursor("PRAGMA data_version").first { $0.integer(at: 0) } ?? 0
        }
    }

    fileprivate func run(_ sql: String) throws {
        _ = try cursor(sql).first { _ in }
    }
}

extension DatabaseError {
    /// A Boolean value that indicates whether another connection may succeed, because this one knows damaged pages or a
    /// schema that it cannot read.
    var isOfConnection: Bool {
        [.SQLITE_CORRUPT, .SQLITE_NOTADB, .SQLITE_IOERR, .SQLITE_SCHEMA].contains(resultCode)
    }
}
