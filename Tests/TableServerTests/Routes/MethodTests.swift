import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

/// Tests which methods each path allows.
@Suite struct MethodTests {
    static let reads = [
        "", "?_size=1", "table.json", "table.txt?_style=grid", "table.csv", "table.md", "table.ndjson", "sections/0",
        "sections/0.json", "rows/0/0", "rows/0/0.json", "heights.css?px=44",
        "drag/0/0", "edit/0/0.json", "find?edge=last",
    ]
    static let changes = [
        "select/0/0", "deselect/0/0", "accessory/0/0", "primary/0/0", "expand/0/0", "collapse/0/0", "menu/0/0/copy",
        "focus/0/0", "blur", "move", "move-section", "drop", "batch", "refresh", "undo/x",
    ]
    /// The actions that are confirmed first.
    static let questions = ["edit/0/0", "action/0/0/archive", "commit/0/0/delete"]
    static let others = ["/healthz", "/table.css", "/icon.svg"]

    static let mounts = ["/", "/a/b/", "/opened/x/"]

    /// Every path with its allowed methods.
    static let allowed: [(target: String, allow: String)] =
        mounts.flatMap { mount in
            reads.map { (mount + $0, "GET, HEAD, OPTIONS") } + changes.map { (mount + $0, "OPTIONS, POST") }
                + questions.map { (mount + $0, "GET, HEAD, OPTIONS, POST") }
        } + others.map { ($0, "GET, HEAD, OPTIONS") }

    private func server() async -> TableServer {
        var server = TableServer()
        server.mount("/", await Market().tableView)
        server.mount("/a/b/", await Market().tableView)
        server.mount("/opened/:name/", forEach: .path) { _ in Market().tableView }
        return server
    }

    @Test func otherMethodsAreRefusedWithThoseThatAreAllowed() async throws {
        try await server().test(.inProcess) { client in
            for (target, allow) in Self.allowed {
                for method in [HTTPRequest.Method.get, .head, .post, .put, .patch, .delete]
                where !allow.split(separator: ", ").contains(Substring(method.rawValue)) {
                    let answer = try await client.send(method, target, headers: [:], body: [])
                    #expect(answer.status == 405, "\(method) \(target)")
                    #expect(answer.headers.values("Allow") == [allow], "\(method) \(target)")
                }
            }
        }
    }

    @Test func optionsSayWhatIsAllowed() async throws {
        try await server().test(.inProcess) { client in
            for (target, allow) in Self.allowed + [("*", "DELETE, GET, HEAD, OPTIONS, PATCH, POST, PUT")] {
                let answer = try await client.send(.options, target, headers: [:], body: [])
                #expect(answer.status == 204, "\(target)")
                #expect(answer.headers.values("Allow") == [allow], "\(target)")
                #expect(answer.body == [])
            }
        }
    }

    @Test func aPathThatIsNotThereAllowsNothing() async throws {
        try await server().test(.inProcess) { client in
            for target in ["/nothing", "/select/0", "/rows", "/a/b/nothing", "/table.csx"] {
                for method in [HTTPRequest.Method.get, .head, .post, .put, .patch, .delete, .options] {
                    let answer = try await client.send(method, target, headers: [:], body: [])
                    #expect(answer.status == 404, "\(method) \(target)")
                    #expect(answer.headers[.allow] == nil)
                }
            }
        }
    }

    /// HEAD must have the same response as GET, without the body.
    @Test(arguments: TestRig.allCases, [[:], [.ifNoneMatch: "*"], [.accept: "text/html"]] as [HTTPFields])
    func headIsGetWithoutBody(rig: TestRig, headers: HTTPFields) async throws {
        let targets =
            Self.allowed.filter { $0.allow.hasPrefix("GET") }.map(\.target)
            + ["/nothing", "/rows/a/0", "/rows/9/9", "/?_size=0", "/rows/0/0/", "/a/b", "/opened/x/nothing"]
        try await server().test(rig) { client in
            for target in targets {
                let get = try await client.get(target, headers: headers)
                let head = try await client.send(.head, target, headers: headers, body: [])
                #expect(head.status == get.status, "\(target)")
                #expect(head.headers.withoutTimes == get.headers.withoutTimes, "\(target)")
                #expect(head.body == [])
                if rig == .socket, get.status != 304 {
                    #expect(head.headers[.contentLength] == "\(get.body.count)", "\(target)")
                }
            }
        }
    }

    @Test func methodsNobodyKnowsAreRefused() async throws {
        try await server().test(.socket) { client in
            for name in ["TRACE", "CONNECT", "BREW", "get"] {
                let method = try #require(HTTPRequest.Method(name))
                let answer = try await client.send(method, "/", headers: [:], body: [])
                #expect([400, 501].contains(answer.status), "\(name)")
                #expect(answer.headers[.contentType] == "application/problem+json")
            }
        }
    }
}
