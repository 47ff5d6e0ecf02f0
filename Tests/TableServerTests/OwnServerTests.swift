import HTTPTypes
import MicroHTTPD
import TableServer
import Testing

@testable import TableTesting

/// Tests a custom `HTTPServer` around the responder, for example for accounts.
@Suite struct OwnServerTests {
    /// Sends a request to a custom server.
    private func exchange(_ request: String) async throws -> TestResponse {
        let server = await Market().server { $0.http.port = 0 }
        let responder = try server.makeResponder()
        let http = HTTPServer(configuration: responder.httpConfiguration) { request in
            guard request.path != "/private" else { throw HTTPError(.unauthorized, "Sign in first.") }
            return await responder.respond(to: request)
        }
        let port = try http.start().port
        let answer = try await Task.detached {
            try SocketClient.exchange(Array(request.utf8), port: port)
        }.value
        await http.stop()
        return try SocketClient.parse(answer)
    }

    @Test(arguments: [
        ("GET / HTTP/1.1\r\nHost: localhost\r\n", 200), ("GET / HTTP/1.1\r\nHost: evil.example\r\n", 403),
        ("GET /private HTTP/1.1\r\nHost: localhost\r\n", 401), ("GET /% HTTP/1.1\r\nHost: localhost\r\n", 400),
        ("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: x\r\n", 400),
    ])
    func refusesAsTheTableServerDoes(_ head: String, _ status: Int) async throws {
        let answer = try await exchange("\(head)Connection: close\r\n\r\n")
        #expect(answer.status == status)
        #expect(answer.headers[.contentSecurityPolicy] != nil)
        if status != 200 { #expect(answer.headers[.contentType] == "application/problem+json") }
    }

    @Test(arguments: ["0.0.0.0", "192.168.1.1", "table.example"])
    func isMadeForThisMachineUnlessAnyoneIsAllowed(_ host: String) async throws {
        let market = await Market()
        let closed = market.server { $0.http.host = host }
        #expect { try closed.makeResponder() } throws: { ($0 as? TableServerError)?.code == .notLoopback }
        let open = market.server {
            $0.http.host = host
            $0.allowsAnyone = true
        }
        #expect(try open.makeResponder().httpConfiguration.host == host)
    }
}
