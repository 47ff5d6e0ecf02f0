public import ArgumentParser
public import Logging
public import TableServer

/// The options of a command that serves tables, as `cascade serve` has them.
///
/// ```swift
/// @main
/// struct Shop: AsyncParsableCommand {
///     @ArgumentParser.OptionGroup var options: TableServerOptions
///
///     func run() async throws {
///         var server = options.makeServer()
///         server.mount("/", Market())
///         try await server.runService()
///     }
/// }
/// ```
///
/// `Shop --help` lists `--port`, `--size`, `--allow-anyone` and the others. Write `ArgumentParser.OptionGroup`, because
/// `CascadingTable` also has a type with this name.
public struct TableServerOptions: ParsableArguments {
    @Option(
        help:
            "Listen on this address. An address that other machines reach needs a sign-in, such as --accounts, or --allow-anyone."
    )
    var host = "127.0.0.1"

    @Option(help: "Listen on this port; 0 picks a free one.")
    var port = 8080

    @Option(
        help: "Serve by TLS with the certificate in this PEM file. It is read again when it changes. Needs --tls-key.",
        completion: .file())
    var tlsCertificate: String?

    @Option(help: "The private key of --tls-certificate, in PEM.", completion: .file())
    var tlsKey: String?

    @Option(help: "Rows per page, 1 to 1000.")
    var size = 100

    @Flag(
        help:
            "Allow --host to be an address that other machines reach, without a sign-in: anyone who connects sees every table."
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

    @Option(
        name: .customLong("log-level"),
        help:
            "Log entries of this level and above to standard error: trace, debug, info, notice, warning, error or critical."
    )
    var level = LogLevel.warning

    // The last ones of --help. With a title, they would come before all others.
    @OptionGroup var limits: LimitOptions

    /// Creates options that are set when a command line is parsed.
    public init() {}

    /// Checks the options that belong together.
    public func validate() throws {
        guard (tlsCertificate == nil) == (tlsKey == nil) else {
            throw ValidationError("--tls-certificate and --tls-key belong together. Name both files.")
        }
    }

    /// The lowest level of log entries, from `--log-level`. Default: warning.
    ///
    /// Set it in your `LoggingSystem.bootstrap`. It changes no logger by itself.
    public var logLevel: Logger.Level { Logger.Level(rawValue: level.rawValue) ?? .warning }

    /// A Boolean value that indicates whether `--trusted-proxy` names a proxy.
    package var hasTrustedProxies: Bool { !trustedProxies.isEmpty }

    /// Returns the configuration that the options describe. The server checks the values when it starts.
    public func makeConfiguration() -> TableServer.Configuration {
        var configuration = TableServer.Configuration()
        configuration.http.host = host
        configuration.http.port = port
        (configuration.http.tlsCertificate, configuration.http.tlsKey) = (tlsCertificate, tlsKey)
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
        return configuration
    }

    /// Creates a server without tables, with the configuration and, for `--log-requests`, a log of the requests.
    ///
    /// - Parameter logger: The logger of the server. Default: label `TableServer`.
    public func makeServer(logger: Logger = Logger(label: "TableServer")) -> TableServer {
        var server = TableServer(configuration: makeConfiguration(), logger: logger)
        if logRequests {
            var logger = Logger(label: "requests")
            logger.logLevel = min(logLevel, .info)
            server.addMiddleware(.requestLog(logger))
        }
        return server
    }

    /// A level of `Logger` that command lines can parse.
    enum LogLevel: String, CaseIterable, ExpressibleByArgument {
        case trace, debug, info, notice, warning, error, critical
    }
}
