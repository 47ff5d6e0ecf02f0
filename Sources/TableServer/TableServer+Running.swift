import CLibrary
import Dispatch
public import ServiceLifecycle
import TableDatabase
package import UnixSignals

#if canImport(MicroHTTPD)
    import MicroHTTPD

    extension TableServer: Service {
        /// Serves until the service group shuts down, then finishes the requests in flight.
        ///
        /// - Throws: `ConfigurationError` or ``TableServerError`` for an invalid configuration, `HTTPServerError` if the
        ///   server cannot listen.
        public func run() async throws {
            let notice = StopNotice()
            var server = self
            server.addReadinessCheck("server") { try notice.check() }
            let responder = try server.makeResponder()
            let http = HTTPServer(configuration: responder.httpConfiguration, logger: logger) {
                await responder.respond(to: $0)
            }
            let address = try http.start()
            for action in startActions { await action(address.url) }
            await listening(address)
            responder.warmUp()
            await followDatabases {
                await notice.stop(after: configuration.shutdownDelay)
                await http.stop()
            }
        }

        /// Serves until the process receives SIGINT (Ctrl-C), SIGTERM, or SIGHUP because its terminal was closed.
        ///
        /// A process that was started with `nohup` ignores SIGHUP.
        ///
        /// - Throws: The errors of ``run()``.
        public func runService() async throws {
            try await run(with: [])
        }

        /// Runs the server and other services until a signal to end. Some seconds after it, the system ends the process in any case,
        /// even if work keeps all threads of tasks busy.
        package func run(with services: [any Service]) async throws {
            let (signals, queue) = (UnixSignal.ending, DispatchQueue(label: "TableServer.ending"))
            let longest = min(configuration.shutdownDelay + configuration.http.shutdownGrace, .seconds(1 << 30))
            let seconds = UInt32(clamping: longest.components.seconds + 5)
            let sources = signals.map { signal in
                let source = DispatchSource.makeSignalSource(signal: signal.rawValue, queue: queue)
                source.setEventHandler { alarm(seconds) }
                source.activate()
                return source
            }
            defer {
                for source in sources { source.cancel() }
                alarm(0)
            }
            try await ServiceGroup(services: [self] + services, gracefulShutdownSignals: signals, logger: logger).run()
        }
    }
#else
    extension TableServer {
        /// Serves on Linux only, where libmicrohttpd is used.
        @available(*, unavailable, message: "It serves on Linux. Pass makeResponder() to another server.")
        public func run() async throws {}

        /// Serves on Linux only, where libmicrohttpd is used.
        @available(*, unavailable, message: "It serves on Linux. Pass makeResponder() to another server.")
        public func runService() async throws {}
    }
#endif

/// The work of a server beside the requests, while another HTTP server answers them with the responder.
///
/// It follows the mounted databases, so that their tables know what other programs write, and logs the link by which the first
/// administrator is made. ``TableServer/run()`` does both by itself.
///
/// ```swift
/// let application = Application(router: router, services: [server.backgroundService(url: "https://shop.example/")])
/// ```
public struct BackgroundService: Service {
    fileprivate let server: TableServer
    fileprivate let url: String

    /// Works until the service group shuts down.
    public func run() async throws {
        for action in server.startActions { await action(url) }
        await server.followDatabases {}
    }
}

extension TableServer {
    /// Returns the service that works beside another HTTP server. Call it after accounts and databases are added.
    ///
    /// - Parameter url: The address of the start page, such as `https://shop.example/`.
    public func backgroundService(url: String) -> BackgroundService {
        BackgroundService(server: self, url: url.hasSuffix("/") ? url : "\(url)/")
    }

    /// Follows the databases until the service group shuts down, and the server has ended.
    ///
    /// - Parameter end: A closure that ends the server.
    fileprivate func followDatabases(_ end: () async -> Void) async {
        await withDiscardingTaskGroup { group in
            for database in databases { group.addTask { await database.follow() } }
            try? await gracefulShutdown()
            await end()
            group.cancelAll()
        }
        for database in databases { database.finish() }
    }
}

extension UnixSignal {
    /// The signals that end a server.
    package static var ending: [UnixSignal] {
        // nohup starts its program with SIGHUP ignored. Reading the handler means replacing it.
        let handler = signal(SIGHUP, SIG_IGN)
        let isIgnored = unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
        if !isIgnored { signal(SIGHUP, handler) }
        return isIgnored ? [.sigint, .sigterm] : [.sigint, .sigterm, .sighup]
    }
}
