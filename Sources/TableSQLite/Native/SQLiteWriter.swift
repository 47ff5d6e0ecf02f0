import Bytes
import GRDB
import GRDBSQLite
import LocalizedMessages
import Synchronization
import TableDatabase

/// The connection that changes a file, on a thread of its own. It opens the file again after another one replaced it.
final class SQLiteWriter: Sendable {
    private let path: String
    private let timeout: Duration
    let history: HistoryTable?
    private let thread = ReadingThreads(limit: 1)
    private let deadline = QueryDeadline()
    private let opened = Mutex<(queue: DatabaseQueue, stamp: FileSignature)?>(nil)

    /// The name of the file, for messages that visitors see.
    private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Opens the file for writing. What a program left unfinished when it crashed is undone.
    ///
    /// - Parameters:
    ///   - timeout: The limit of a transaction, and of the time to wait for other programs.
    ///   - history: The table that keeps the history of edited rows; nil for none.
    init(path: String, timeout: Duration, history: HistoryTable?) throws(SQLiteTableError) {
        (self.path, self.timeout, self.history) = (path, timeout, history)
        do {
            try transaction { ((), commits: try history?.create(in: $0) != nil) }
        } catch {
            throw SQLiteTableError(writing: error, to: name)
        }
    }

    /// Runs the body in a transaction that no other program writes beside. The changes are on the disk when it returns.
    ///
    /// A client that leaves does not end it.
    ///
    /// - Parameter body: Returns the result, and whether to keep the changes. An error undoes them.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> (Result, commits: Bool)
    ) async throws -> Result {
        try await withCheckedThrowingContinuation { continuation in
            thread.run { [self] in
                continuation.resume(
                    with: Swift.Result {
                        do { return try transaction(body) } catch { throw refusal(error) }
                    })
            }
        }
    }

    /// Returns the error of a transaction. Those that say what is wrong with a change stay as they are.
    private func refusal(_ error: any Error) -> any Error {
        if let error = error as? SQLiteTableError { return error.replacing(path, with: name) }
        return error is DatabaseError ? SQLiteTableError(writing: error, to: name) : error
    }

    private func transaction<Result>(_ body: (Database) throws -> (Result, commits: Bool)) throws -> Result {
        deadline.set(to: timeout, lockTimeout: timeout)
        return try queue().writeWithoutTransaction { database in
            try database.beginTransaction(.immediate)
            do {
                let (result, commits) = try body(database)
                try commits ? database.commit() : database.rollback()
                return result
            } catch {
                // A full disk, or a trigger, may have ended the transaction.
                if database.isInsideTransaction { try? database.rollback() }
                throw error
            }
        }
    }

    private func queue() throws -> DatabaseQueue {
        let stamp = try FileSignature(path: path)
        if let known = opened.locked({ $0 }), known.stamp.isSameFile(as: stamp) { return known.queue }
        var configuration = GRDB.Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .callback { [deadline] _ in deadline.waitForLock() }
        configuration.label = "TableSQLite.writer"
        configuration.prepareDatabase { [deadline] database in
            // SQLite only reads a file that it may not write, and then begins transactions all the same.
            guard sqlite3_db_readonly(database.sqliteConnection, "main") == 0 else {
                throw DatabaseError(resultCode: .SQLITE_READONLY, message: "it may only be read")
            }
            try deadline.watch(database)
            sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_ATTACHED, 0)
            // Triggers write to full-text tables, which SQLite counts among the untrusted ones.
            try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA trusted_schema = 1")
            SchemaAccess.limit(database)
        }
        // The file must exist: SQLite would make a new one in place of one that was moved away.
        let path = path.hasPrefix("/") ? path : "./" + path
        let queue = try DatabaseQueue(
            path: "file:\(PathSegment.percentEncodedPath(path))?mode=rw", configuration: configuration)
        opened.locked { $0 = (queue, stamp) }
        return queue
    }
}

extension SQLiteTableError {
    /// Creates the error of a file that could not be changed.
    init(writing error: any Error, to name: String) {
        let code = (error as? DatabaseError)?.resultCode
        let reason = (error as? DatabaseError)?.message ?? "\(error)"
        switch code {
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_CANTOPEN:
            self = SQLiteTableError(.cannotWrite, "\(name) cannot be written: \(reason). Nothing was changed.")
        case .SQLITE_FULL, .SQLITE_IOERR:
            self = SQLiteTableError(.busy, "\(name) could not be written: \(reason). Nothing was changed.")
        case .SQLITE_INTERRUPT:
            self = SQLiteTableError(.timedOut, "Changing \(name) took too long. Nothing was changed.")
        default: self = SQLiteTableError(error, path: name)
        }
    }
}
