public import HTTPTypes

/// Finds the handler of each request by its method and path.
///
///     var router = Router()
///     router.get("/rows/#section/#row") { request, parameters in
///         .text("row \(try parameters.index("row"))")
///     }
///     router.get("/tickets/:id") { _, parameters in try await tickets.find(parameters.value("id")) }
///     let server = HTTPServer { try await router.respond(to: $0) }
///
/// A handler returns a ``Response``, or an `Encodable` value, which is sent as JSON. It begins on a thread of the server,
/// so it must not block. A handler that awaits something occupies no thread meanwhile.
///
/// `HEAD` requests without a handler of their own go to the handler of `GET`. The router responds to `OPTIONS`.
public struct Router: Sendable {
    /// Responds to a request, with the values of its route's parameters.
    public typealias Handler = @Sendable (Request, PathParameters) async throws -> Response

    private struct Endpoint: Sendable {
        let path: RoutePath
        /// The names of the path's parameters.
        let names: [String]
        let handler: Handler
    }

    /// The endpoints of one path. They are few, so an array is searched.
    private struct Endpoints: Sendable {
        private(set) var all: [(method: HTTPRequest.Method, endpoint: Endpoint)] = []

        subscript(method: HTTPRequest.Method) -> Endpoint? {
            all.first { $0.method == method }?.endpoint
        }

        /// Returns the endpoint for a method. `HEAD` falls back to `GET`.
        func answering(_ method: HTTPRequest.Method) -> Endpoint? {
            self[method] ?? (method == .head ? self[.get] : nil)
        }

        mutating func keep(_ endpoint: Endpoint, for method: HTTPRequest.Method) {
            all.removeAll { $0.method == method }
            all.append((method, endpoint))
        }
    }

    private var tree = RouteTree<Endpoints>()
    /// The method and the pattern of a route.
    package typealias Route = (method: HTTPRequest.Method, path: RoutePath)
    /// The routes, in the order in which they were added.
    package private(set) var routes: [Route] = []

    /// Creates a router without routes. It responds to every request with 404.
    public init() {}

    /// Adds a route. It replaces an earlier route with this method and pattern.
    ///
    /// - Parameters:
    ///   - method: The method of the route.
    ///   - path: The pattern of the path.
    ///   - handler: Responds to the requests.
    public mutating func on(_ method: HTTPRequest.Method, _ path: RoutePath, handler: @escaping Handler) {
        let names = path.components.compactMap(\.name)
        routes.append((method, path))
        tree.update(path, initial: Endpoints()) {
            $0.keep(Endpoint(path: path, names: names, handler: handler), for: method)
        }
    }

    /// Responds to a request with the handler of its route.
    ///
    /// A `GET` that differs from a route only in its trailing slash is redirected with 308. Its query is kept.
    ///
    /// - Parameter request: The request.
    /// - Throws: ``HTTPError`` 404 for an unknown path, 405 with `Allow` for a method without a handler, and the errors
    ///   of the handler.
    public func respond(to request: Request) async throws -> Response {
        guard let (endpoints, values) = find(request) else {
            if request.path == "*" { return .status(.noContent, headers: [.allow: Self.allMethods]) }
            return try redirect(request)
        }
        if let endpoint = endpoints.answering(request.method) {
            return try await endpoint.handler(request, PathParameters(names: endpoint.names, values: values))
        }
        let allow: HTTPFields = [.allow: Self.allow(endpoints.all.map(\.method))]
        if request.method == .options { return .status(.noContent, headers: allow) }
        throw HTTPError(.methodNotAllowed, "\(request.method) is not allowed here.", headers: allow)
    }

    /// Returns the pattern of the route that answers a request; nil if there is none.
    ///
    /// - Parameter request: The request.
    public func path(matching request: Request) -> RoutePath? {
        find(request)?.entry.answering(request.method)?.path
    }

    private func find(_ request: Request) -> (entry: Endpoints, values: [String])? {
        guard request.path != "*" else { return nil }
        // Two routes of different methods may match one path: `POST /undo/:token` and `GET /:table/table.json`.
        return tree.find(request.pathSegments, trailingSlash: request.hasTrailingSlash) {
            $0.answering(request.method) != nil
        }
    }

    private func redirect(_ request: Request) throws -> Response {
        let other = tree.find(request.pathSegments, trailingSlash: !request.hasTrailingSlash) { $0[.get] != nil }
        // A location that begins with two slashes would name another host.
        guard
            request.method == .get || request.method == .head, other?.entry[.get] != nil, !request.path.hasPrefix("//")
        else { throw HTTPError(.notFound, "There is nothing at \(request.path).") }
        let path = request.hasTrailingSlash ? String(request.path.dropLast()) : request.path + "/"
        let query = request.rawQuery.map { "?" + $0 } ?? ""
        return .redirect(to: path + query, status: .permanentRedirect)
    }

    private static let allMethods = "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"

    private static func allow(_ methods: some Sequence<HTTPRequest.Method>) -> String {
        var names = Set(methods.map(\.rawValue))
        if names.contains("GET") { names.insert("HEAD") }
        names.insert("OPTIONS")
        return names.sorted().joined(separator: ", ")
    }
}
