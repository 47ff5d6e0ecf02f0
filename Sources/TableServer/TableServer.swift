public import CascadingTable
public import HTTPMessages
public import Logging
package import TableDatabase
import TableFormats
public import TableRendering

/// A web server for tables, each mounted at its path.
///
/// ```swift
/// var server = TableServer()
/// server.mount("/", await TableView(title: "Market", root: market))
/// try await server.runService()
/// ```
///
/// Mount the first table at `/`. By default, the server listens on 127.0.0.1:8080.
public struct TableServer: Sendable {
    /// The settings of the server.
    public package(set) var configuration: Configuration
    /// The logger for failed requests, anomalies of tables and failed readiness checks.
    public let logger: Logger
    /// The store in which several servers share selections, edit mode, focus and the responses to requests with an
    /// `Idempotency-Key`. Default: nil, this server keeps them in its memory.
    ///
    /// Undos are closures, so only the server that performed an action can undo it.
    public var stateStore: (any StateStore)?
    private(set) var mounts: [Mount] = []
    private var routing: [@Sendable (inout Router) -> Void] = []
    private var checks: [ReadinessCheck] = []
    private var formats = TableFormat.all
    /// The steps before every route. The first one is the outermost.
    var middlewares: [Middleware] = []
    /// Finds the user of a request; nil if the server has no `identify` closure.
    var identification: Identification?
    /// The databases that are followed while the server runs.
    package internal(set) var databases: [any RelationalDatabase] = []
    /// The views that visitors keep of databases that cannot keep them.
    package var views: ViewTable?
    private(set) var listening: @Sendable (BoundAddress) async -> Void = { _ in }
    /// The work of the parts of this server once it accepts connections.
    private(set) var startActions: [@Sendable (_ url: String) async -> Void] = []

    /// Creates a server without tables. It listens when you call ``run()`` or ``runService()``.
    ///
    /// - Parameters:
    ///   - configuration: The settings of the server. ``makeResponder()`` checks them.
    ///   - logger: The logger of the server. Default: label `TableServer`.
    public init(configuration: Configuration = .init(), logger: Logger = Logger(label: "TableServer")) {
        self.configuration = configuration
        self.logger = logger
    }

    /// Serves a table at a path. All routes of the table begin with this path.
    ///
    /// - Parameters:
    ///   - path: The path, such as `/shop`. A slash is added to its end.
    ///   - tableView: The table to serve.
    public mutating func mount(_ path: RoutePath, _ tableView: TableView) { add(path, tableView) }

    /// Serves the table of an object at a path, and holds the object.
    mutating func add(_ path: RoutePath, _ owner: any MountableTable) {
        Self.log(TableActor.run { owner.tableView }, to: logger)
        mounts.append(Mount(path.asFolder, owner))
    }

    /// Serves the tables that a closure makes. See ``mount(_:forEach:_:)``.
    mutating func mount(
        _ path: RoutePath, for sharing: Mount.Sharing, _ parameterNames: Mount.ParameterNames? = nil,
        listedBy list: TableView? = nil,
        _ resolver: @escaping Mount.Resolver
    ) {
        let capacity = if case .visitor = sharing { configuration.maxVisitorTables } else { 128 }
        mounts.append(
            Mount(
                path.asFolder, for: sharing, capacity: capacity, parameterNames: parameterNames, list: list
            ) { [logger] parameters, own, visitor in
                guard let owner = try await resolver(parameters, own, visitor) else { return nil }
                let tableView = await owner.tableView
                try Self.check(tableView)
                Self.log(tableView, to: logger)
                return owner
            })
    }

    /// Refuses a table with an override that is never called.
    private static func check(_ tableView: TableView) throws {
        let problems = TableActor.run { tableView.hiddenOverrides }
        guard problems.isEmpty else { throw TableServerError(.hiddenOverride, problems.joined(separator: " ")) }
    }

    /// Logs the table's anomalies, each place once a minute. A table with an `anomalies.action` keeps its own.
    private static func log(_ tableView: TableView, to logger: Logger) {
        TableActor.run {
            guard tableView.anomalies.action == nil else { return }
            let log = AnomalyLog()
            tableView.anomalies.action = { [table = tableView.link] anomaly in
                guard log.takes(anomaly) else { return }
                logger.warning("\(anomaly)", metadata: ["table": "\(table.object?.title ?? "")"])
            }
        }
    }

    /// Adds routes of your own beside the routes of the tables. The more specific of two matching routes wins.
    ///
    /// - Parameter body: A closure that adds the routes to the router. ``makeResponder()`` calls it.
    ///
    /// ```swift
    /// server.addRoutes { $0.get("/about") { _, _ in .text("About us") } }
    /// ```
    public mutating func addRoutes(_ body: @escaping @Sendable (inout Router) -> Void) {
        routing.append(body)
    }

    /// Adds a format of tables: each table then has an address with its extension, such as `table.toml`.
    ///
    /// A format with the extension of another one replaces it.
    ///
    /// - Parameter format: The format.
    public mutating func add(_ format: TableFormat) {
        if let index = formats.firstIndex(of: format) { formats[index] = format } else { formats.append(format) }
    }

    /// Adds a check to `GET /readyz`. The route responds with 200 if all checks succeed, and with 503 otherwise.
    ///
    /// Each request runs all checks in parallel. A check that takes longer than 5 seconds fails, and is cancelled.
    ///
    /// ```swift
    /// server.addReadinessCheck("my.db") { try await database.check() }
    /// ```
    ///
    /// - Parameters:
    ///   - name: The name of the check in the response, such as that of a file.
    ///   - check: A closure that throws if requests cannot be answered now. The response contains the sentence of a
    ///     `VisitorFacingError`; other errors are only logged.
    public mutating func addReadinessCheck(_ name: String, _ check: @escaping @Sendable () async throws -> Void) {
        checks.append(ReadinessCheck(name: name, run: check))
    }

    /// Sets a closure to call once the server accepts connections. It replaces the closure that was set before.
    ///
    /// - Parameter body: A closure that receives the bound address, with the port that the system chose for port 0.
    public mutating func onListening(_ body: @escaping @Sendable (BoundAddress) async -> Void) {
        listening = body
    }

    /// Adds work of a part of this server for its start, before the closure of ``onListening(_:)`` is called. It gets the address.
    package mutating func addStartAction(_ body: @escaping @Sendable (_ url: String) async -> Void) {
        startActions.append(body)
    }

    /// Creates the responder of the mounted tables, for an `HTTPServer` of your own or for use without a socket.
    ///
    /// Configure your own server with ``TableResponder/httpConfiguration``.
    ///
    /// - Throws: `ConfigurationError` for an invalid value. ``TableServerError`` with code `notLoopback` for a host
    ///   that other machines reach, unless ``Configuration/allowsAnyone`` is set; with code `unusableAssets` for an
    ///   unusable folder of files or templates; with code `hiddenOverride` for a table with an override that is never
    ///   called.
    public func makeResponder() throws -> TableResponder {
        try checkHost()
        for (_, table) in mounts.flatMap(\.openTables) { try Self.check(table.tableView) }
        try configuration.validate()
        return try TableResponder(
            mounts: mounts, routing: routing, formats: formats, checks: checks, middlewares: middlewares,
            identification: identification, stateStore: stateStore,
            configuration: configuration, logger: logger)
    }

    private func checkHost() throws {
        let host = HostValidator.name(in: configuration.http.host)
        let isLoopback =
            host == "localhost" || host == "::1" || host.hasPrefix("127.") && IPNetwork.isAddress(host)
        guard configuration.allowsAnyone || configuration.hasSignIn || isLoopback else {
            throw TableServerError(
                .notLoopback,
                "Not listening on \(configuration.http.host): anyone who can reach it could read every table. To allow that, set allowsAnyone."
            )
        }
    }
}

extension RoutePath {
    /// The path with a slash at its end.
    var asFolder: RoutePath { RoutePath(components, trailingSlash: true) }
}
