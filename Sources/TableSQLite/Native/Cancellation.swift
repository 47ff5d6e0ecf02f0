import Synchronization

/// Stops the reading that it is handed to, whether it has begun or not.
final class Cancellation: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isCancelled = false
        var deadline: QueryDeadline?
        var interrupt: (@Sendable () -> Void)?
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() {
        state.withLock {
            $0.isCancelled = true
            $0.deadline?.expire()
            $0.interrupt?()
        }
    }

    /// - Parameter interrupt: Interrupts the statement that is running. Counting all rows of a table is one step of SQLite's
    ///   machine, in which it does not ask for the deadline.
    func begin(_ deadline: QueryDeadline, interrupt: @escaping @Sendable () -> Void) {
        state.withLock {
            $0.deadline = deadline
            $0.interrupt = interrupt
            if $0.isCancelled { deadline.expire() }
        }
    }

    func end() {
        state.withLock {
            $0.deadline = nil
            $0.interrupt = nil
        }
    }
}
