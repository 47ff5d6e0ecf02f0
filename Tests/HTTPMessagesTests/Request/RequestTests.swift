import HTTPTypes
import Testing

@testable import HTTPMessages

struct RequestTests {
    struct Shape: Sendable {
        let target: String
        let path: String
        let segments: [String]
        let slash: Bool
        var query: String?
    }

    @Test(arguments: [
        Shape(target: "/", path: "/", segments: [], slash: true),
        Shape(target: "/a", path: "/a", segments: ["a"], slash: false),
        Shape(target: "/a/", path: "/a/", segments: ["a"], slash: true),
        Shape(target: "/a/b%2Fc", path: "/a/b%2Fc", segments: ["a", "b/c"], slash: false),
        Shape(target: "/a%20b/%C3%A9?x=1", path: "/a%20b/%C3%A9", segments: ["a b", "é"], slash: false, query: "x=1"),
        Shape(target: "/a//b", path: "/a//b", segments: ["a", "", "b"], slash: false),
        Shape(target: "/?", path: "/", segments: [], slash: true, query: ""),
        Shape(target: "/...", path: "/...", segments: ["..."], slash: false),
        Shape(target: "http://h:1/a?b", path: "/a", segments: ["a"], slash: false, query: "b"),
        Shape(target: "http://h:1", path: "/", segments: [], slash: true),
    ])
    func takesTargetsApart(_ given: Shape) throws {
        let request = try Request.make(.get, given.target)
        #expect(request.path == given.path)
        #expect(request.pathSegments == given.segments)
        #expect(request.hasTrailingSlash == given.slash)
        #expect(request.rawQuery == given.query)
    }

    @Test(arguments: [
        "", "a", "/..", "/%2e", "/.%2E/", "/%00", "/%ff", "/%", "/#", "/ ", "/é", "*", "http://", "/?%", "http:///a",
    ])
    func refusesTargets(_ target: String) {
        #expect { try Request.make(.get, target) } throws: { ($0 as? HTTPError)?.status == .badRequest }
    }

    @Test func readsHeaders() throws {
        // given
        let name = try #require(HTTPField.Name("X-Thing"))
        var headers: HTTPFields = [.accept: "text/html", name: "1"]
        headers.append(HTTPField(name: name, value: "2"))
        headers.append(HTTPField(name: .cookie, value: "a=1; b=2"))
        // when
        let request = try Request.make(headers: headers)
        // then
        #expect(request.headers == headers)
        #expect(request.header(.accept) == "text/html")
        #expect(request.header(name) == "1")
        #expect(request.header(.eTag) == nil)
        #expect(request.cookies["b"] == "2")
        #expect(request.remoteAddress == "127.0.0.1")
    }

    struct Body: Sendable {
        let type: String?
        let body: String
        let status: Int
    }

    @Test(arguments: [
        Body(type: "application/x-www-form-urlencoded", body: "a=1&b=x+y", status: 200),
        Body(type: "Application/X-WWW-Form-URLencoded; charset=utf-8", body: "a=1", status: 200),
        Body(type: "application/x-www-form-urlencoded", body: "a=%zz", status: 400),
        Body(type: "application/x-www-form-urlencoded", body: "a&a&a&a&a", status: 400),
        Body(type: "application/json", body: "{}", status: 415),
        Body(type: nil, body: "a=1", status: 415), Body(type: nil, body: "", status: 200),
    ])
    func readsForms(_ given: Body) throws {
        let headers: HTTPFields = given.type.map { [.contentType: $0] } ?? [:]
        let request = try Request.make(.post, headers: headers, body: Array(given.body.utf8), maxQueryItems: 4)
        #expect(status { _ = try request.form() } == given.status)
    }

    struct Thing: Decodable { let id: Int; let tags: [String] }

    @Test(arguments: [
        (Body(type: "application/json", body: #"{"id":1,"tags":["a"]}"#, status: 200), ""),
        (Body(type: "application/merge-patch+json", body: #"{"id":1,"tags":[]}"#, status: 200), ""),
        (Body(type: "application/json", body: #"{"tags":[]}"#, status: 400), "\"id\" is missing in the request body."),
        (
            Body(type: "application/json", body: #"{"id":"x","tags":[]}"#, status: 400),
            "\"id\" in the request body has the wrong type."
        ),
        (
            Body(type: "application/json", body: #"{"id":1,"tags":["a",2]}"#, status: 400),
            "\"tags.1\" in the request body has the wrong type."
        ),
        (
            Body(type: "application/json", body: #"{"id":1,"tags":null}"#, status: 400),
            "\"tags\" in the request body must not be null."
        ),
        (Body(type: "application/json", body: "{", status: 400), "The request body is not valid JSON."),
        (Body(type: "application/json", body: "", status: 400), "The request body is not valid JSON."),
        (Body(type: "text/plain", body: "{}", status: 415), "The request body must be application/json."),
        (Body(type: nil, body: "{}", status: 415), "The request body must be application/json."),
    ])
    func decodesJSON(_ given: Body, _ sentence: String) throws {
        let headers: HTTPFields = given.type.map { [.contentType: $0] } ?? [:]
        let request = try Request.make(.post, headers: headers, body: Array(given.body.utf8))
        var message = ""
        #expect(status(message: &message) { _ = try request.decode(Thing.self) } == given.status)
        #expect(message == sentence)
    }

    private func status(_ body: () throws -> Void) -> Int {
        var message = ""
        return status(message: &message, body)
    }

    private func status(message: inout String, _ body: () throws -> Void) -> Int {
        do {
            try body()
            return 200
        } catch let error as HTTPError {
            message = error.message.description
            return error.status.code
        } catch {
            return 0
        }
    }
}
