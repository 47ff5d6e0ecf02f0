import Bytes
import DequeModule
import Dispatch
import Synchronization

/// Runs closures on dedicated threads, up to a limit. Further closures wait. Clients take turns, each with its closures in
/// their order.
///
/// A closure may use its processor for seconds. Swift's tasks and Dispatch's concurrent queues have one thread for each
/// core. A few such closures would block all others. The system divides the cores among threads.
final class ReadingThreads: Sendable {
    private let limit: Int
    private let state = Mutex(State())

    private struct State {
        var running = 0
        /// The closures of each client that wait for a thread, by its address.
        var waiting: [String: Deque<@Sendable () -> Void>] = [:]
        /// The clients with waiting closures, in their turns.
        var turns: Deque<String> = []

        mutating func next() -> (@Sendable () -> Void)? {
            guard let client = turns.popFirst(), let body = waiting[client]?.popFirst() else { return nil }
            if waiting[client]?.isEmpty == true { waiting[client] = nil } else { turns.append(client) }
            return body
        }
    }

    init(limit: Int) {
        self.limit = limit
    }

    func run(for client: String? = nil, _ body: @escaping @Sendable () -> Void) {
        let client = client ?? ""
        let isNow = state.locked { state in
            if state.running < limit {
                state.running += 1
                return true
            }
            if state.waiting[client] == nil { state.turns.append(client) }
            state.waiting[client, default: []].append(body)
            return false
        }
        guard isNow else { return }
        // Each serial queue has its own thread.
        DispatchQueue(label: "TableSQLite").async { [self] in
            var next: (@Sendable () -> Void)? = body
            while let body = next {
                body()
                next = state.locked { state in
                    let next = state.next()
                    if next == nil { state.running -= 1 }
                    return next
                }
            }
        }
    }
}
