import Logging
import ServiceLifecycle
import TableServer
import TableServerOptions
import UnixSignals

extension TableServerOptions {
    /// Creates a server whose log entries go to standard error.
    func makeCommandServer() -> TableServer {
        let level = logLevel
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
        return makeServer(logger: Logger(label: "cascade"))
    }

    /// Runs the server and other services until SIGINT, SIGTERM or SIGHUP.
    func run(_ server: TableServer, of name: String, beside services: [any Service] = []) async throws {
        var server = server
        server.onListening { address in
            print("Serving \(name) at http://\(address)/")
            flushOutput()
        }
        let group = ServiceGroup(
            services: [server] + services, gracefulShutdownSignals: UnixSignal.ending, logger: server.logger)
        try await group.run()
    }
}
