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
    fileprivate typealias Body = @Sendable (Thread) -> Void

    private let limit: Int
    private let state = Mutex(State())

    private struct State {
        var running = 0
        /// The closures of each client that wait for a thread, by its address.
        var waiting: [String: Deque<Body>] = [:]
        /// The clients with waiting closures, in their turns.
        var turns: Deque<String> = []

        mutating func next() -> Body? {
            guard let client = turns.popFirst(), let body = waiting[client]?.popFirst() else { return nil }
            if waiting[client]?.isEmpty == true { waiting[client] = nil } else { turns.append(client) }
            return body
        }
    }

    init(limit: Int) {
        self.limit = limit
    }

    func run(for client: String? = nil, _ body: @escaping @Sendable () -> Void) { run(for: client) { _ in body() } }

    func run(for client: String? = nil, _ body: @escaping @Sendable (Thread) -> Void) {
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
        if isNow { Thread(of: self).run(body) }
    }

    /// Returns the next closure for a thread, which ends if there is none.
    private func next() -> Body? {
        state.locked { state in
            let next = state.next()
            if next == nil { state.running -= 1 }
            return next
        }
    }

    /// A thread that runs one closure after the other.
    final class Thread: Sendable {
        private let threads: Mutex<ReadingThreads>

        fileprivate init(of threads: ReadingThreads) { self.threads = Mutex(threads) }

        fileprivate func run(_ body: @escaping Body) {
            // Each serial queue has its own thread.
            DispatchQueue(label: "TableSQLite").async { [self] in
                var next: Body? = body
                while let body = next {
                    body(self)
                    next = threads.locked { $0 }.next()
                }
            }
        }

        func isOne(of others: ReadingThreads) -> Bool { threads.locked { $0 === others } }

        /// Makes this one of other threads, if their limit is not reached. A closure that waits gets another thread.
        ///
        /// - Returns: Whether this is one of the others now.
        func move(to others: ReadingThreads) -> Bool {
            let hasRoom = others.state.locked { state in
                guard state.running < others.limit else { return false }
                state.running += 1
                return true
            }
            guard hasRoom else { return false }
            let earlier = threads.locked { threads in
                defer { threads = others }
                return threads
            }
            if let next = earlier.next() { Thread(of: earlier).run(next) }
            return true
        }
    }
}
