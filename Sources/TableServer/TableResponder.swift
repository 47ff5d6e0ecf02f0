import CascadingTable
public import HTTPMessages
import HTTPTypes
import Logging
import TableRendering

/// Answers HTTP requests from the mounted tables. ``TableServer/makeResponder()`` creates it.
///
/// Use a responder with an `HTTPServer` of your own, or with ``respond(to:body:remoteAddress:)-(_,[UInt8],_)`` in an
/// application of another HTTP server. Tests can call both without a socket.
public final class TableResponder: Sendable {
    let http: HTTPConfiguration
    private let proxies: TrustedProxies
    private let hostGuard: HostValidator
    private let router: Router
    private let renderer: PageRenderer
    private let files: StaticFiles
    /// The steps before the router. The first one is the outermost.
    private let middlewares: [Middleware]
    /// The number of steps before the checks of host and origin.
    private let observerCount: Int
    let logger: Logger

    init(
        mounts: [Mount], routing: [@Sendable (inout Router) -> Void], formats: [TableFormat],
        checks: [ReadinessCheck],
        middlewares: [Middleware], identification: Identification?, stateStore: (any StateStore)?,
        configuration: TableServer.Configuration,
        logger: Logger
    ) throws {
        files = try StaticFiles.files(of: configuration)
        renderer = try PageRenderer(configuration, publicPath: files.path)
        proxies = try TrustedProxies(configuration.trustedProxies)
        hostGuard = HostValidator(configuration)
        http = configuration.http
        self.logger = logger
        let steps = (configuration.metrics.map { [.metrics(factory: $0)] } ?? []) + middlewares
        self.middlewares = steps.filter(\.isObserver) + steps.filter { !$0.isObserver }
        observerCount = steps.count(where: \.isObserver)
        var router = Router()
        files.route(in: &router)
        HealthRoutes(checks: checks, timeLimit: .seconds(5), logger: logger).route(in: &router)
        if let metrics = configuration.metrics { MetricsRoute(metrics: metrics).route(in: &router) }
        if configuration.showsAnomalies { AnomaliesRoute(mounts: mounts).route(in: &router) }
        if identification == nil, steps.allSatisfy(\.admitsToAll) { TablesRoute(mounts: mounts).route(in: &router) }
        let server = router.routes
        let handler = TableHandler(
            configuration, renderer: renderer, formats: formats, identification: identification, stateStore: stateStore)
        let routes = TableRoutes(handler: handler, mounts: mounts)
        let described = mounts.map { mount in
            let count = router.routes.count
            routes.route(mount, in: &router)
            return (mount: mount, routes: Array(router.routes[count...]))
        }
        OpenAPIRoute(handler: handler, mounts: described, server: server) { [router] in
            await steps.filter { !$0.isObserver }.pass($0) { router.path(matching: $0)?.description }
        }.route(in: &router)
        configuration.editing?.route(in: &router)
        for add in routing { add(&router) }
        self.router = router
    }

    /// The configuration for an `HTTPServer` of your own: the HTTP settings of the table server, with its error pages.
    ///
    /// The configuration formats errors in two cases: for requests that are refused before ``respond(to:)`` is called,
    /// and for errors that your handler throws.
    ///
    /// ```swift
    /// let responder = try tableServer.makeResponder()
    /// let server = HTTPServer(configuration: responder.httpConfiguration) { request in
    ///     guard isSignedIn(request) else { throw HTTPError(.unauthorized, "Sign in first.") }
    ///     return await responder.respond(to: request)
    /// }
    /// ```
    public var httpConfiguration: HTTPConfiguration {
        var http = http
        http.host = HostValidator.ascii(http.host)
        http.errorResponder = { [self] error, request in answer(to: error, request: request) }
        return http
    }

    /// Compresses the static files, so that the first request does not wait for it.
    func warmUp() { files.compress() }

    /// Returns the response to one request. Errors of routes and tables become responses, too.
    ///
    /// - Parameter request: The request, as `HTTPServer` passes it.
    public func respond(to request: Request) async -> Response {
        let request = proxies.resolve(request)
        return await RequestClient.$address.withValue(request.remoteAddress) { await run(request, from: 0) }
    }

    /// Returns the response that describes an error: a page for browsers, a problem document (RFC 9457) for other
    /// clients.
    ///
    /// Responses with status 500 are also logged.
    ///
    /// - Parameters:
    ///   - error: The error. Errors without a status of their own become status 500.
    ///   - request: The request that failed; nil if its head could not be read.
    public func answer(to error: any Error, request: Request?) -> Response {
        let problem = ProblemDetails(error)
        if problem.status == .internalServerError {
            logger.error("Request failed", metadata: ["target": "\(request?.target ?? "-")", "error": "\(error)"])
        }
        let response = renderer.response(to: problem, request: request)
        return request?.isSecure == true ? response.overTLS(isDirect: httpConfiguration.hasTLS) : response
    }

    /// Checks host and origin.
    private func check(_ request: Request) throws {
        try hostGuard.check(request)
        try CrossOriginProtection.check(request)
    }

    /// Runs the middleware at an index and all after it, and then the router. Errors become responses.
    private func run(_ request: Request, from index: Int) async -> Response {
        do {
            if index == observerCount { try check(request) }
            guard index < middlewares.count else {
                return finish(try await route(request), to: request)
            }
            let next = Middleware.Next(
                route: { [self] in routeName(of: $0) }, respond: { [self] in await run($0, from: index + 1) })
            return finish(try await middlewares[index].respond(request, next), to: request)
        } catch {
            return answer(to: error, request: request)
        }
    }

    /// Returns the response of the router, with the time that it took.
    private func route(_ request: Request) async throws -> Response {
        let start = ContinuousClock.now
        return try await router.respond(to: request).timed(since: start)
    }

    /// The pattern of a request's route; nil if there is none. The path of versioned files changes with their content.
    private func routeName(of request: Request) -> String? {
        // A path below the folder of these files can be that of a table.
        guard let pattern = router.path(matching: request)?.description else { return nil }
        return pattern.hasPrefix(files.path + "/") ? "/public" : pattern
    }

    /// Adds the page around content, and the security headers.
    ///
    /// Without a `Cache-Control`, a proxy might store the response for all visitors.
    private func finish(_ response: Response, to request: Request) -> Response {
        if let prebuilt = response.prebuilt, SecurityHeaders.areAdded(to: prebuilt) { return response }
        var response = renderer.framed(response, for: request).secured
        if !response.headers.contains(.cacheControl) { response.headers[.cacheControl] = "private, no-cache" }
        return request.isSecure ? response.overTLS(isDirect: httpConfiguration.hasTLS) : response
    }
}
