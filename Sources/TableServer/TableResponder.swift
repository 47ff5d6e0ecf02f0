import HTTPTypes
import Logging
public import MicroHTTPD

/// Answers requests from the mounted tables: what a ``TableServer`` puts behind its socket.
public final class TableResponder: Sendable {
    private let http: HTTPServer.Configuration
    private let proxies: TrustedProxies
    private let hostGuard: HostValidator
    private let router: Router
    private let renderer: PageRenderer
    private let files: StaticFiles
    private let logger: Logger

    init(
        mounts: [Mount], routing: [@Sendable (inout Router) -> Void], checks: [ReadinessCheck],
        configuration: TableServer.Configuration, logger: Logger
    ) throws {
        files = try StaticFiles(
            directory: configuration.publicDirectory, isCompressing: configuration.isCompressing)
        renderer = try PageRenderer(configuration, publicPath: files.path)
        proxies = try TrustedProxies(configuration.trustedProxies)
        hostGuard = HostValidator(configuration)
        var http = configuration.http
        http.maxRepeatedBytes = configuration.maxRepeatedBytes
        self.http = http
        self.logger = logger
        var router = Router()
        files.route(in: &router)
        HealthRoutes(checks: checks, timeLimit: .seconds(5), logger: logger).route(in: &router)
        if configuration.isDebugging { AnomaliesRoute(mounts: mounts).route(in: &router) }
        let routes = TableRoutes(handler: TableHandler(configuration, renderer: renderer))
        for mount in mounts { routes.route(mount, in: &router) }
        for add in routing { add(&router) }
        self.router = router
    }

    /// The configuration for an `HTTPServer` of your own: that of the table server, with its pages for errors.
    ///
    /// Requests that are refused before ``respond(to:)`` is called, and errors that your handler throws, are answered as
    /// those of the tables.
    ///
    /// ```swift
    /// let responder = try tableServer.makeResponder()
    /// let server = HTTPServer(configuration: responder.httpConfiguration) { request in
    ///     guard isSignedIn(request) else { throw HTTPError(.unauthorized, "Sign in first.") }
    ///     return try responder.respond(to: request)
    /// }
    /// ```
    public var httpConfiguration: HTTPServer.Configuration {
        var http = http
        http.errorResponder = { [self] error, request in answer(to: error, request: request) }
        return http
    }

    /// Does what would else be done for the first who asks.
    func warmUp() { files.compress() }

    /// Answers one request; what is wrong with it is an answer too.
    public func respond(to request: Request) throws -> HandlerResponse {
        let request = proxies.resolve(request)
        do {
            try hostGuard.check(request)
            try CrossOriginProtection.check(request)
            return finish(try router.respond(to: request), to: request)
        } catch {
            return .response(answer(to: error, request: request))
        }
    }

    /// The answer that says what was wrong: a page for a browser, a problem document for everyone else.
    public func answer(to error: any Error, request: Request?) -> Response {
        let problem = ProblemDetails(error)
        if problem.status == .internalServerError {
            logger.error("Request failed", metadata: ["target": "\(request?.target ?? "-")", "error": "\(error)"])
        }
        let response = renderer.response(to: problem, request: request)
        return request?.isSecure == true ? response.withSecureSession : response
    }

    /// The answer with what every answer carries, where it has not got that.
    private func secured(_ prepared: PrebuiltResponse) -> HandlerResponse? {
        SecurityHeaders.areAdded(to: prepared) ? nil : .response(prepared.response.secured)
    }

    /// Adds what every answer carries, also to those that have to be waited for.
    private func finish(_ reply: HandlerResponse, to request: Request) -> HandlerResponse {
        switch reply {
        case .prebuilt(let prepared): secured(prepared) ?? reply
        case .cacheable(let cacheable):
            // A thread repeats a response for the same head, which another sender may send without being trusted.
            secured(cacheable.response) ?? (request.hasForwardedHost ? .prebuilt(cacheable.response) : reply)
        case .response(let response):
            .response(request.isSecure ? response.secured.withSecureSession : response.secured)
        case .deferred(let work):
            .deferred { [self] in
                do {
                    return finish(try await work(), to: request)
                } catch {
                    return .response(answer(to: error, request: request))
                }
            }
        }
    }
}
