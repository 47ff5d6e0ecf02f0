import Foundation
import HTTPTypes
import MicroHTTPD
import TableServer

/// A test client that calls the responder of a server directly, without a socket.
struct InProcessClient: TestClient {
    private let responder: TableResponder

    init(_ responder: TableResponder) {
        self.responder = responder
    }

    func send(
        _ method: HTTPRequest.Method, _ target: String, headers: HTTPFields, body: [UInt8]
    ) async throws -> TestResponse {
        do {
            let request = try Request.make(method, target, headers: headers, body: body)
            return try await answer(try responder.respond(to: request), to: method)
        } catch let error as HTTPError {
            return answer(responder.answer(to: error, request: nil), to: method)
        }
    }

    private func answer(_ reply: HandlerResponse, to method: HTTPRequest.Method) async throws -> TestResponse {
        switch reply {
        case .response(let response): answer(try withBytes(response), to: method)
        case .prebuilt(let prepared): answer(prepared.response, to: method)
        case .cacheable(let cacheable): answer(cacheable.response.response, to: method)
        case .deferred(let work): try await answer(try await work(), to: method)
        }
    }

    /// Returns a response with the bytes of its file, which a server would send.
    private func withBytes(_ response: Response) throws -> Response {
        guard case .file(let path, let offset, let count, _) = response.body else { return response }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            return responder.answer(to: HTTPError(.notFound, "There is no such file."), request: nil)
        }
        let rest = bytes.dropFirst(Int(clamping: offset))
        return Response(
            status: response.status, headers: response.headers,
            body: .bytes(Array(rest.prefix(count.map { Int(clamping: $0) } ?? rest.count))))
    }

    private func answer(_ response: Response, to method: HTTPRequest.Method) -> TestResponse {
        TestResponse(
            status: response.status.code, headers: response.headers,
            body: method == .head ? [] : response.bytes ?? [])
    }
}
