import Dispatch
import GRDB
import Synchronization

/// Hands out read-only connections to one file, and opens new ones when the file has been replaced.
///
/// A database in write-ahead mode that has no log is written by nobody at the moment. It is opened as immutable, so that
/// no `-wal` and `-shm` are left beside it and its directory need not be writable. Whoever writes makes a log first, so
/// what was read is good when the file is unchanged and without a log before and after; else it is read again.
final class ConnectionPool: Sendable {
    let path: String
    private let capacity: Int
    private let state: Mutex<State>

    private struct State {
        var opening: Connection.Opening
        var idle: [Connection] = []
    }

    init(path: String, capacity: Int) throws(SQLiteTableError) {
        self.path = path
        self.capacity = capacity
        state = Mutex(State(opening: try Self.opening(of: path, stamp: try FileStamp(path: path))))
        try read(within: .seconds(10)) { _ in }
    }

    /// Runs the body on this thread with a connection of its own.
    func read<Result>(
        within timeout: Duration, _ body: (Database) throws -> Result
    ) throws(SQLiteTableError) -> Result {
        try read(within: timeout, cancellation: nil, body)
    }

    /// Runs the body on a thread that may wait, stopping it when the task is cancelled.
    func readInBackground<Result: Sendable>(
        within timeout: Duration, _ body: @escaping @Sendable (Database) throws -> Result
    ) async throws -> Result {
        let cancellation = Cancellation()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                DispatchQueue.global(qos: .userInitiated).async {
                    continuation.resume(
                        with: Swift.Result {
                            try self.read(within: timeout, cancellation: cancellation, body)
                        })
                }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    private func read<Result>(
        within timeout: Duration, cancellation: Cancellation?, _ body: (Database) throws -> Result
    ) throws(SQLiteTableError) -> Result {
        var attempts = 3
        while true {
            attempts -= 1
            let connection = try lease()
            let result: Swift.Result<Result, any Error>
            do {
                result = .success(try connection.read(within: timeout, cancellation: cancellation, body))
            } catch {
                result = .failure(error)
            }
            if connection.opening.isImmutable, connection.opening != (try currentOpening()), attempts > 0 { continue }
            giveBack(connection)
            switch result {
            case .success(let value): return value
            case .failure(let error): throw SQLiteTableError(error, path: path)
            }
        }
    }

    /// A connection that stays with the caller, and how it was opened.
    func makeConnection() throws(SQLiteTableError) -> Connection {
        let opening = try currentOpening()
        do {
            return try Connection(path: path, opening: opening)
        } catch {
            throw SQLiteTableError(error, path: path)
        }
    }

    private func lease() throws(SQLiteTableError) -> Connection {
        let opening = try currentOpening()
        if let idle = state.withLock({ $0.opening == opening ? $0.idle.popLast() : nil }) { return idle }
        do {
            return try Connection(path: path, opening: opening)
        } catch {
            throw SQLiteTableError(error, path: path)
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
            defer { state = State(opening: opening) }
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
