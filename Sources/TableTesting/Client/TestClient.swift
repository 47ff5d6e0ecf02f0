public import HTTPTypes
import MicroHTTPD
public import TableServer

/// Sends requests to a server under test; the same test runs with a socket between them and without.
public protocol TestClient: Sendable {
    func send(_ method: HTTPRequest.Method, _ target: String, headers: HTTPFields, body: [UInt8]) async throws
        -> TestResponse
}

extension TestClient {
    public func get(_ target: String, headers: HTTPFields = [:]) async throws -> TestResponse {
        try await send(.get, target, headers: headers, body: [])
    }

    /// Sends a body of a form, `application/x-www-form-urlencoded`, when there is one.
    public func post(_ target: String, form: String = "", headers: HTTPFields = [:]) async throws -> TestResponse {
        var headers = headers
        if !form.isEmpty, headers[.contentType] == nil {
            headers[.contentType] = "application/x-www-form-urlencoded"
        }
        return try await send(.post, target, headers: headers, body: Array(form.utf8))
    }
}

/// Where a test client stands.
public enum TestRig: String, Sendable, CaseIterable {
    /// Calls the server's responder: fast, nothing of HTTP's framing.
    case inProcess
    /// Connects to the server over loopback, on a port the system chose.
    case socket
}

extension TableServer {
    /// Runs a test against this server, which is started and ended for it.
    ///
    /// ```swift
    /// try await server.test(.socket) { client in
    ///     let answer = try await client.get("/table.json")
    ///     #expect(answer.status == 200)
    /// }
    /// ```
    public func test(_ rig: TestRig, _ body: (any TestClient) async throws -> Void) async throws {
        let responder = try makeResponder()
        switch rig {
        case .inProcess:
            try await body(InProcessClient(responder))
        case .socket:
            var http = configuration.http
            http.port = 0
            http.errorResponder = { error, request in responder.answer(to: error, request: request) }
            let server = HTTPServer(configuration: http, logger: logger) { try responder.respond(to: $0) }
            try server.start()
            let port = try await server.waitUntilListening().port
            do {
                try await body(SocketClient(port: port))
            } catch {
                await server.stop()
                throw error
            }
            await server.stop()
        }
    }
}
