import HTTPMessages
public import HTTPTypes
public import TableServer

#if canImport(MicroHTTPD)
    import MicroHTTPD
#endif

/// A client that sends requests to a server under test.
///
/// A test can run in process and over a socket; see ``TestRig``.
public protocol TestClient: Sendable {
    /// Sends a request and returns the response.
    ///
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - target: The path and query of the URL, such as `/table.json?_size=10`.
    ///   - headers: The header fields of the request.
    ///   - body: The bytes of the body; empty for none.
    /// - Throws: An error if there is no valid response.
    func send(_ method: HTTPRequest.Method, _ target: String, headers: HTTPFields, body: [UInt8]) async throws
        -> TestResponse
}

extension TestClient {
    /// Sends a `GET` request and returns the response.
    ///
    /// - Parameters:
    ///   - target: The path and query of the URL.
    ///   - headers: The header fields of the request.
    /// - Throws: An error if there is no valid response.
    public func get(_ target: String, headers: HTTPFields = [:]) async throws -> TestResponse {
        try await send(.get, target, headers: headers, body: [])
    }

    /// Sends a `POST` request and returns the response.
    ///
    /// - Parameters:
    ///   - target: The path and query of the URL.
    ///   - form: The body. If it is not empty, `Content-Type` is `application/x-www-form-urlencoded` unless you set it.
    ///   - headers: The header fields of the request.
    /// - Throws: An error if there is no valid response.
    public func post(_ target: String, form: String = "", headers: HTTPFields = [:]) async throws -> TestResponse {
        var headers = headers
        if !form.isEmpty, headers[.contentType] == nil {
            headers[.contentType] = "application/x-www-form-urlencoded"
        }
        return try await send(.post, target, headers: headers, body: Array(form.utf8))
    }
}

/// The connection between a test client and the server.
public enum TestRig: String, Sendable, CaseIterable {
    /// The client calls the responder directly. It is fast, and skips connections and HTTP parsing.
    case inProcess
    #if canImport(MicroHTTPD)
        /// The client connects over loopback, to a port that the system selects.
        case socket
    #endif
}

extension TableServer {
    /// Starts the server, runs a test with a client of it, and stops the server.
    ///
    /// ```swift
    /// try await server.test(.socket) { client in
    ///     let answer = try await client.get("/table.json")
    ///     #expect(answer.status == 200)
    /// }
    /// ```
    ///
    /// - Parameters:
    ///   - rig: The connection between client and server. With ``TestRig/inProcess``, no socket is opened.
    ///   - isolation: The actor that `body` runs on. Default: the caller's.
    ///   - body: A closure that receives the client.
    /// - Throws: The error of the closure, or an error of starting the server.
    public func test(
        _ rig: TestRig, isolation: isolated (any Actor)? = #isolation,
        _ body: (any TestClient) async throws -> Void
    ) async throws {
        let responder = try makeResponder()
        switch rig {
        case .inProcess:
            try await body(InProcessClient(responder: responder))
        #if canImport(MicroHTTPD)
            case .socket:
                var http = configuration.http
                http.port = 0
                http.errorResponder = { error, request in responder.answer(to: error, request: request) }
                let server = HTTPServer(configuration: http, logger: logger) { await responder.respond(to: $0) }
                let port = try server.start().port
                do {
                    try await body(SocketClient(port: port))
                } catch {
                    await server.stop()
                    throw error
                }
                await server.stop()
        #endif
        }
    }
}

/// A test client that calls the responder of a server directly, without a socket.
///
/// It leaves out the body of an event stream, which has no end.
struct InProcessClient: TestClient {
    let responder: TableResponder

    func send(
        _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields, body: [UInt8]
    ) async throws -> TestResponse {
        let host = HTTPField.Name("Host").flatMap { headers[$0] } ?? "127.0.0.1"
        let request = HTTPRequest(
            method: method, scheme: "http", authority: host, path: target, headerFields: headers)
        let answer = await responder.respond(to: request, body: body, remoteAddress: "127.0.0.1")
        var bytes: [UInt8] = []
        if !answer.body.isLive {
            for try await part in answer.body { bytes += part }
        }
        return TestResponse(status: answer.head.status.code, headers: answer.head.headerFields, body: bytes)
    }
}
