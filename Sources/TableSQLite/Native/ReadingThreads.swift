import Bytes
import DequeModule
import Dispatch
import Synchronization

/// Runs closures on dedicated threads, up to a limit. Further closures wait in their order.
///
/// A closure may use its processor for seconds. Swift's tasks and Dispatch's concurrent queues have one thread for each
/// core. A few such closures would block all others. The system divides the cores among threads.
final class ReadingThreads: Sendable {
    private let limit: Int
    private let state = Mutex(State())

    private struct State {
        var running = 0
        /// The closures that wait for a thread. The first one runs next.
        var waiting: Deque<@Sendable () -> Void> = []
    }

    init(limit: Int) {
        self.limit = limit
    }

    func run(_ body: @escaping @Sendable () -> Void) {
        let isNow = state.locked { state in
            if state.running < limit {
                state.running += 1
                return true
            }
            state.waiting.append(body)
            return false
        }
        guard isNow else { return }
        // Each serial queue has its own thread.
        DispatchQueue(label: "TableSQLite").async { [self] in
            var next: (@Sendable () -> Void)? = body
            while let body = next {
                body()
                next = state.locked { state in
                    if state.waiting.isEmpty { state.running -= 1 }
                    return state.waiting.popFirst()
                }
            }
        }
    }
}
