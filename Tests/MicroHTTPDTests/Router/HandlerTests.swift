import HTTPTypes
import TestSupport
import Testing

@testable import HTTPMessages
@testable import MicroHTTPD

struct HandlerTests {
    struct Ticket: Codable, Sendable, Equatable {
        var id: Int
        var title: String
    }

    /// Loads a ticket with a delay that even a busy machine notices, like a database.
    private static func load(_ id: Int) async throws -> Ticket {
        try await Task.sleep(for: .milliseconds(100))
        guard id < 10 else { throw HTTPError(.notFound, "There is no such file.") }
        return Ticket(id: id, title: "Pear/Apple")
    }

    private static let router: Router = {
        var router = Router()
        router.get("/response") { _, _ in .text("text") }
        router.get("/value") { _, _ in Ticket(id: 1, title: "a") }
        router.get("/list") { _, _ in ["a": [1, 2]] }
        router.get("/later") { _, _ in
            try await Task.sleep(for: .milliseconds(100))
            return .text("later")
        }
        router.get("/later-response/#id") { _, parameters in
            let ticket = try await load(parameters.index("id"))
            return .text(ticket.title)
        }
        router.get("/later-value/#id") { _, parameters in try await load(parameters.index("id")) }
        router.get("/json/#id") { _, parameters in try .json(await load(parameters.index("id")), status: .created) }
        router.post("/value") { request, _ in try request.decode(Ticket.self) }
        router.post("/response") { _, _ in .redirect(to: "/") }
        router.on(.put, "/value") { _, _ in [1, 2] }
        router.on(.delete, "/value") { _, _ in try await load(2) }
        return router
    }()

    private static let expected: [(HTTPRequest.Method, String, Int, String, waits: Bool)] = [
        (.get, "/response", 200, "text", false), (.get, "/list", 200, #"{"a":[1,2]}"#, false),
        (.get, "/later", 200, "later", true), (.get, "/later-response/3", 200, "Pear/Apple", true),
        (.post, "/response", 303, "", false), (.put, "/value", 200, "[1,2]", false),
    ]

    @Test(arguments: expected)
    func aHandlerReturnsWhatItHas(
        method: HTTPRequest.Method, target: String, status: Int, text: String, waits: Bool
    ) async throws {
        let request = try Request.make(method, target)
        #expect(try immediate { try await Self.router.respond(to: request).status } == nil ? waits : !waits)
        let response = try await Self.router.respond(to: request)
        #expect(response.status.code == status)
        #expect(String(decoding: response.bytes ?? [], as: UTF8.self) == text)
    }

    @Test(arguments: [
        (HTTPRequest.Method.get, "/value", 1), (.get, "/later-value/5", 5), (.get, "/json/3", 3),
        (.delete, "/value", 2),
    ])
    func aValueIsSentAsJSON(method: HTTPRequest.Method, target: String, id: Int) async throws {
        let response = try await Self.router.respond(to: .make(method, target))
        #expect(response.headers[.contentType] == "application/json")
        #expect(String(decoding: response.bytes ?? [], as: UTF8.self).contains(#""id":\#(id)"#))
        #expect(response.status == (target.hasPrefix("/json") ? .created : .ok))
    }

    @Test func slashesOfValuesAreNotEscaped() throws {
        let response = try Response.json(Ticket(id: 1, title: "a/b"))
        #expect(String(decoding: response.bytes ?? [], as: UTF8.self).contains("a/b"))
    }

    @Test func bytesAreJSONAlready() {
        #expect(Response.json(Array("[]".utf8)).bytes == Array("[]".utf8))
    }

    @Test func errorsOfWaitingHandlersAreAnswered() async throws {
        try await TestServer.run(handler: { try await Self.router.respond(to: $0) }) { server in
            for (target, status) in [("/later-value/3", 200), ("/later-value/99", 404), ("/later-response/x", 400)] {
                let answer = try await server.answer(target)
                #expect(answer.status == status, "\(target)")
            }
        }
    }
}
