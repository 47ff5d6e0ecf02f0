import Synchronization

/// Stops the reading that it is handed to, whether it has begun or not.
final class Cancellation: Sendable {
    private let state = Mutex(State())

    private struct State {
        var isCancelled = false
        var deadline: Deadline?
    }

    var isCancelled: Bool { state.withLock { $0.isCancelled } }

    func cancel() {
        state.withLock {
            $0.isCancelled = true
            $0.deadline?.expire()
        }
    }

    func begin(_ deadline: Deadline) {
        state.withLock {
            $0.deadline = deadline
            if $0.isCancelled { deadline.expire() }
        }
    }

    func end() {
        state.withLock { $0.deadline = nil }
    }
}
