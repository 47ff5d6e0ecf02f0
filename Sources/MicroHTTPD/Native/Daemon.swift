import CMicroHTTPD
import Glibc

/// The one owner of a running `MHD_Daemon` and its reaper.
// @unchecked: libmicrohttpd's functions may be called from any thread; `stop(grace:)` is called once, by the server.
final class Daemon: @unchecked Sendable {
    let address: BoundAddress
    private let engine: Engine
    private let pointer: OpaquePointer

    /// Listens and serves until ``stop(grace:)``.
    init(_ engine: Engine, threads: Int) throws {
        let configuration = engine.configuration
        var socket = try ListeningSocket(host: configuration.host, port: configuration.port)
        address = socket.address
        self.engine = engine
        var options = cmh_options()
        options.listen_socket = socket.release()
        options.threads = UInt32(threads)
        // libmicrohttpd shares the limit out among its threads, rounding down.
        options.connections = UInt32((configuration.maxConnections + threads - 1) / threads * threads)
        options.connections_per_address = UInt32(configuration.maxConnectionsPerAddress)
        options.idle_seconds = UInt32((configuration.idleTimeout.nanoseconds + 999_999_999) / 1_000_000_000)
        options.connection_memory = configuration.headerMemory
        options.context = Unmanaged.passUnretained(engine).toOpaque()
        options.access = Callbacks.access
        options.target = Callbacks.target
        options.connection = Callbacks.connection
        options.completed = Callbacks.completed
        options.unescape = Callbacks.unescape
        options.log = Callbacks.log
        guard let pointer = cmh_start(&options) else {
            let number = errno
            throw HTTPServerError(
                .daemonFailed, "libmicrohttpd did not start: \(String(cString: strerror(number))).", errno: number)
        }
        self.pointer = pointer
        NativeThread.start { Reaper.run(engine) }
    }

    /// How many connections are open.
    var connectionCount: Int { engine.connections.count }

    /// Stops accepting, lets requests under way end for as long as `grace`, then breaks the others off. Blocks.
    ///
    /// Nothing may be suspended when the daemon is stopped; that is undefined behaviour. So from `terminate` on,
    /// which no connection escapes since none is accepted any more, nothing suspends.
    func stop(grace: Duration) {
        engine.connections.isStopping = true
        let listening = MHD_quiesce_daemon(pointer)
        // The socket may be closed only after the daemon, but need not greet anyone until then.
        if listening >= 0 { Descriptor.shutDown(listening) }
        for connection in engine.connections.all { connection.beginStopping() }
        let end = MonotonicClock.now() + grace.nanoseconds
        while engine.connections.count > 0 {
            let now = MonotonicClock.now()
            guard now < end else { break }
            engine.drained.wait(nanoseconds: end - now)
        }
        for connection in engine.connections.all { connection.terminate() }
        MHD_stop_daemon(pointer)
        if listening >= 0 { Descriptor.close(listening) }
        engine.end()
    }
}
