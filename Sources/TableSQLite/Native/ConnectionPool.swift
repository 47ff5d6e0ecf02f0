import Foundation
import GRDB
import Synchronization

/// Hands out read-only connections to one file, and opens new ones when the file has been replaced.
///
/// A database in write-ahead mode that has no log is written by nobody at the moment. It is opened as immutable, so that
/// no `-wal` and `-shm` are left beside it and its directory need not be writable. Whoever writes makes a log first, so
/// what was read is good when the file is unchanged and without a log before and after; else it is read again.
final class ConnectionPool: Sendable {
    let path: String
    /// The name of the file, for messages that visitors see.
    private var name: String { path.split(separator: "/").last.map(String.init) ?? path }
    private let capacity: Int
    /// The time that reads wait for locks of other programs.
    private let lockTimeout: Duration
    /// Threads of its own, because SQLite blocks them: Swift's are as many as there are cores, and all tasks need them.
    private let readers = OperationQueue()
    private let queue = DispatchQueue(label: "TableSQLite", qos: .userInitiated, attributes: .concurrent)
    private let state: Mutex<State>

    private struct State {
        var opening: Connection.Opening
        var idle: [Connection] = []
        /// Until then, no read is expected to be short.
        var slowUntil = ContinuousClock.now
    }

    init(path: String, capacity: Int, lockTimeout: Duration) throws(SQLiteTableError) {
        self.path = path
        self.capacity = capacity
        self.lockTimeout = lockTimeout
        readers.maxConcurrentOperationCount = 4
        readers.underlyingQueue = queue
        state = Mutex(State(opening: try Self.opening(of: path, stamp: try FileStamp(path: path))))
        try read(within: .seconds(10)) { _ in }
    }

    /// Runs the body on this thread with a connection of its own.
    func read<Result>(
        within timeout: Duration, _ body: (Database) throws -> Result
    ) throws(SQLiteTableError) -> Result {
        try read(within: timeout, lockTimeout: lockTimeout, cancellation: nil, body)
    }

    /// The time that a read may take on a thread that has other things to do.
    private static let shortTime: Duration = .milliseconds(5)

    /// Runs the body on this thread if that takes a few milliseconds at most.
    ///
    /// - Returns: Nil if it takes longer, or if another program holds a lock on the file.
    func readShortly<Result>(_ body: (Database) throws -> Result) throws(SQLiteTableError) -> Result? {
        guard state.withLock({ $0.slowUntil < .now }) else { return nil }
        do {
            return try read(within: Self.shortTime, lockTimeout: .zero, cancellation: nil, body)
        } catch {
            guard error.code == .timedOut || error.code == .busy else { throw error }
            // The next reads are probably as slow.
            state.withLock { $0.slowUntil = .now + .seconds(1) }
            return nil
        }
    }

    /// Runs the body on one of the file's own threads, and stops it when the task is cancelled.
    func readInBackground<Result: Sendable>(
        within timeout: Duration, _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                readers.addOperation {
                    continuation.resume(
                        with: Swift.Result {
                            if cancellation.isCancelled { throw CancellationError() }
                            return try self.read(
                                within: timeout, lockTimeout: self.lockTimeout, cancellation: cancellation, body)
                        })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    private func read<Result>(
        within timeout: Duration, lockTimeout: Duration, cancellation: Cancellation?,
        _ body: (Database) throws -> Result
    ) throws(SQLiteTableError) -> Result {
        var attempts = 3
        while true {
            attempts -= 1
            let connection = try lease(within: timeout, lockTimeout: lockTimeout)
            let result: Swift.Result<Result, any Error>
            do {
                result = .success(
                    try connection.read(
                        within: timeout, lockTimeout: lockTimeout, cancellation: cancellation, body))
            } catch {
                result = .failure(error)
            }
            if connection.opening.isImmutable, connection.opening != (try currentOpening()), attempts > 0 { continue }
            giveBack(connection)
            switch result {
            case .success(let value): return value
            case .failure(let error): throw SQLiteTableError(error, path: name)
            }
        }
    }

    /// A connection that stays with the caller, and how it was opened.
    func makeConnection() throws(SQLiteTableError) -> Connection {
        let opening = try currentOpening()
        do {
            return try Connection(path: path, opening: opening, within: .seconds(10), lockTimeout: lockTimeout)
        } catch {
            throw SQLiteTableError(error, path: path)
        }
    }

    private func lease(within timeout: Duration, lockTimeout: Duration) throws(SQLiteTableError) -> Connection {
        let opening = try currentOpening()
        if let idle = state.withLock({ $0.opening == opening ? $0.idle.popLast() : nil }) { return idle }
        do {
            return try Connection(path: path, opening: opening, within: timeout, lockTimeout: lockTimeout)
        } catch {
            throw SQLiteTableError(error, path: name)
        }
    }

    private func giveBack(_ connection: Connection) {
        state.withLock {
            guard connection.opening == $0.opening, $0.idle.count < capacity else { return }
            $0.idle.append(connection)
        }
    }

    private func currentOpening() throws(SQLiteTableError) -> Connection.Opening {
        let stamp = try FileStamp(path: path)
        let known = state.withLock { $0.opening }
        if known.holds(for: stamp) { return known }
        let opening = try Self.opening(of: path, stamp: stamp)
        let stale = state.withLock { state in
            defer { (state.opening, state.idle) = (opening, []) }
            return state.idle
        }
        _ = stale  // closed here, out of the lock
        return opening
    }

    private static func opening(of path: String, stamp: FileStamp) throws(SQLiteTableError) -> Connection.Opening {
        let isInLogMode = try FileStamp.usesLog(path: path)
        return Connection.Opening(stamp: stamp, isImmutable: isInLogMode && stamp.logSize == nil)
    }
}
