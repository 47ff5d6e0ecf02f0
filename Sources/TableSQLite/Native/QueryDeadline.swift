import Bytes
import CLibrary
import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// The time at which SQLite stops a statement on a connection, or stops waiting for another program's lock.
final class QueryDeadline: Sendable {
    private let end = Atomic<UInt64>(.max)
    private let lockEnd = Atomic<UInt64>(.max)
    private let extending = Mutex<Extension?>(nil)

    /// Returns the time for which a statement goes on after its deadline; nil if it has to stop.
    typealias Extension = @Sendable () -> Duration?

    /// Sets the deadline of the next statements.
    ///
    /// - Parameters:
    ///   - lockTimeout: The maximum time to wait for locks of other programs.
    ///   - extending: Is asked once, when the deadline has passed.
    func set(to timeout: Duration, lockTimeout: Duration, extending: Extension? = nil) {
        self.extending.locked { $0 = extending }
        end.store(Self.time(in: timeout), ordering: .relaxed)
        lockEnd.store(Self.time(in: min(lockTimeout, timeout)), ordering: .relaxed)
    }

    private static func time(in timeout: Duration) -> UInt64 {
        let (seconds, attoseconds) = timeout.components
        let wait = UInt64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let end = DispatchTime.now().uptimeNanoseconds.addingReportingOverflow(
            wait.partialValue &+ UInt64(clamping: attoseconds / 1_000_000_000))
        return wait.overflow || end.overflow ? .max : end.partialValue
    }

    /// Stops the running statement. Thread-safe.
    func expire() {
        end.store(0, ordering: .relaxed)
    }

    var hasPassed: Bool {
        guard Self.isPast(end) else { return false }
        let passed = end.load(ordering: .relaxed)
        guard passed > 0, let time = extending.locked({ $0.take() })?() else { return true }
        // The read may be cancelled meanwhile.
        return !end.compareExchange(expected: passed, desired: Self.time(in: time), ordering: .relaxed).exchanged
    }

    private static func isPast(_ end: borrowing Atomic<UInt64>) -> Bool {
        let end = end.load(ordering: .relaxed)
        return end != .max && DispatchTime.now().uptimeNanoseconds >= end
    }

    /// Waits 5 milliseconds for a lock of another program.
    ///
    /// - Returns: Whether to try the lock again.
    func waitForLock() -> Bool {
        guard !hasPassed, !Self.isPast(lockEnd) else { return false }
        usleep(5_000)
        return true
    }

    /// Makes the connection check the deadline every 4,000 steps of SQLite's virtual machine, and when
    /// ``GRDB/Database/checkDeadline()`` is called. It does not retain the deadline.
    func watch(_ database: Database) throws {
        let pointer = Unmanaged.passUnretained(self).toOpaque()
        sqlite3_progress_handler(database.sqliteConnection, 4_000, deadlineHasPassed, pointer)
        let code = sqlite3_create_function_v2(
            database.sqliteConnection, "cascade_deadline", 0, SQLITE_UTF8 | SQLITE_DIRECTONLY, pointer,
            { context, _, _ in
                guard deadlineHasPassed(sqlite3_user_data(context)) != 0 else { return }
                sqlite3_result_error_code(context, SQLITE_INTERRUPT)
            }, nil, nil, nil)
        guard code == SQLITE_OK else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
    }
}

extension Database {
    /// Throws SQLITE_INTERRUPT if the deadline has passed. Call it between statements that take fewer than 4,000 steps.
    func checkDeadline() throws {
        _ = try cursor("SELECT cascade_deadline()").first { _ in }
    }
}

func deadlineHasPassed(_ context: UnsafeMutableRawPointer?) -> CInt {
    guard let context else { return 0 }
    return Unmanaged<QueryDeadline>.fromOpaque(context).takeUnretainedValue().hasPassed ? 1 : 0
}

/// Cancels the read that it is attached to, before or after the read begins.
final class Cancellation: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isCancelled = false
        var deadline: QueryDeadline?
        var interrupt: (@Sendable () -> Void)?
    }

    var isCancelled: Bool { state.locked { $0.isCancelled } }

    func cancel() {
        state.locked {
            $0.isCancelled = true
            $0.deadline?.expire()
            $0.interrupt?()
        }
    }

    /// Attaches a read.
    ///
    /// - Parameter interrupt: A closure that interrupts the running statement. SQLite counts all rows of a table in one
    ///   step and does not check the deadline during it.
    func begin(_ deadline: QueryDeadline, interrupt: @escaping @Sendable () -> Void) {
        state.locked {
            $0.deadline = deadline
            $0.interrupt = interrupt
            if $0.isCancelled { deadline.expire() }
        }
    }

    func end() {
        state.locked {
            $0.deadline = nil
            $0.interrupt = nil
        }
    }
}
