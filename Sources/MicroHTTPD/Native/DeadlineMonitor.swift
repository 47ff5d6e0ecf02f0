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
