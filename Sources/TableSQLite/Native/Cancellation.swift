import Synchronization

/// Cancels the read that it is attached to, before or after the read begins.
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

    /// Attaches a read.
    ///
    /// - Parameter interrupt: A closure that interrupts the running statement. SQLite counts all rows of a table in one
    ///   step and does not check the deadline during it.
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
