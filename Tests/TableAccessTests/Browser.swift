import HTTPTypes
import Synchronization
import TableTesting
import Testing

/// A browser that keeps the cookies of a server, or a program with a token.
final class Browser: Sendable {
    private let client: any TestClient
    private let cookies = Mutex<[String: String]>([:])
    private let token: String?

    init(_ client: any TestClient, token: String? = nil) { (self.client, self.token) = (client, token) }

    /// Creates a browser at another server, with the cookies of this one.
    func at(_ client: any TestClient) -> Browser {
        let browser = Browser(client, token: token)
        let all = cookies.withLock { $0 }
        browser.cookies.withLock { $0 = all }
        return browser
    }

    func cookie(_ name: String) -> String? { cookies.withLock { $0[name] } }
    func forget(_ name: String) { cookies.withLock { $0[name] = nil } }

    private var headers: HTTPFields {
        var headers: HTTPFields = token.map { [.authorization: "Bearer \($0)"] } ?? [.accept: "text/html"]
        let cookies = cookies.withLock { $0 }
        if !cookies.isEmpty { headers[.cookie] = cookies.map { "\($0)=\($1)" }.sorted().joined(separator: "; ") }
        return headers
    }

    func get(_ target: String, headers others: HTTPFields = [:]) async throws -> TestResponse {
        try await send(.get, target, others, [])
    }

    func post(_ target: String, _ form: String = "", headers others: HTTPFields = [:]) async throws -> TestResponse {
        var others = others
        if others[.contentType] == nil { others[.contentType] = "application/x-www-form-urlencoded" }
        return try await send(.post, target, others, Array(form.utf8))
    }

    func send(
        _ method: HTTPRequest.Method, _ target: String, _ others: HTTPFields, _ body: [UInt8]
    ) async throws -> TestResponse {
        var headers = headers
        for field in others { headers[field.name] = field.value }
        let response = try await client.send(method, target, headers: headers, body: body)
        for cookie in response.headers[values: .setCookie] {
            let pair = (cookie.split(separator: ";").first ?? "").split(separator: "=", maxSplits: 1).map(String.init)
            let isOver = cookie.contains("Max-Age=0")
            cookies.withLock { $0[pair[0]] = isOver || pair.count < 2 ? nil : pair[1] }
        }
        return response
    }

    /// Signs in, and expects the page to return to.
    func signIn(_ name: String, _ password: String) async throws {
        let response = try await post("/-/sign-in", "name=\(name)&password=\(password)")
        #expect(response.status == 303, "\(response.text)")
        #expect(response.headers[.location] == "/")
    }
}
