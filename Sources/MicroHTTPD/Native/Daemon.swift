import CMicroHTTPD
import Glibc
import HTTPMessages

/// The owner of a running `MHD_Daemon` and its deadline monitor.
// @unchecked: libmicrohttpd's functions may be called from any thread; `stop(grace:)` is called once, by the server.
final class Daemon: @unchecked Sendable {
    let address: BoundAddress
    private let serverContext: ServerContext
    private let pointer: OpaquePointer
    private let listening: Int32
    /// The limit of connections for each of libmicrohttpd's threads.
    private let connectionsPerThread: Int

    /// Listens, and serves until ``stop(grace:)``.
    init(_ serverContext: ServerContext, threads: Int) throws {
        let configuration = serverContext.configuration
        // Otherwise SIGPIPE ends the process when it writes to a closed log or connection.
        signal(SIGPIPE, SIG_IGN)
        var socket = try ListeningSocket(
            host: configuration.host, port: configuration.port, isSecure: configuration.hasTLS)
        address = socket.address
        self.serverContext = serverContext
        var options = cmh_options()
        options.threads = UInt32(threads)
        // libmicrohttpd divides the limit among its threads and rounds down.
        connectionsPerThread = (configuration.maxConnections + threads - 1) / threads
        options.connections = UInt32(connectionsPerThread * threads)
        options.connections_per_address = UInt32(configuration.maxConnectionsPerAddress)
        options.idle_seconds = UInt32((configuration.idleTimeout.nanoseconds + 999_999_999) / 1_000_000_000)
        options.connection_memory = configuration.maxHeaderSize + HTTPServer.Configuration.responseMemory
        options.context = Unmanaged.passUnretained(serverContext).toOpaque()
        options.accept = Callbacks.accept
        options.access = Callbacks.access
        options.target = Callbacks.target
        options.connection = Callbacks.connection
        options.completed = Callbacks.completed
        options.unescape = Callbacks.unescape
        options.log = Callbacks.log
        if serverContext.certificate != nil {
            options.certificate = TLSCertificate.callback
            options.priorities = UnsafeRawPointer(TLSCertificate.priorities.utf8Start)
                .assumingMemoryBound(to: CChar.self)
        }
        try SystemThread.start { DeadlineMonitor.run(serverContext) }
        listening = socket.release()
        options.listen_socket = listening
        guard let pointer = cmh_start(&options) else {
            let number = errno
            serverContext.end()
            throw HTTPServerError(
                .daemonFailed, "libmicrohttpd could not start: \(String(cString: strerror(number))).", errno: number)
        }
        self.pointer = pointer
    }

    /// The number of open connections.
    var connectionCount: Int { serverContext.connections.count }

    /// Stops accepting connections, lets current requests end within the grace period, then aborts the others. Blocks.
    ///
    /// From now on, each response ends its connection. An idle connection is closed after it was idle for a second. A
    /// request that a client has just sent is therefore not lost.
    ///
    /// No connection may be suspended when the daemon is stopped, because libmicrohttpd then aborts the process. A
    /// terminated connection is never suspended again, and a connection that is accepted late is terminated first.
    func stop(grace: Duration) {
        stopAccepting()
        for connection in serverContext.connections.all { connection.endLiveBody() }
        let grace = grace.nanoseconds
        waitUntilDrained(nanoseconds: grace, rest: min(grace, Self.rest))
        serverContext.connections.terminateAll()
        // Stopping the daemon closes all connections. Clients whose work was cancelled first get time to read their
        // response.
        waitUntilDrained(nanoseconds: Self.farewell, rest: 0)
        MHD_stop_daemon(pointer)
        serverContext.end()
    }

    /// The time in nanoseconds that a client gets to read that its request was aborted.
    private static let farewell: UInt64 = 500_000_000

    /// The time in nanoseconds that a client gets to send its next request.
    ///
    /// Its last response may not announce the end of the connection, so a request may be on its way.
    private static let rest: UInt64 = 1_000_000_000

    private func waitUntilDrained(nanoseconds: UInt64, rest: UInt64) {
        let end = MonotonicClock.now() + nanoseconds
        while serverContext.connections.count > 0 {
            let now = MonotonicClock.now()
            let connections = serverContext.connections.all
            for connection in connections { connection.closeIfAtRest(for: rest, at: now) }
            // libmicrohttpd keeps closed connections until it is woken, which does not happen any more.
            guard now < end, !connections.allSatisfy(\.isAbandoned) else { return }
            serverContext.drained.wait(nanoseconds: min(end - now, 100_000_000))
        }
    }

    /// Refuses new clients: by the accept callback or, if that is safe, by closing the listening socket.
    ///
    /// `MHD_quiesce_daemon` must not be called. With epoll, the call and the threads race to remove the listening
    /// socket from the poll set, and the loser aborts the process. Therefore another descriptor replaces the socket
    /// under its number, and the kernel removes the socket from every poll set. A thread that just reaches its
    /// connection limit would remove it, too. With many connections, the socket therefore stays open, and only the
    /// accept callback refuses clients.
    private func stopAccepting() {
        serverContext.connections.isStopping = true
        let reserve = 64
        if serverContext.connections.count + reserve < connectionsPerThread { SocketCalls.replace(listening) }
    }
}

/// The memory that the C library keeps after it was freed.
package enum FreeMemory {
    /// Limits it for this process. Call it before other threads start.
    package static func limit() {
        cmh_limit_free_memory(Int32(clamping: max(HTTPServer.activeCores, 2)))
    }
}
