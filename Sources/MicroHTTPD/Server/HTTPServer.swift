public import Logging
import Synchronization

#if canImport(Glibc)
    import Glibc
#endif

/// An HTTP/1.1 server: libmicrohttpd underneath, values and closures above.
///
/// The handler runs on one of the server's threads, several at a time; it must not wait for long. What takes time
/// belongs into ``Reply/later(_:)``. What it throws is answered: an ``HTTPError`` with its status, anything else
/// with 500, and logged.
///
///     let server = HTTPServer { request in .response(.text("You asked for \(request.path)")) }
///     try await server.run()
public final class HTTPServer: Sendable {
    /// Answers one request.
    public typealias Handler = @Sendable (Request) throws -> Reply

    private enum Stage {
        case ready
        case listening(Daemon)
        case stopping
        case stopped
    }

    private struct State {
        var stage = Stage.ready
        var listeners: [CheckedContinuation<BoundAddress, any Error>] = []
        var stoppers: [CheckedContinuation<Void, Never>] = []
    }

    private let configuration: Configuration
    private let logger: Logger
    private let handler: Handler
    private let state = Mutex(State())

    /// Makes a server that does not listen yet.
    public init(
        configuration: Configuration = .init(), logger: Logger = Logger(label: "MicroHTTPD"),
        handler: @escaping Handler
    ) {
        self.configuration = configuration
        self.logger = logger
        self.handler = handler
    }

    deinit {
        // A thread cannot wait for itself, and this may be one of the server's own.
        guard case .listening(let daemon) = state.withLock({ $0.stage }) else { return }
        NativeThread.run { daemon.stop(grace: .zero) }
    }

    /// Listens; when this returns, clients can connect. A server starts once.
    ///
    /// - Throws: ``HTTPServerError`` that says why it cannot.
    public func start() throws {
        let listeners = try state.withLock { state in
            guard case .ready = state.stage else {
                throw HTTPServerError(.alreadyStarted, "The server was started before.")
            }
            try configuration.validate()
            let engine = try Engine(configuration, logger: logger, handler: handler)
            let daemon = try Daemon(engine, threads: configuration.threads ?? Self.activeCores)
            state.stage = .listening(daemon)
            defer { state.listeners = [] }
            return (daemon.address, state.listeners)
        }
        logger.info("Listening", metadata: ["address": "\(listeners.0)"])
        for listener in listeners.1 { listener.resume(returning: listeners.0) }
    }

    /// Where it listens, once it does.
    ///
    /// - Throws: ``HTTPServerError`` with `stopped` when it is stopped instead.
    public func waitUntilListening() async throws -> BoundAddress {
        try await withCheckedThrowingContinuation { continuation in
            let result: Result<BoundAddress, any Error>? = state.withLock { state in
                switch state.stage {
                case .listening(let daemon): return .success(daemon.address)
                case .stopping, .stopped: return .failure(HTTPServerError(.stopped, "The server was stopped."))
                case .ready:
                    state.listeners.append(continuation)
                    return nil
                }
            }
            if let result { continuation.resume(with: result) }
        }
    }

    /// Where it listens; nil while it does not.
    public var address: BoundAddress? {
        guard case .listening(let daemon) = state.withLock({ $0.stage }) else { return nil }
        return daemon.address
    }

    /// The port it listens on, also where the system chose it; nil while it does not listen.
    public var port: Int? { address?.port }

    /// The number of connections open now, those at rest included.
    public var connectionCount: Int {
        guard case .listening(let daemon) = state.withLock({ $0.stage }) else { return 0 }
        return daemon.connectionCount
    }

    /// Stops: takes no more connections, lets requests under way end, and returns when all is closed.
    ///
    /// What is not done after ``Configuration/shutdownGrace`` is broken off: promises are cancelled and answered
    /// 503, streams end. May be called more than once; each call returns when the server has stopped.
    public func stop() async {
        beginStopping()
        await waitUntilStopped()
    }

    /// Starts, serves until the task is cancelled or ``stop()`` is called, and returns when all is closed.
    ///
    /// - Throws: ``HTTPServerError`` when it cannot listen.
    public func run() async throws {
        try start()
        await withTaskCancellationHandler {
            await waitUntilStopped()
        } onCancel: {
            beginStopping()
        }
    }

    private func beginStopping() {
        let listeners = state.withLock { state in
            switch state.stage {
            case .ready: state.stage = .stopped
            case .listening(let daemon):
                state.stage = .stopping
                NativeThread.run { self.stop(daemon) }
            case .stopping, .stopped: break
            }
            defer { state.listeners = [] }
            return state.listeners
        }
        let error = HTTPServerError(.stopped, "The server was stopped.")
        for listener in listeners { listener.resume(throwing: error) }
    }

    private func waitUntilStopped() async {
        await withCheckedContinuation { continuation in
            let isStopped = state.withLock { state in
                if case .stopped = state.stage { return true }
                state.stoppers.append(continuation)
                return false
            }
            if isStopped { continuation.resume() }
        }
    }

    private func stop(_ daemon: Daemon) {
        daemon.stop(grace: configuration.shutdownGrace)
        let stoppers = state.withLock { state in
            state.stage = .stopped
            defer { state.stoppers = [] }
            return state.stoppers
        }
        logger.info("Stopped")
        for stopper in stoppers { stopper.resume() }
    }

    private static var activeCores: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}
