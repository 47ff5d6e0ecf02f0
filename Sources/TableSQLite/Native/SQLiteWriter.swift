import Bytes
import CascadingTable
import GRDB
import GRDBSQLite
import LocalizedMessages
import Synchronization
import TableDatabase

/// The connection that changes a file, on a thread of its own.
///
/// It opens the file again after another one replaced it, or was copied over it. Otherwise it would write old pages, which it
/// has in its memory, into the new file.
final class SQLiteWriter: Sendable {
    private let path: String
    private let timeout: Duration
    let history: HistoryTable?
    private let thread = ReadingThreads(limit: 1)
    private let deadline = QueryDeadline()
    private let schema = SchemaAccess()
    /// The connection, with the last state of the file that it knows, and SQLite's version number of that state.
    private let opened = Mutex<(queue: DatabaseQueue, stamp: FileSignature, version: Int64)?>(nil)

    /// The name of the file, for messages that visitors see.
    private var name: String { path.split(separator: "/").last.map(String.init) ?? path }

    /// Opens the file for writing. What a program left unfinished when it crashed is undone.
    ///
    /// - Parameters:
    ///   - timeout: The limit of a transaction, with the time that it waits for others and for other programs.
    ///   - history: The table that keeps the history of edited rows; nil for none.
    init(path: String, timeout: Duration, history: HistoryTable?) throws(SQLiteTableError) {
        (self.path, self.timeout, self.history) = (path, timeout, history)
        do {
            guard FileSignature.canWriteFolder(of: path) else {
                throw DatabaseError(resultCode: .SQLITE_READONLY, message: "its folder is not writable")
            }
            try transaction(until: .now + timeout) { ((), commits: try history?.create(in: $0) != nil) }
        } catch {
            throw SQLiteTableError(writing: error, to: name)
        }
    }

    /// Runs the body in a transaction that no other program writes beside. The changes are on the disk when it returns.
    ///
    /// A client that leaves does not end it. When its time is over, it is not begun any more, and not committed.
    ///
    /// - Parameter body: Returns the result, and whether to keep the changes. An error undoes them.
    func run<Result: Sendable>(
        _ body: @escaping @Sendable (Database) throws -> (Result, commits: Bool)
    ) async throws -> Result {
        let end = EditDeadline.end(within: timeout)
        return try await withCheckedThrowingContinuation { continuation in
            thread.run { [self] in
                continuation.resume(
                    with: Swift.Result {
                        do { return try transaction(until: end, body) } catch { throw refusal(error) }
                    })
            }
        }
    }

    /// Returns the error of a transaction. Those that say what is wrong with a change stay as they are.
    private func refusal(_ error: any Error) -> any Error {
        if let error = error as? SQLiteTableError { return error.replacing(path, with: name) }
        return error is DatabaseError ? SQLiteTableError(writing: error, to: name) : error
    }

    private func transaction<Result>(
        until end: ContinuousClock.Instant, _ body: (Database) throws -> (Result, commits: Bool)
    ) throws -> Result {
        let time = end - .now
        deadline.set(to: time, lockTimeout: time)
        while true {
            do {
                if let result = try attempt(body) { return result }
            } catch let error as DatabaseError where [.SQLITE_NOTADB, .SQLITE_CORRUPT].contains(error.resultCode) {
                // A file that `cp` is writing is not whole yet.
                guard let stamp = try? FileSignature(path: path), stamp.isRecent else { throw error }
                opened.locked { $0 = nil }
            }
            guard deadline.waitForLock() else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
        }
    }

    /// - Returns: Nil if the connection may have pages of another file.
    private func attempt<Result>(_ body: (Database) throws -> (Result, commits: Bool)) throws -> Result? {
        try queue().writeWithoutTransaction { database in
            try database.beginTransaction(.immediate)
            do {
                guard !deadline.hasPassed else { throw DatabaseError(resultCode: .SQLITE_BUSY) }
                // Programs such as `cp` need no lock, so the file is looked at within the transaction.
                guard try isCurrent(database) else {
                    try database.rollback()
                    return nil
                }
                let (result, commits) = try body(database)
                if commits { try database.checkDeadline() }
                try commits ? database.commit() : database.rollback()
                if commits, let stamp = try? FileSignature(path: path) { opened.locked { $0?.stamp = stamp } }
                return result
            } catch {
                // A full disk, or a trigger, may have ended the transaction.
                if database.isInsideTransaction { try? database.rollback() }
                throw error
            }
        }
    }

    /// Copies the log into the file, so that those who copy the file alone have all edits. Blocks the thread for a second at
    /// most, if other programs read the log.
    func emptyLog() {
        guard let queue = opened.locked({ $0?.queue }) else { return }
        deadline.set(to: .seconds(1), lockTimeout: .seconds(1))
        queue.inDatabase {
            _ = sqlite3_wal_checkpoint_v2($0.sqliteConnection, nil, SQLITE_CHECKPOINT_TRUNCATE, nil, nil)
        }
    }

    /// Returns whether all pages and the schema that the connection has are of the file as it is now.
    private func isCurrent(_ database: Database) throws -> Bool {
        let hasSchema = (try? schema.checkSchema(in: database)) != nil
        let stamp = try FileSignature(path: path)
        // `cp` empties a file first, and SQLite takes that for a database without tables.
        guard hasSchema, stamp.size > 0 || !stamp.isRecent else {
            opened.locked { $0 = nil }
            return false
        }
        guard let known = opened.locked({ $0 }), !known.stamp.isSameState(as: stamp) else { return true }
        let version = try database.dataVersion
        // SQLite has dropped its pages if it noticed a change, as of each transaction of another program.
        let isNoticed = known.stamp.isSameFile(as: stamp) && version != known.version
        opened.locked { $0 = isNoticed ? (known.queue, stamp, version) : nil }
        return isNoticed
    }

    private func queue() throws -> DatabaseQueue {
        let stamp = try FileSignature(path: path)
        if let known = opened.locked({ $0 }), known.stamp.isSameFile(as: stamp) { return known.queue }
        var configuration = GRDB.Configuration()
        configuration.foreignKeysEnabled = true
        configuration.busyMode = .callback { [deadline] _ in deadline.waitForLock() }
        configuration.label = "TableSQLite.writer"
        configuration.prepareDatabase { [deadline, schema] database in
            // SQLite only reads a file that it may not write, and then begins transactions all the same.
            guard sqlite3_db_readonly(database.sqliteConnection, "main") == 0 else {
                throw DatabaseError(resultCode: .SQLITE_READONLY, message: "it may only be read")
            }
            try deadline.watch(database)
            try schema.beginWriting(in: database, deadline)
            sqlite3_limit(database.sqliteConnection, SQLITE_LIMIT_ATTACHED, 0)
            // Triggers write to full-text tables, which SQLite counts among the untrusted ones.
            try database.execute(sql: "PRAGMA synchronous = FULL; PRAGMA trusted_schema = 1; PRAGMA cache_spill = OFF")
            SchemaAccess.limit(database)
        }
        // The file must exist: SQLite would make a new one in place of one that was moved away.
        let path = path.hasPrefix("/") ? path : "./" + path
        let queue = try DatabaseQueue(
            path: "file:\(PathSegment.percentEncodedPath(path))?mode=rw", configuration: configuration)
        let version = try queue.inDatabase { try $0.dataVersion }
        opened.locked { $0 = (queue, stamp, version) }
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
