import Dispatch
import GRDB
import GRDBSQLite
import Synchronization

/// The moment at which SQLite gives up what it is doing on a connection.
final class Deadline: Sendable {
    private let nanoseconds = Atomic<UInt64>(.max)

    func set(to timeout: Duration) {
        let (seconds, attoseconds) = timeout.components
        let wait = UInt64(clamping: seconds).multipliedReportingOverflow(by: 1_000_000_000)
        let end = DispatchTime.now().uptimeNanoseconds.addingReportingOverflow(
            wait.partialValue &+ UInt64(clamping: attoseconds / 1_000_000_000))
        nanoseconds.store(wait.overflow || end.overflow ? .max : end.partialValue, ordering: .relaxed)
    }

    /// Stops what is running on the connection, from any thread.
    func expire() {
        nanoseconds.store(0, ordering: .relaxed)
    }

    var hasPassed: Bool {
        let end = nanoseconds.load(ordering: .relaxed)
        return end != .max && DispatchTime.now().uptimeNanoseconds >= end
    }

    /// Makes the connection ask, every few thousand steps of SQLite's machine. It does not retain the deadline.
    func watch(_ database: Database) {
        sqlite3_progress_handler(
            database.sqliteConnection, 4_000, deadlineHasPassed, Unmanaged.passUnretained(self).toOpaque())
    }
}

private func deadlineHasPassed(_ context: UnsafeMutableRawPointer?) -> CInt {
    guard let context else { return 0 }
    return Unmanaged<Deadline>.fromOpaque(context).takeUnretainedValue().hasPassed ? 1 : 0
}
