import Dispatch
import Synchronization

/// Runs bodies on threads of their own, so many at a time; further ones wait in their order.
///
/// A body may keep its processor busy for seconds. Swift's tasks and the concurrent queues of Dispatch have a thread for each
/// core, so that a few such bodies would keep all others waiting. The system divides the cores among threads.
final class ReadingThreads: Sendable {
    private let limit: Int
    private let state = Mutex(State())

    private struct State {
        var running = 0
        /// The bodies that wait for a thread; the last of them is the next to run.
        var waiting: [@Sendable () -> Void] = []
    }

    init(limit: Int) {
        self.limit = limit
    }

    func run(_ body: @escaping @Sendable () -> Void) {
        let isNow = state.withLock { state in
            if state.running < limit {
                state.running += 1
                return true
            }
            state.waiting.insert(body, at: 0)
            return false
        }
        guard isNow else { return }
        // Each serial queue gets a thread.
        DispatchQueue(label: "TableSQLite").async { [self] in
            var next: (@Sendable () -> Void)? = body
            while let body = next {
                body()
                next = state.withLock { state in
                    if state.waiting.isEmpty { state.running -= 1 }
                    return state.waiting.popLast()
                }
            }
        }
    }
}
