public import CascadingTable
public import Logging
public import MicroHTTPD
public import ServiceLifecycle
import UnixSignals

/// Puts tables on the web, each at its path.
///
/// ```swift
/// var server = TableServer()
/// server.mount("/", await TableView(title: "Market", root: market))
/// try await server.runService()
/// ```
///
/// The first table belongs at `/`. Listens on 127.0.0.1:8080 unless told otherwise.
public struct TableServer: Service {
    public let configuration: Configuration
    public let logger: Logger
    private var mounts: [Mount] = []
    private var routing: [@Sendable (inout Router) -> Void] = []
    private var checks: [ReadinessCheck] = []
    private var listening: @Sendable (BoundAddress) async -> Void = { _ in }

    public init(configuration: Configuration = .init(), logger: Logger = Logger(label: "TableServer")) {
        self.configuration = configuration
        self.logger = logger
    }

    /// Serves a table at a path that ends with a slash.
    public mutating func mount(_ path: RoutePath, _ tableView: TableView) {
        Self.log(tableView, to: logger)
        mounts.append(Mount(path.asFolder, tableView))
    }

    /// Serves a table for each value of the path's parameters.
    ///
    /// - Parameter path: The path with its parameters, such as `/:table/`.
    /// - Parameter resolver: makes the table of those parameters, or answers nil, which becomes 404. It is asked again
    ///   when the table has not been used for long.
    public mutating func mount(
        _ path: RoutePath, resolver: @escaping @Sendable (PathParameters) async throws -> TableView?
    ) {
        mounts.append(
            Mount(path.asFolder) { [logger] parameters in
                guard let tableView = try await resolver(parameters) else { return nil }
                Self.log(tableView, to: logger)
                return tableView
            })
    }

    /// Logs the table's anomalies, each place once a minute, unless the table has an `anomalyHandler`.
    private static func log(_ tableView: TableView, to logger: Logger) {
        TableActor.run {
            guard tableView.anomalyHandler == nil else { return }
            let log = AnomalyLog()
            tableView.anomalyHandler = { [table = tableView.link] anomaly in
                guard log.takes(anomaly) else { return }
                logger.warning("\(anomaly)", metadata: ["table": "\(table.object?.title ?? "")"])
            }
        }
    }

    /// Adds routes of your own beside those of the tables; the more particular of two wins.
    ///
    /// ```swift
    /// server.addRoutes { $0.get("/about") { _, _ in .response(.text("About us")) } }
    /// ```
    public mutating func addRoutes(_ body: @escaping @Sendable (inout Router) -> Void) {
        routing.append(body)
    }

    /// Adds a check to `GET /readyz`, which is answered 200 if all checks succeed and 503 otherwise.
    ///
    /// Every request runs all checks at the same time. A check that takes longer than 5 seconds is cancelled, and fails.
    ///
    /// ```swift
    /// server.addReadinessCheck("my.db") { try await database.check() }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the check in the response, such as that of a file.
    ///   - check: A closure that throws if requests cannot be answered now. The response contains the sentence of a
    ///     `TableUnavailableError`; other errors are only logged.
    public mutating func addReadinessCheck(_ name: String, _ check: @escaping @Sendable () async throws -> Void) {
        checks.append(ReadinessCheck(name: name, run: check))
    }

    /// Calls the body once connections are accepted.
    public mutating func onListening(_ body: @escaping @Sendable (BoundAddress) async -> Void) {
        listening = body
    }

    /// Creates the object that answers the requests, for a server of your own or for use without a socket.
    ///
    /// Configure a server of your own with ``TableResponder/httpConfiguration``.
    ///
    /// - Throws: `ConfigurationError`, or ``TableServerError`` for a host that other machines reach without
    ///   ``Configuration/allowsAnyone``, or for a folder of files or templates that cannot be used.
    public func makeResponder() throws -> TableResponder {
        try checkHost()
        try configuration.validate()
        return try TableResponder(
            mounts: mounts, routing: routing, checks: checks, configuration: configuration, logger: logger)
    }

    /// Serves until the service group shuts down, and finishes the requests in flight.
    ///
    /// - Throws: ``TableServerError`` for a configuration that is not safe, `HTTPServerError` when it cannot listen.
    public func run() async throws {
        let responder = try makeResponder()
        let server = HTTPServer(configuration: responder.httpConfiguration, logger: logger) {
            try responder.respond(to: $0)
        }
        try server.start()
        await listening(try await server.waitUntilListening())
        responder.warmUp()
        try? await gracefulShutdown()
        await server.stop()
    }

    /// Serves until the process is told to end (Ctrl-C or SIGTERM).
    public func runService() async throws {
        try await ServiceGroup(services: [self], gracefulShutdownSignals: [.sigint, .sigterm], logger: logger).run()
    }

    private func checkHost() throws {
        let host = HostValidator.name(in: configuration.http.host)
        let isLoopback =
            host == "localhost" || host == "::1" || host.hasPrefix("127.") && HostValidator.isAddress(host)
        guard configuration.allowsAnyone || isLoopback else {
            throw TableServerError(
                .notLoopback,
                "Listening on \(configuration.http.host) would show every table to everybody who reaches it; allow that explicitly."
            )
        }
    }
}

extension RoutePath {
    fileprivate var asFolder: RoutePath { RoutePath(components, trailingSlash: true) }
}
