import Bytes
import CascadingTable
import Dispatch
import Essentials
import GRDB
import LocalizedMessages
import Synchronization

/// A pool of read-only connections to one file. It opens new connections after the file was replaced or overwritten.
///
/// Programs such as `cp` overwrite a file without SQLite. If the new contents are of as many transactions, SQLite sees
/// no change and mixes pages of both. So new connections are opened if the size or the time of the file changed and
/// SQLite's version number did not.
///
/// If a database in write-ahead mode has no log, no program writes to it now. It is opened as immutable: SQLite then
/// leaves no `-wal` and `-shm` files, and the folder need not be writable. Writers create a log first. So a read is
/// valid if the file is unchanged and without a log before and after it; otherwise it is repeated. A file that this program
/// writes is never opened as immutable.
final class ConnectionPool: FileReader {
    let path: String
    /// The name of the file, for messages that visitors see.
    private var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    private let capacity: Int
    /// A Boolean value that indicates whether this program writes to the file.
    private let isWritten: Bool
    /// The maximum time that reads wait for locks of other programs.
    private let lockTimeout: Duration
    /// Threads for reads that end soon. Every read begins on one.
    private let quickReaders = ReadingThreads(limit: 12)
    /// Threads for the reads that did not. They are few, so that the others have processors.
    let readers = ReadingThreads(limit: max(2, ProcessInfo.processInfo.activeProcessorCount))
    /// A thread for counts, which may take seconds.
    let longReaders = ReadingThreads(limit: 1)
    /// A queue that ends the transactions of snapshots.
    private let queue = DispatchQueue(label: "TableSQLite", qos: .userInitiated, attributes: .concurrent)
    private let changes: ChangeDetector
    private let state: Mutex<State>

    private struct State {
        var opening: SQLiteConnection.Opening
        var idle: [SQLiteConnection] = []
        /// The file as it was seen last, with SQLite's version number of that state.
        var seen: (stamp: FileSignature, version: Int64)?
        /// The time until which reads of a table are expected to be slow, by its name; of the whole file by "".
        var slowUntil: [String: ContinuousClock.Instant] = [:]
    }

    /// - Parameter isWritten: Whether this program writes to the file.
    init(path: String, capacity: Int, lockTimeout: Duration, isWritten: Bool) throws(SQLiteTableError) {
        (self.path, self.isWritten) = (path, isWritten)
        self.capacity = capacity
        self.lockTimeout = lockTimeout
        changes = ChangeDetector(path: path)
        let stamp = try FileSignature(path: path)
        let isImmutable = isWritten ? false : try Self.isImmutable(path, stamp)
        let opening = SQLiteConnection.Opening(number: 0, stamp: stamp, isImmutable: isImmutable)
        state = Mutex(State(opening: opening))
        try read(within: .seconds(10)) { _, _ in }
    }

    /// Returns the token of the file's current state. The cost is some microseconds.
    func changeToken() throws(SQLiteTableError) -> SQLiteDatabase.ChangeToken {
        let opening = try currentOpening()
        do { return try changes.token(of: opening) } catch { throw SQLiteTableError(error, path: name) }
    }

    /// Runs the body on this thread, in its own read transaction.
    func read<Result>(
        within timeout: Duration, _ body: (Database, SQLiteDatabase.ChangeToken) throws -> Result
    ) throws(SQLiteTableError) -> Result {
        try read(within: timeout, lockTimeout: lockTimeout, cancellation: nil, body)
    }

    /// The maximum time of a read on a thread that must serve others. On a busy machine, a thread waits some
    /// milliseconds for a processor.
    private static let shortTime: Duration = .milliseconds(20)
    /// The time after a slow read in which further reads are expected to be slow.
    private static let slowTime: Duration = .milliseconds(200)

    /// Runs the body on this thread if that takes some milliseconds at most.
    ///
    /// - Returns: Nil if it takes longer, or if another program holds a lock on the file.
    func readShortly<Result>(
        of table: String, _ body: (Database, SQLiteDatabase.ChangeToken) throws -> Result
    ) throws(SQLiteTableError) -> Result? {
        let isSlow = state.locked { state in
            if state.slowUntil.isEmpty { return false }
            state.slowUntil = state.slowUntil.filter { $0.value > .now }
            return state.slowUntil[""] != nil || state.slowUntil[table] != nil
        }
        guard !isSlow else { return nil }
        do {
            return try read(within: Self.shortTime, lockTimeout: .zero, cancellation: nil, body)
        } catch {
            guard error.code == .timedOut || error.code == .busy else { throw error }
            // A lock holds up all tables, a slow table only itself.
            let slow = error.code == .busy ? "" : table
            state.locked { $0.slowUntil[slow] = .now + Self.slowTime }
            return nil
        }
    }

    func readInBackground<Result: Sendable>(
        within timeout: Duration, isLong: Bool,
        _ body: @escaping @Sendable (Database, SQLiteDatabase.ChangeToken) throws -> Result
    ) async throws -> Result {
        if !isLong, timeout > Self.quickTime {
            let found = try await runInBackground(on: quickReaders) { [self] cancellation, thread -> Result? in
                do throws(SQLiteTableError) {
                    // A read that takes longer goes on, and leaves its place to others.
                    return try read(
                        within: Self.quickTime, lockTimeout: .zero, cancellation: cancellation,
                        extending: { [readers] in thread.move(to: readers) ? timeout : nil }, body)
                } catch {
                    guard error.code == .timedOut || error.code == .busy, !thread.isOne(of: readers) else {
                        throw error
                    }
                    return nil
                }
            }
            if let found { return found }
            // A closure that waits for a thread is not woken by a cancellation.
            try Task.checkCancellation()
        }
        let threads = isLong ? longReaders : timeout > Self.quickTime ? readers : quickReaders
        return try await runInBackground(on: threads) { [self] cancellation, _ in
            try read(within: timeout, lockTimeout: lockTimeout, cancellation: cancellation, body)
        }
    }

    /// The time after which a read is one of the slow ones. If there are too many of these, it begins again when it is its turn:
    /// the reads of one client take turns with those of others.
    private static let quickTime: Duration = .milliseconds(100)

    func snapshot(within timeout: Duration) async throws -> any FileReader {
        try await runInBackground(on: readers) { [self] _, _ in
            let connection = try lease(within: timeout, lockTimeout: lockTimeout)
            do {
                return try FileSnapshot(connection, of: self, changes, within: timeout)
            } catch {
                throw SQLiteTableError(error, path: name)
            }
        }
    }

    /// Runs the body on one of the database's threads. The body receives the cancellation of the task, and the thread.
    func runInBackground<Result: Sendable>(
        on threads: ReadingThreads, _ body: @escaping @Sendable (Cancellation, ReadingThreads.Thread) throws -> Result
    ) async throws -> Result {
        let (cancellation, client) = (Cancellation(), RequestClient.address)
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                threads.run(for: client) { thread in
                    continuation.resume(
                        with: Swift.Result {
                            if cancellation.isCancelled { throw CancellationError() }
                            do { return try body(cancellation, thread) } catch {
                                throw SQLiteTableError(error, path: self.name)
                            }
                        })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Runs the body on another thread.
    func run(after time: Duration = .zero, _ body: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + .milliseconds(Int(time / .milliseconds(1))), execute: body)
    }

    /// Returns whether a connection with an opening still reads the current file.
    func isUnchanged(since opening: SQLiteConnection.Opening) -> Bool {
        guard opening.isImmutable else { return (try? isOverwritten(since: opening)) == false }
        guard var stamp = try? FileSignature(path: path) else { return false }
        // A log does not change the file until its pages are copied.
        stamp.logSize = opening.stamp.logSize
        return stamp == opening.stamp
    }

    var changedMeanwhile: SQLiteTableError {
        SQLiteTableError(.changed, "\(name) was changed by another program while it was read. Try again.")
    }

    private func read<Result>(
        within timeout: Duration, lockTimeout: Duration, cancellation: Cancellation?,
        extending: QueryDeadline.Extension? = nil, _ body: (Database, SQLiteDatabase.ChangeToken) throws -> Result
    ) throws(SQLiteTableError) -> Result {
        var attempts = 3
        while true {
            attempts -= 1
            let connection = try lease(within: timeout, lockTimeout: lockTimeout)
            let result: Swift.Result<Result, any Error>
            do {
                result = .success(
                    try connection.read(
                        within: timeout, lockTimeout: lockTimeout, cancellation: cancellation, extending: extending
                    ) { database in
                        defer { connection.end(in: database) }
                        return try body(database, try connection.begin(in: database, changes))
                    })
            } catch {
                result = .failure(error)
            }
            if try isOverwritten(since: connection.opening) {
                guard attempts > 0 else { throw changedMeanwhile }
                continue
            }
            if case .failure(let error as DatabaseError) = result, error.isOfConnection {
                let others = state.locked { state in
                    defer { state.idle = [] }
                    return state.idle
                }
                _ = others  // closed here, outside of the lock
                if attempts == 2 { continue }
            } else {
                giveBack(connection)
            }
            switch result {
            case .success(let value): return value
            case .failure(let error): throw SQLiteTableError(error, path: name)
            }
        }
    }

    private func lease(within timeout: Duration, lockTimeout: Duration) throws(SQLiteTableError) -> SQLiteConnection {
        for _ in 0..<3 {
            let opening = try currentOpening()
            if let idle = state.locked({ $0.opening == opening ? $0.idle.popLast() : nil }) { return idle }
            guard OpenFileLimit.current.hasRoom else {
                throw SQLiteTableError(.busy, "\(name) cannot be opened: \("too many open files").")
            }
            do {
                let connection = try SQLiteConnection(
                    path: path, opening: opening, within: timeout, lockTimeout: lockTimeout)
                // Another file may have replaced it in the meantime.
                if try currentOpening() == opening { return connection }
            } catch {
                throw SQLiteTableError(error, path: name)
            }
        }
        throw changedMeanwhile
    }

    private func giveBack(_ connection: SQLiteConnection) {
        state.locked {
            guard connection.opening == $0.opening, $0.idle.count < capacity else { return }
            $0.idle.append(connection)
        }
    }

    private func currentOpening() throws(SQLiteTableError) -> SQLiteConnection.Opening {
        do throws(SQLiteTableError) {
            let stamp = try FileSignature(path: path)
            let known = state.locked { $0.opening }
            guard stamp.size > 0 || known.stamp.size == 0 else {
                throw SQLiteTableError(.cannotOpen, "\(name) is empty. Restore the file.")
            }
            if known.holds(for: stamp), try !isOverwritten(stamp, known) { return known }
            let (opening, stale) = try adopt(stamp, insteadOf: known)
            _ = stale  // closed here, outside of the lock
            return opening
        } catch {
            throw error.replacing(path, with: name)
        }
    }

    /// Returns whether the file was overwritten since an opening, so that a connection may have read a mixture.
    private func isOverwritten(since opening: SQLiteConnection.Opening) throws(SQLiteTableError) -> Bool {
        if opening.isImmutable { return opening != (try currentOpening()) }
        // A file that another one replaced stays whole for its connections.
        guard let current = try? currentOpening() else { return false }
        return opening != current && opening.stamp.isSameFile(as: current.stamp)
    }

    /// Returns whether another program than SQLite has written to the file.
    private func isOverwritten(_ stamp: FileSignature, _ opening: SQLiteConnection.Opening) throws(SQLiteTableError)
        -> Bool
    {
        // The pages of a log are copied into the file without a change of its contents.
        guard !opening.isImmutable, opening.stamp.logSize == nil, stamp.logSize == nil else { return false }
        let seen = state.locked { $0.seen }
        guard seen?.stamp != stamp else { return false }
        let version: Int64
        do { version = try changes.token(of: opening).version } catch let error as DatabaseError {
            // A locked file is looked at again later. If it cannot be read, its pages may be damaged.
            return error.resultCode != .SQLITE_BUSY && stamp != opening.stamp
        } catch {
            return false
        }
        // SQLite may have written in between. The next call looks again.
        guard try FileSignature(path: path) == stamp else { return false }
        state.locked { if $0.opening == opening { $0.seen = (stamp, version) } }
        return seen.map { $0.version == version } ?? (stamp != opening.stamp)
    }

    /// Changes the way in which connections are opened from now on.
    ///
    /// - Returns: The new opening, and the idle connections of the old one.
    private func adopt(_ stamp: FileSignature, insteadOf known: SQLiteConnection.Opening) throws(SQLiteTableError) -> (
        SQLiteConnection.Opening, stale: [SQLiteConnection]
    ) {
        let isImmutable = isWritten ? false : try Self.isImmutable(path, stamp)
        return state.locked { state in
            // Another thread may have been faster.
            guard state.opening == known else { return (state.opening, []) }
            state.opening = SQLiteConnection.Opening(
                number: state.opening.number + 1, stamp: stamp, isImmutable: isImmutable)
            state.seen = nil
            defer { state.idle = [] }
            return (state.opening, state.idle)
        }
    }

    /// Returns whether no program writes to a file.
    ///
    /// It opens and closes the file. That gives up all locks of this process, so it must not be a writer
    /// (https://www.sqlite.org/howtocorrupt.html, 2.2).
    private static func isImmutable(_ path: String, _ stamp: FileSignature) throws(SQLiteTableError) -> Bool {
        let isInLogMode = try FileSignature.usesLog(path: path)
        return isInLogMode && stamp.logSize == nil
    }
}

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
