import Logging
import MicroHTTPD
import Testing

/// A server on a free port of this machine, for one test.
struct TestServer: Sendable {
    let server: HTTPServer
    let port: Int

    /// Starts a server, runs `body` against it, and stops it.
    static func run<Value>(
        configure: (inout HTTPServer.Configuration) -> Void = { _ in },
        handler: @escaping HTTPServer.Handler = { .text("\($0.method) \($0.target)") },
        body: (TestServer) async throws -> Value
    ) async throws -> Value {
        var configuration = HTTPServer.Configuration(port: 0)
        configuration.threads = 2
        configuration.shutdownGrace = .seconds(10)
        // On a busy machine a test may have to wait longer than the default timeouts.
        configuration.requestTimeout = .seconds(600)
        configuration.idleTimeout = .seconds(600)
        configure(&configuration)
        let server = HTTPServer(
            configuration: configuration, logger: Logger(label: "test", factory: { _ in SwiftLogNoOpLogHandler() }),
            handler: handler)
        let port = try server.start().port
        do {
            let value = try await body(TestServer(server: server, port: port))
            await server.stop()
            return value
        } catch {
            await server.stop()
            throw error
        }
    }

    func connect() throws -> RawClient { try RawClient(port: port) }

    /// Sends text on a new connection and reads one response. Returns nil if there is none.
    func exchange(_ text: String) async throws -> Answer? {
        try await exchange(Array(text.utf8))
    }

    func exchange(_ bytes: [UInt8]) async throws -> Answer? {
        let client = try connect()
        try await client.send(bytes)
        return try await client.answers(1, isHead: bytes.starts(with: "HEAD ".utf8)).first
    }

    /// Requests a path like a plain client.
    func get(_ target: String, headers: String = "") async throws -> Answer? {
        try await exchange("GET \(target) HTTP/1.1\r\nHost: test\r\n\(headers)\r\n")
    }

    /// Requests a path, and throws if there is no response.
    func answer(_ target: String) async throws -> Answer { try #require(try await get(target)) }

    /// Returns true when every connection is closed, or false after 50 seconds.
    func isDrained() async throws -> Bool {
        for _ in 0..<1000 {
            if server.connectionCount == 0 { return true }
            try await Task.sleep(for: .milliseconds(50))
        }
        return false
    }
}
