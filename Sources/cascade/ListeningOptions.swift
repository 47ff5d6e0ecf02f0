public import ArgumentParser
public import Logging
import MicroHTTPD
import ServiceLifecycle
import TableServer
import UnixSignals

/// Where a server listens and how it answers: the options of every command that serves.
struct ListeningOptions: ParsableArguments {
    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(help: "The port to listen on; 0 picks a free one.")
    var port = 8080

    @Option(help: "Rows of a page, 1 to 1000.")
    var size = 100

    @Flag(help: "Listen on a host other than this machine's own, where everybody who reaches it sees every table.")
    var allowAnyone = false

    @Option(name: .customLong("allowed-host"), help: "Another name this server answers for; may be repeated.")
    var allowedHosts: [String] = []

    @Option(
        name: .customLong("trusted-proxy"),
        help:
            "The address of a proxy, or a network such as 10.0.0.0/8, whose X-Forwarded-* headers count; may be repeated."
    )
    var trustedProxies: [String] = []

    @Option(
        name: .customLong("public"), help: "A folder of files to serve; theme.css changes the looks.",
        completion: .directory)
    var publicDirectory: String?

    @Option(help: "A folder of templates in place of the bundled ones of those names.", completion: .directory)
    var templates: String?

    @Flag(help: "Send everything as it is, also to clients that take it compressed.")
    var noCompression = false

    @Flag(help: "Put an apostrophe before texts of CSV and TSV that a spreadsheet would run as a formula.")
    var guardFormulas = false

    @Flag(help: "Tell what is wrong with the tables at /anomalies.")
    var debug = false

    @OptionGroup(title: "Limits")
    var limits: LimitOptions

    @Option(help: "What is logged to standard error: trace, debug, info, notice, warning, error or critical.")
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
        configuration.isCompressing = !noCompression
        configuration.guardsFormulas = guardFormulas
        configuration.isDebugging = debug
        configuration.publicDirectory = publicDirectory
        configuration.templatesDirectory = templates
        limits.apply(to: &configuration)
        return TableServer(configuration: configuration, logger: Logger(label: "cascade"))
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
