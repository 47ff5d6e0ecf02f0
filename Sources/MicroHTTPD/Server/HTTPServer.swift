import Bytes
public import HTTPMessages
public import Logging
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// An HTTP/1.1 server with a closure as its handler, based on libmicrohttpd.
///
/// The handler begins on one of the server's threads, several calls at a time, so it must not block. A handler that
/// awaits something occupies no thread meanwhile. An `HTTPError` from the handler becomes a response with its status.
/// Other errors are logged and become status 500.
///
///     let server = HTTPServer { request in .text("You asked for \(request.path)") }
///     try await server.run()
public final class HTTPServer: Sendable {
    /// Responds to a request. It may be called on several threads at a time.
    ///
    /// Its task is cancelled when the client leaves. When the server stops and its `HTTPConfiguration.shutdownGrace` is
    /// over, the task is cancelled, and the client gets status 503.
    public typealias Handler = @Sendable (Request) async throws -> Response

    /// The settings of a server.
    public typealias Configuration = HTTPConfiguration

    private enum Stage {
        case ready
        case listening(Daemon)
        case stopping
        /// The server has stopped, or could not start.
        case stopped
    }

    private struct State {
        var stage = Stage.ready
        var stoppers: [CheckedContinuation<Void, Never>] = []
    }

    private let configuration: Configuration
    private let logger: Logger
    private let handler: Handler
    private let state = Mutex(State())

    /// Creates a server that does not listen yet.
    ///
    /// - Parameters:
    ///   - configuration: The settings of the server. ``start()`` checks them.
    ///   - logger: The logger of the server. Default: label `MicroHTTPD`.
    ///   - handler: Responds to the requests.
    public init(
        configuration: Configuration = .init(), logger: Logger = Logger(label: "MicroHTTPD"),
        handler: @escaping Handler
    ) {
        self.configuration = configuration
        self.logger = logger
        self.handler = handler
    }

    deinit {
        // A thread cannot wait for itself, and this may be one of the server's threads.
        guard case .listening(let daemon) = state.locked({ $0.stage }) else { return }
        SystemThread.run { daemon.stop(grace: .zero) }
    }

    /// Starts to listen. Clients can connect when it returns. A server can be started only once.
    ///
    /// - Returns: The address that the server listens on, with the port that the system chose for port 0.
    /// - Throws: `ConfigurationError`, or `HTTPServerError` if the server cannot listen.
    @discardableResult
    public func start() throws -> BoundAddress {
        let address = try state.locked { state in
            guard case .ready = state.stage else {
                throw HTTPServerError(
                    .alreadyStarted, "The server was already started. Create a new HTTPServer to start again.")
            }
            state.stage = .stopped
            try configuration.validate()
            let threads = configuration.threads ?? Self.activeCores
            OpenFileLimit.raise()
            let configuration = try configuration.fitting(.current, threads: threads, logger: logger)
            let serverContext = try ServerContext(configuration, logger: logger, handler: handler)
            let daemon = try Daemon(serverContext, threads: threads)
            state.stage = .listening(daemon)
            return daemon.address
        }
        logger.info("Listening", metadata: ["address": "\(address)"])
        return address
    }

    /// The address that the server listens on; nil while it does not listen.
    public var address: BoundAddress? {
        guard case .listening(let daemon) = state.locked({ $0.stage }) else { return nil }
        return daemon.address
    }

    /// The port that the server listens on; nil while it does not listen.
    public var port: Int? { address?.port }

    /// The number of open connections, including idle ones.
    public var connectionCount: Int {
        guard case .listening(let daemon) = state.locked({ $0.stage }) else { return 0 }
        return daemon.connectionCount
    }

    /// Stops the server: accepts no more connections, lets current requests end, and returns when all are closed.
    ///
    /// Requests that exceed `HTTPConfiguration.shutdownGrace` are aborted: waiting handlers are cancelled and get status
    /// 503, and streams end. You may call it more than once. Each call returns after the server has stopped.
    public func stop() async {
        beginStopping()
        await waitUntilStopped()
    }

    /// Starts the server unless it listens already, serves until the task is cancelled or ``stop()`` is called, and
    /// returns when all is closed.
    ///
    /// - Throws: `ConfigurationError`, or `HTTPServerError` if the server cannot listen.
    public func run() async throws {
        if address == nil { try start() }
        await withTaskCancellationHandler {
            await waitUntilStopped()
        } onCancel: {
            beginStopping()
        }
    }

    private func beginStopping() {
        state.locked { state in
            switch state.stage {
            case .ready: state.stage = .stopped
            case .listening(let daemon):
                state.stage = .stopping
                SystemThread.run { self.stop(daemon) }
            case .stopping, .stopped: break
            }
        }
    }

    private func waitUntilStopped() async {
        await withCheckedContinuation { continuation in
            let isStopped = state.locked { state in
                if case .stopped = state.stage { return true }
                state.stoppers.append(continuation)
                return false
            }
            if isStopped { continuation.resume() }
        }
    }

    private func stop(_ daemon: Daemon) {
        daemon.stop(grace: configuration.shutdownGrace)
        let stoppers = state.locked { state in
            state.stage = .stopped
            defer { state.stoppers = [] }
            return state.stoppers
        }
        logger.info("Stopped")
        for stopper in stoppers { stopper.resume() }
    }

    static var activeCores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

extension HTTPServer.Configuration {
    /// Returns the configuration with as many connections as the limit of open files allows.
    ///
    /// - Throws: `HTTPServerError` with code `tooManyOpenFiles` if there are no files for connections.
    func fitting(_ files: OpenFileLimit, threads: Int, logger: Logger) throws -> HTTPServer.Configuration {
        let room = files.connections(threads: threads)
        guard room < maxConnections else { return self }
        guard room > 0 else {
            throw HTTPServerError(
                .tooManyOpenFiles,
                "The process may have \(files.count) files open, which is not enough for connections. Raise the limit with ulimit -n."
            )
        }
        logger.warning(
            "The server accepts \(room) connections instead of \(maxConnections), because the process may have \(files.count) files open. Raise the limit with ulimit -n."
        )
        var configuration = self
        configuration.maxConnections = room
        // One address must not get a larger share of the connections.
        if (1..<maxConnections).contains(maxConnectionsPerAddress) {
            configuration.maxConnectionsPerAddress = max(maxConnectionsPerAddress * room / maxConnections, 1)
        }
        return configuration
    }
}
