import HTTPTypes
import Testing

@testable import HTTPMessages

struct RouterTests {
    /// A router whose routes answer with their path and the values of their parameters.
    static let router: Router = {
        var router = Router()
        func add(_ method: HTTPRequest.Method, _ path: RoutePath, _ names: String...) {
            router.on(method, path) { _, parameters in
                .text(([path.description] + names.map { "\($0)=\(parameters[$0] ?? "")" }).joined(separator: " "))
            }
        }
        add(.get, "/")
        add(.get, "/x/")
        add(.get, "/y")
        add(.post, "/z/")
        add(.get, "/both")
        add(.get, "/both/")
        add(.get, "/rows/:section/:row", "section", "row")
        add(.get, "/rows/:section/:row.json", "section", "row")
        add(.get, "/rows/:section/first", "section")
        add(.get, "/rows/0/first")
        add(.get, "/rows/:s/:r/more", "s", "r")
        add(.get, "/menu/#section/#row", "section", "row")
        add(.get, "/menu/#section.json", "section")
        add(.get, "/:table/:view/:row", "table", "view", "row")
        add(.get, "/:table/table.json", "table")
        add(.get, "/menu/table.json")
        add(.put, "/thing")
        add(.get, "/thing")
        add(.delete, "/gone")
        add(.options, "/own")
        add(.head, "/own")
        add(.get, "/own")
        add(.get, [.literal("a b/c"), .parameter("row", suffix: ".json")], "row")
        return router
    }()

    struct Case: Sendable, CustomTestStringConvertible {
        let method: HTTPRequest.Method
        let target: String
        let status: Int
        let said: String
        init(_ method: HTTPRequest.Method, _ target: String, _ status: Int, _ said: String = "") {
            (self.method, self.target, self.status, self.said) = (method, target, status, said)
        }
        var testDescription: String { "\(method) \(target)" }
    }

    @Test(arguments: [
        Case(.get, "/", 200, "/"),
        Case(.get, "/rows/1/2", 200, "/rows/:section/:row section=1 row=2"),
        Case(.get, "/rows/1/2.json", 200, "/rows/:section/:row.json section=1 row=2"),
        Case(.get, "/rows/1/.json", 200, "/rows/:section/:row section=1 row=.json"),
        Case(.get, "/rows/1/first", 200, "/rows/:section/first section=1"),
        Case(.get, "/rows/0/first", 200, "/rows/0/first"),
        Case(.get, "/rows/0/2", 200, "/rows/:section/:row section=0 row=2"),
        Case(.get, "/rows/0/first/more", 200, "/rows/:s/:r/more s=0 r=first"),
        Case(.get, "/rows/a%2Fb/%20", 200, "/rows/:section/:row section=a/b row= "),
        Case(.get, "/a%20b%2Fc/7.json", 200, "/a b/c/:row.json row=7"),
        Case(.head, "/y", 200, "/y"),
        Case(.options, "/own", 200, "/own"),
        Case(.get, "/menu/1/2", 200, "/menu/#section/#row section=1 row=2"),
        Case(.get, "/menu/1/x", 200, "/:table/:view/:row table=menu view=1 row=x"),
        Case(.get, "/menu/-1/2", 200, "/:table/:view/:row table=menu view=-1 row=2"),
        Case(.get, "/menu/4.json", 200, "/menu/#section.json section=4"),
        Case(.get, "/menu/four.json", 200, "/menu/#section.json section=four"),
        Case(.get, "/menu/table.json", 200, "/menu/table.json"),
        Case(.get, "/fruit/table.json", 200, "/:table/table.json table=fruit"),
        Case(.get, "/nowhere", 404),
        Case(.get, "/rows", 404),
        Case(.get, "/rows//2", 404),
        Case(.get, "/rows/1/2/3", 404),
        Case(.get, "/menu//2", 404),
        Case(.get, "//", 404),
        Case(.get, "//x", 404),
        Case(.post, "/x", 404),
        Case(.get, "/z", 404),
        Case(.post, "/y", 405, "GET, HEAD, OPTIONS"),
        Case(.delete, "/thing", 405, "GET, HEAD, OPTIONS, PUT"),
        Case(.get, "/gone", 405, "DELETE, OPTIONS"),
        Case(.options, "/thing", 204, "GET, HEAD, OPTIONS, PUT"),
        Case(.options, "/z/", 204, "OPTIONS, POST"),
        Case(.options, "*", 204, "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT"),
        Case(.get, "/x", 308, "/x/"),
        Case(.get, "/x?a=1&b=%2F", 308, "/x/?a=1&b=%2F"),
        Case(.get, "/y/?q", 308, "/y?q"),
        Case(.head, "/x", 308, "/x/"),
        Case(.get, "/rows/a%2Fb/2/", 308, "/rows/a%2Fb/2"),
        Case(.get, "/both", 200, "/both"),
        Case(.get, "/both/", 200, "/both/"),
    ])
    func answers(_ given: Case) async throws {
        // given
        let request = try Request.make(given.method, given.target)
        // when
        let response = try await Self.answer(request)
        // then
        #expect(response.status.code == given.status)
        switch given.status {
        case 200: #expect(String(decoding: response.bytes ?? [], as: UTF8.self) == given.said)
        case 204, 405: #expect(response.headers[.allow] == given.said)
        case 308: #expect(response.headers[.location] == given.said)
        default: break
        }
    }

    @Test func aRouteOfAnotherMethodHidesNone() async throws {
        var router = Router()
        router.post("/undo/:token") { _, _ in .text("undone") }
        router.get("/:table/table.json") { _, parameters in .text(parameters["table"] ?? "") }
        func answer(_ method: HTTPRequest.Method, _ path: String) async throws -> [UInt8]? {
            try await router.respond(to: .make(method, path)).bytes
        }
        #expect(try await answer(.get, "/undo/table.json") == Array("undo".utf8))
        #expect(try await answer(.post, "/undo/table.json") == Array("undone".utf8))
        await #expect { try await answer(.delete, "/undo/table.json") } throws: {
            ($0 as? HTTPError)?.headers[.allow] == "OPTIONS, POST"
        }
    }

    @Test func laterRouteReplacesEarlier() async throws {
        var router = Router()
        router.get("/:a") { _, _ in .text("first") }
        router.get("/:b") { _, parameters in .text("second \(parameters["b"] ?? "")") }
        let response = try await router.respond(to: .make(.get, "/x"))
        #expect(response.bytes == Array("second x".utf8))
    }

    @Test func neverRedirectsToAnotherHost() async throws {
        // given a mount whose name is empty, so that a path with two slashes matches
        var router = Router()
        router.get(RoutePath([.literal(""), .parameter("x")], trailingSlash: true)) { _, _ in .text("") }
        // then
        let request = try Request.make(.get, "//example.com")
        await #expect { try await router.respond(to: request) } throws: { ($0 as? HTTPError)?.status == .notFound }
    }

    private static func answer(_ request: Request) async throws -> Response {
        do {
            return try await router.respond(to: request)
        } catch let error as HTTPError {
            return error.plainResponse
        }
    }
}
