public import HTTPTypes

extension Router {
    /// Adds a route with a handler that returns a value, which is sent as JSON.
    ///
    /// - Parameters:
    ///   - method: The method of the route.
    ///   - path: The pattern of the path.
    ///   - handler: Responds to the requests.
    public mutating func on(
        _ method: HTTPRequest.Method, _ path: RoutePath,
        handler: @escaping @Sendable (Request, PathParameters) async throws -> some Encodable & SendableMetatype
    ) {
        on(method, path) { request, parameters -> Response in try .json(await handler(request, parameters)) }
    }

    /// Adds a route for `GET` and `HEAD` with a handler that returns a response.
    ///
    /// - Parameters:
    ///   - path: The pattern of the path.
    ///   - handler: Responds to the requests.
    public mutating func get(_ path: RoutePath, handler: @escaping Handler) {
        on(.get, path, handler: handler)
    }

    /// Adds a route for `GET` and `HEAD` with a handler that returns a value, which is sent as JSON.
    ///
    /// - Parameters:
    ///   - path: The pattern of the path.
    ///   - handler: Responds to the requests.
    public mutating func get(
        _ path: RoutePath,
        handler: @escaping @Sendable (Request, PathParameters) async throws -> some Encodable & SendableMetatype
    ) {
        on(.get, path, handler: handler)
    }

    /// Adds a route for `POST` with a handler that returns a response.
    ///
    /// - Parameters:
    ///   - path: The pattern of the path.
    ///   - handler: Responds to the requests.
    public mutating func post(_ path: RoutePath, handler: @escaping Handler) {
        on(.post, path, handler: handler)
    }

    /// Adds a route for `POST` with a handler that returns a value, which is sent as JSON.
    ///
    /// - Parameters:
    ///   - path: The pattern of the path.
    ///   - handler: Responds to the requests.
    public mutating func post(
        _ path: RoutePath,
        handler: @escaping @Sendable (Request, PathParameters) async throws -> some Encodable & SendableMetatype
    ) {
        on(.post, path, handler: handler)
    }
}
