public import HTTPMessages
import Synchronization

/// A step that every request passes before it reaches a file, table or route, such as a login or a log.
///
/// ```swift
/// server.addMiddleware { request, next in
///     var response = try await next(request)
///     response.headers[.server] = "Market"
///     return response
/// }
/// ```
///
/// The first middleware that was added is the outermost. A middleware gets all requests that passed the checks of host
/// and origin, including those of `/healthz`. An error that it throws becomes a response, as in a route.
///
/// ``requestLog(_:level:)`` and ``metrics(factory:)`` come before all others, and also get the requests that these checks
/// refuse.
///
/// `/-/openapi.json` describes the tables that the middleware lets pass. It gets a `HEAD` request for each of them.
///
/// Pages of tables are cached for all visitors. A middleware decides whether a visitor gets a page, and not what is on it:
/// ``TableServer/identify(_:)`` does. A table does not see that a delegate reads a task local that a middleware has set.
public struct Middleware: Sendable {
    let respond: @Sendable (Request, Next) async throws -> Response
    /// A Boolean value that indicates whether it also gets the requests that the checks of host and origin refuse.
    let isObserver: Bool
    /// A Boolean value that indicates whether whoever passes may know of every table.
    var admitsToAll: Bool { isObserver || isSignIn }
    private var isSignIn = false

    /// Creates a middleware from a closure.
    ///
    /// - Parameter respond: Responds to a request. It begins on a thread of the server, so it must not block. It may await;
    ///   the connection occupies no thread meanwhile.
    public init(_ respond: @escaping @Sendable (Request, Next) async throws -> Response) {
        self.init(isObserver: false, respond)
    }

    init(isObserver: Bool, _ respond: @escaping @Sendable (Request, Next) async throws -> Response) {
        (self.isObserver, self.respond) = (isObserver, respond)
    }

    fileprivate static func signIn(
        _ respond: @escaping @Sendable (Request, Next) async throws -> Response
    ) -> Middleware {
        var middleware = Middleware(respond)
        middleware.isSignIn = true
        return middleware
    }

    /// The next step after a middleware: a further middleware, or the file, table or route.
    public struct Next: Sendable {
        private let respond: @Sendable (Request) async -> Response
        private let findRoute: @Sendable (Request) -> String?

        /// Creates a step from closures, for tests of a middleware.
        ///
        /// - Parameters:
        ///   - route: Returns the pattern of a request's route. Default: none.
        ///   - respond: Responds to the request.
        public init(
            route: @escaping @Sendable (Request) -> String? = { _ in nil },
            respond: @escaping @Sendable (Request) async -> Response
        ) {
            (findRoute, self.respond) = (route, respond)
        }

        /// Returns the response of the next step. Errors of that step are responses, too.
        ///
        /// - Parameter request: The request to pass on.
        /// - Throws: `CancellationError` if the client has disconnected, or if the server stops.
        public func callAsFunction(_ request: Request) async throws -> Response {
            try Task.checkCancellation()
            return await respond(request)
        }

        /// Returns the pattern of the route that answers a request, such as `/market/rows/#section/#row`.
        ///
        /// All bundled files and files of the public folder that a page links have the pattern `/public`.
        ///
        /// - Returns: The pattern; nil if no route has the path.
        public func route(of request: Request) -> String? { findRoute(request) }
    }
}

extension TableServer {
    /// Adds a step that every request passes before it reaches a file, table or route.
    ///
    /// The first middleware that you add is the outermost. See ``Middleware``.
    ///
    /// - Parameter middleware: The middleware.
    public mutating func addMiddleware(_ middleware: Middleware) {
        middlewares.append(middleware)
    }

    /// Adds a step that lets only people pass who have signed in. They may change rows as `access` tells.
    package mutating func addSignIn(
        _ access: EditingAccess, _ respond: @escaping @Sendable (Request, Middleware.Next) async throws -> Response
    ) {
        configuration.hasSignIn = true
        configuration.editing = access
        middlewares.append(.signIn(respond))
    }

    /// Adds a closure that every request passes before it reaches a file, table or route.
    ///
    /// ```swift
    /// server.addMiddleware { request, next in
    ///     let isOpen = ["/login", "/public"].contains(next.route(of: request))
    ///     guard isOpen || isSignedIn(request) else { return .redirect(to: "/login") }
    ///     return try await next(request)
    /// }
    /// ```
    ///
    /// - Parameter respond: Responds to a request, mostly by calling the next step.
    public mutating func addMiddleware(
        _ respond: @escaping @Sendable (Request, Middleware.Next) async throws -> Response
    ) {
        addMiddleware(Middleware(respond))
    }
}

extension [Middleware] {
    /// Returns whether all steps pass a request on.
    ///
    /// - Parameters:
    ///   - request: The request. It is answered with status 204, and no route is called.
    ///   - route: Returns the pattern of a request's route.
    func pass(_ request: Request, route: @escaping @Sendable (Request) -> String?) async -> Bool {
        guard let first else { return true }
        let passes = Atomic(false)
        let next = Middleware.Next(route: route) { request in
            if await Array(dropFirst()).pass(request, route: route) { passes.store(true, ordering: .relaxed) }
            return .status(.noContent)
        }
        _ = try? await first.respond(request, next)
        return passes.load(ordering: .relaxed)
    }
}
