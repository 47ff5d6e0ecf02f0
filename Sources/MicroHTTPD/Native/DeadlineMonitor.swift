/// Enforces deadlines, which libmicrohttpd has none of: its timeout counts silence only.
enum DeadlineMonitor {
    /// Runs until the serverContext ends. Sleeps for as long as nothing is due, for ever while there is no connection.
    static func run(_ serverContext: ServerContext) {
        while !serverContext.isEnded {
            let connections = serverContext.connections.all
            let now = MonotonicClock.now()
            // A deadline set while this sleeps is due no sooner than one whole deadline from now.
            var next = now + min(serverContext.requestDeadline, peerInterval)
            for connection in connections {
                if let due = connection.expire(at: now) { next = min(next, due) }
                connection.checkPeer(at: now)
            }
            let sleep = next > now + minimumSleep ? next - now : minimumSleep
            serverContext.reaperWakeup.wait(nanoseconds: connections.isEmpty ? nil : sleep)
        }
    }

    /// How often clients are asked whether they are still there, in nanoseconds.
    private static let peerInterval: UInt64 = 1_000_000_000
    /// The clock's tick: sleeping for less would only look at the same time again.
    private static let minimumSleep: UInt64 = 5_000_000
}
