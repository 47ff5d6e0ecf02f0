import CMicroHTTPD
import Glibc
import HTTPMessages
import Synchronization

/// The time by which a connection must finish its current step. Its own thread sets it, the deadline monitor enforces
/// it.
///
/// Each change is atomic and returns the previous state. A request therefore either completes or times out, never both.
struct Deadline: ~Copyable, Sendable {
    /// The current step of a connection.
    enum Phase: UInt64 {
        /// The connection waits for its first byte.
        case opened
        /// The connection receives a request.
        case receiving
        /// The connection sends a response, or drops the body of a refused request.
        case sending
        /// The connection waits for its next request.
        case idle
    }

    /// Two special values: no deadline, and a claimed deadline. Other values have the phase in their two lowest bits.
    private static let never: UInt64 = 0
    private static let cut = UInt64.max
    private let word = Atomic<UInt64>(Deadline.never)

    /// Sets a deadline. Returns false if the connection was already claimed.
    func set(_ phase: Phase, at time: UInt64) -> Bool {
        replace(time & ~3 | phase.rawValue)
    }

    /// Removes the deadline. Returns false if the connection was already claimed.
    func clear() -> Bool { replace(Self.never) }

    /// The deadline and its phase; nil if there is none.
    var current: (time: UInt64, phase: Phase)? {
        let value = word.load(ordering: .acquiring)
        guard value != Self.never, value != Self.cut, let phase = Phase(rawValue: value & 3) else { return nil }
        return (value & ~3, phase)
    }

    /// Claims the right to end the connection. Returns false if the deadline has changed since `expected` was read.
    func claim(_ expected: (time: UInt64, phase: Phase)) -> Bool {
        let value = expected.time | expected.phase.rawValue
        return word.compareExchange(expected: value, desired: Self.cut, ordering: .acquiringAndReleasing).exchanged
    }

    private func replace(_ value: UInt64) -> Bool {
        let old = word.exchange(value, ordering: .acquiringAndReleasing)
        if old == Self.cut { word.store(Self.cut, ordering: .releasing) }
        return old != Self.cut
    }
}

/// Enforces the deadlines of connections. libmicrohttpd has only a timeout for silent connections.
enum DeadlineMonitor {
    /// Runs until the server context ends. Sleeps while no deadline is near, and without limit while there is no
    /// connection.
    static func run(_ serverContext: ServerContext) {
        while !serverContext.isEnded {
            let connections = serverContext.connections.all
            let now = MonotonicClock.now()
            // A deadline that is set during the sleep is at least one request deadline away.
            var next = now + min(serverContext.requestTimeout, peerInterval)
            for connection in connections {
                if let due = connection.expire(at: now) { next = min(next, due) }
                connection.checkPeer(at: now)
            }
            let sleep = next > now + minimumSleep ? next - now : minimumSleep
            serverContext.deadlineWakeup.wait(nanoseconds: connections.isEmpty ? nil : sleep)
        }
    }

    /// The interval in nanoseconds at which lost clients are detected.
    private static let peerInterval: UInt64 = 1_000_000_000
    /// The tick of the clock. After a shorter sleep, the clock would show an unchanged time.
    private static let minimumSleep: UInt64 = 5_000_000
}
