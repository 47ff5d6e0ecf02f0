import CMicroHTTPD
import Glibc

/// The one owner of a running `MHD_Daemon` and its reaper.
// @unchecked: libmicrohttpd's functions may be called from any thread; `stop(grace:)` is called once, by the server.
final class Daemon: @unchecked Sendable {
    let address: BoundAddress
    private let serverContext: ServerContext
    private let pointer: OpaquePointer
    private let listening: Int32
    /// The most connections that one of libmicrohttpd's threads takes.
    private let connectionsPerThread: Int

    /// Listens and serves until ``stop(grace:)``.
    init(_ serverContext: ServerContext, threads: Int) throws {
        let configuration = serverContext.configuration
        // Otherwise the process ends when it writes to a closed log or connection.
        signal(SIGPIPE, SIG_IGN)
        var socket = try ListeningSocket(host: configuration.host, port: configuration.port)
        address = socket.address
        self.serverContext = serverContext
        var options = cmh_options()
        options.threads = UInt32(threads)
        // libmicrohttpd shares the limit out among its threads, rounding down.
        connectionsPerThread = (configuration.maxConnections + threads - 1) / threads
        options.connections = UInt32(connectionsPerThread * threads)
        options.connections_per_address = UInt32(configuration.maxConnectionsPerAddress)
        options.idle_seconds = UInt32((configuration.idleTimeout.nanoseconds + 999_999_999) / 1_000_000_000)
        options.connection_memory = configuration.headerMemory + HTTPServer.Configuration.responseMemory
        options.context = Unmanaged.passUnretained(serverContext).toOpaque()
        options.accept = Callbacks.accept
        options.access = Callbacks.access
        options.target = Callbacks.target
        options.connection = Callbacks.connection
        options.completed = Callbacks.completed
        options.unescape = Callbacks.unescape
        options.log = Callbacks.log
        try SystemThread.start { DeadlineMonitor.run(serverContext) }
        listening = socket.release()
        options.listen_socket = listening
        guard let pointer = cmh_start(&options) else {
            let number = errno
            serverContext.end()
            throw HTTPServerError(
                .daemonFailed, "libmicrohttpd did not start: \(String(cString: strerror(number))).", errno: number)
        }
        self.pointer = pointer
    }

    /// How many connections are open.
    var connectionCount: Int { serverContext.connections.count }

    /// Stops accepting, lets requests under way end for as long as `grace`, then breaks the others off. Blocks.
    ///
    /// From here on each answer ends its connection and says so. A connection without a request is closed once it has been
    /// at rest for a second, so that no request is lost that a busy client has just sent.
    ///
    /// Nothing may be suspended when the daemon is stopped: libmicrohttpd then aborts the process. A connection that
    /// was terminated never suspends again, and one accepted late is terminated before it can.
    func stop(grace: Duration) {
        stopAccepting()
        for connection in serverContext.connections.all { connection.endFeed() }
        let grace = grace.nanoseconds
        waitUntilDrained(nanoseconds: grace, rest: min(grace, Self.rest))
        serverContext.connections.terminateAll()
        // Stopping the daemon closes what is open, so those whose promise is broken are first left time to be told.
        waitUntilDrained(nanoseconds: Self.farewell, rest: 0)
        MHD_stop_daemon(pointer)
        serverContext.end()
    }

    /// How long a client may take to read that its request is broken off, in nanoseconds.
    private static let farewell: UInt64 = 500_000_000

    /// How long a client may take to send its next request, in nanoseconds.
    ///
    /// Its last answer may not have told it that the connection ends, and its request may be on the way.
    private static let rest: UInt64 = 1_000_000_000

    private func waitUntilDrained(nanoseconds: UInt64, rest: UInt64) {
        let end = MonotonicClock.now() + nanoseconds
        while serverContext.connections.count > 0 {
            let now = MonotonicClock.now()
            let connections = serverContext.connections.all
            for connection in connections { connection.closeIfAtRest(for: rest, at: now) }
            // libmicrohttpd keeps what it has closed until it is woken, which nothing does any more.
            guard now < end, !connections.allSatisfy(\.isAbandoned) else { return }
            serverContext.drained.wait(nanoseconds: min(end - now, 100_000_000))
        }
    }

    /// From here on a client is refused: by libmicrohttpd after accepting, or, where that is safe, by the system.
    ///
    /// `MHD_quiesce_daemon` must not be called: with epoll, it and the threads race to take the listening socket out of
    /// the poll set, and the one that is late aborts the process. So the socket is closed under libmicrohttpd, which
    /// drops it from every poll set, and its number kept. A thread that is just reaching its limit would take it out
    /// as well; with many connections the socket stays, and the accept callback alone refuses.
    private func stopAccepting() {
        serverContext.connections.isStopping = true
        let reserve = 64
        if serverContext.connections.count + reserve < connectionsPerThread { SocketCalls.replace(listening) }
    }
}
