import CLibrary
import Dispatch
import TableDatabase
package import UnixSignals

#if canImport(MicroHTTPD)
    import MicroHTTPD
    public import ServiceLifecycle

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
            for action in startActions { await action(address) }
            await listening(address)
            responder.warmUp()
            await withDiscardingTaskGroup { group in
                for database in databases { group.addTask { await database.follow() } }
                try? await gracefulShutdown()
                await notice.stop(after: configuration.shutdownDelay)
                await http.stop()
                group.cancelAll()
            }
            for database in databases { database.finish() }
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
    // libmicrohttpd is used on Linux.
    extension TableServer {
        @available(
            *, unavailable,
            message: "TableServer listens on Linux. Pass makeResponder() to another server."
        )
        public func run() async throws {}

        @available(
            *, unavailable,
            message: "TableServer listens on Linux. Pass makeResponder() to another server."
        )
        public func runService() async throws {}
    }
#endif

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
