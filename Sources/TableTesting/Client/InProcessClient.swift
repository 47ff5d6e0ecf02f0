import HTTPTypes
import TableServer

/// A test client that calls the responder of a server directly, without a socket.
///
/// It leaves out the body of an event stream, which has no end.
struct InProcessClient: TestClient {
    private let responder: TableResponder

    init(_ responder: TableResponder) {
        self.responder = responder
    }

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
