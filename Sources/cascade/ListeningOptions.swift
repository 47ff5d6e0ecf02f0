public import ArgumentParser
public import Logging
import MicroHTTPD
import ServiceLifecycle
import TableServer
import UnixSignals

/// Where a server listens and how it answers: the options of every command that serves.
struct ListeningOptions: ParsableArguments {
    @Option(help: "Listen on this address. An address that other machines reach needs --allow-anyone.")
    var host = "127.0.0.1"

    @Option(help: "Listen on this port; 0 picks a free one.")
    var port = 8080

    @Option(help: "Rows per page, 1 to 1000.")
    var size = 100

    @Flag(
        help:
            "Allow --host to be an address that other machines reach. There is no login: anyone who connects sees every table."
    )
    var allowAnyone = false

    @Option(
        name: .customLong("allowed-host"),
        help: "Accept requests for this host name, for example behind a proxy. Repeatable.")
    var allowedHosts: [String] = []

    @Option(
        name: .customLong("trusted-proxy"),
        help:
            "Use the X-Forwarded-* headers of the proxy at this address, or in this network, such as 10.0.0.0/8. Repeatable."
    )
    var trustedProxies: [String] = []

    @Option(
        name: .customLong("public"), help: "Serve the files of this folder. A theme.css in it restyles every page.",
        completion: .directory)
    var publicDirectory: String?

    @Option(
        help: "Use the Mustache templates of this folder in place of bundled ones with the same name.",
        completion: .directory)
    var templates: String?

    @Flag(help: "Never compress responses, for example behind a proxy that does.")
    var noCompression = false

    @Flag(help: "Put an apostrophe before texts in CSV and TSV that a spreadsheet would run as a formula.")
    var guardFormulas = false

    @Flag(help: "Serve a list of the mistakes in delegates at /anomalies. Everyone can read it.")
    var debug = false

    @Flag(help: "Serve metrics for Prometheus at /metrics. Everyone can read them.")
    var metrics = false

    @Flag(help: "Log every request to standard error, with its status and duration.")
    var logRequests = false

    @OptionGroup(title: "Limits")
    var limits: LimitOptions

    @Option(
        help:
            "Log entries of this level and above to standard error: trace, debug, info, notice, warning, error or critical."
    )
    var logLevel = Logger.Level.warning

    func makeServer() -> TableServer {
        let level = logLevel
        LoggingSystem.bootstrap { label in
            var handler = StreamLogHandler.standardError(label: label)
            handler.logLevel = level
            return handler
        }
        var configuration = TableServer.Configuration()
        configuration.http.host = host
        configuration.http.port = port
        configuration.allowsAnyone = allowAnyone
        configuration.allowedHosts = allowedHosts
        configuration.trustedProxies = trustedProxies
        configuration.pageSize = size
        configuration.allowsCompression = !noCompression
        configuration.guardsFormulas = guardFormulas
        configuration.showsAnomalies = debug
        configuration.publicDirectory = publicDirectory
        configuration.templatesDirectory = templates
        configuration.metrics = metrics ? PrometheusMetrics() : nil
        limits.apply(to: &configuration)
        var server = TableServer(configuration: configuration, logger: Logger(label: "cascade"))
        if logRequests {
            var logger = Logger(label: "requests")
            logger.logLevel = min(level, .info)
            server.addMiddleware(.requestLog(logger))
        }
        return server
    }

    /// Serves, beside what it needs, until the process is told to end.
    func run(_ server: TableServer, of name: String, beside services: [any Service] = []) async throws {
        var server = server
        server.onListening { address in
            print("Serving \(name) at http://\(address)/")
            flushOutput()
        }
        let group = ServiceGroup(
            services: [server] + services, gracefulShutdownSignals: [.sigint, .sigterm], logger: server.logger)
        try await group.run()
    }
}

extension Logger.Level: @retroactive ExpressibleByArgument {}
