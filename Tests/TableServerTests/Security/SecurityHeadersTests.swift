import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableTesting
import Testing

@testable import TableServer

@Suite struct SecurityHeadersTests {
    struct Exchange: Sendable, CustomStringConvertible {
        var status: Int
        var method = HTTPRequest.Method.get
        var target: String
        var headers: HTTPFields = [:]
        var body = ""
        var description: String { "\(status) \(method.rawValue) \(target) \(headers)" }
    }

    static let expected = [
        ("Content-Security-Policy", SecurityHeaders.contentSecurityPolicy),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "same-origin"),
        ("Cross-Origin-Opener-Policy", "same-origin"),
        ("Cross-Origin-Resource-Policy", "same-origin"),
    ]

    /// Exchanges with each kind of response.
    static let exchanges = [
        Exchange(status: 200, target: "/"),
        Exchange(status: 200, target: "/?_size=1"),
        Exchange(status: 200, target: "/table.json"),
        Exchange(status: 200, target: "/table.csv"),
        Exchange(status: 200, target: "/table.ndjson"),
        Exchange(status: 200, target: "/table.txt"),
        Exchange(status: 200, target: "/sections/0"),
        Exchange(status: 200, target: "/rows/0/0.json"),
        Exchange(status: 200, target: "/heights.css?px=44"),
        Exchange(status: 200, target: "/table.css"),
        Exchange(status: 200, target: "/icon.svg"),
        Exchange(status: 200, target: "/healthz"),
        Exchange(status: 200, target: "/later/found/"),
        Exchange(status: 200, method: .head, target: "/"),
        Exchange(status: 200, method: .post, target: "/select/0/0"),
        Exchange(status: 204, method: .options, target: "/"),
        Exchange(status: 204, method: .options, target: "/select/0/0"),
        Exchange(status: 204, method: .options, target: "*"),
        Exchange(status: 303, method: .post, target: "/select/0/0", headers: [.accept: "text/html"]),
        Exchange(status: 304, target: "/", headers: [.ifNoneMatch: "*"]),
        Exchange(status: 304, target: "/rows/0/0", headers: [.ifNoneMatch: "*"]),
        Exchange(status: 304, target: "/table.css", headers: [.ifNoneMatch: "*"]),
        Exchange(status: 304, target: "/later/found/", headers: [.ifNoneMatch: "*"]),
        Exchange(status: 308, target: "/later/found"),
        Exchange(status: 308, target: "/table.css/"),
        Exchange(status: 400, target: "/?_size=0"),
        Exchange(status: 400, target: "/rows/a/0"),
        Exchange(status: 400, target: "/heights.css"),
        Exchange(status: 400, target: "/%zz"),
        Exchange(status: 400, target: "/.."),
        Exchange(status: 403, target: "/", headers: .named(["Host": "evil.example"])),
        Exchange(status: 403, method: .post, target: "/select/0/0", headers: .named(["Sec-Fetch-Site": "cross-site"])),
        Exchange(status: 404, target: "/nothing"),
        Exchange(status: 404, target: "/rows/9/9"),
        Exchange(status: 404, target: "/later/missing/"),
        Exchange(status: 405, method: .delete, target: "/"),
        Exchange(status: 409, method: .post, target: "/select/0/0?id=other"),
        Exchange(status: 412, method: .post, target: "/select/0/0", headers: [.ifMatch: "\"other\""]),
        Exchange(status: 415, method: .post, target: "/select/0/0", headers: [.contentType: "a/b"], body: "x"),
        Exchange(status: 500, target: "/later/broken/"),
        Exchange(status: 503, target: "/later/busy/"),
    ]

    /// A proxy must not store a response behind a login for other visitors.
    @Test(arguments: TestRig.allCases)
    func ownResponsesAreStoredForTheVisitorOnly(rig: TestRig) async throws {
        let folder = try Folder(["a.txt": "a"])
        var server = await server()
        server.addRoutes { router in
            router.get("/own/text") { _, _ in .text("a") }
            router.get("/own/json") { _, _ in ["a": 1] }
            router.get("/own/page") { _, _ in .page(title: "a") { "a" } }
            router.get("/own/file") { _, _ in try .file("a.txt", in: folder.path) }
            router.get("/own/moved") { _, _ in .redirect(to: "/") }
            router.get("/own/shared") { _, _ in
                Response(headers: [.cacheControl: "public, max-age=60"], body: .bytes([0x61]))
            }
        }
        try await server.test(rig) { client in
            let page = try await client.get("/").text
            let sheet = try #require(page.firstMatch(of: /\/public-[^"]+\/table.css/)?.output)
            for (path, value) in [
                ("/own/text", "private, no-cache"), ("/own/json", "private, no-cache"),
                ("/own/page", "no-store"), ("/own/file", "private, no-cache"),
                ("/own/moved", "private, no-cache"), ("/own/shared", "public, max-age=60"), ("/nothing", "no-store"),
                ("/", "no-cache"), ("/table.json", "no-cache"), ("/table.css", "no-cache"), ("/healthz", "no-store"),
                (String(sheet), "public, max-age=31536000, immutable"),
            ] {
                let answer = try await client.get(path)
                #expect(answer.headers[.cacheControl] == value, "\(path)")
            }
        }
    }

    private func server() async -> TableServer {
        var server = await Market().server()
        server.mount("/later/:name/", forEach: .path) { parameters in
            switch parameters["name"] {
            case "found": return Market().tableView
            case "broken": throw Broken()
            case "busy": throw HTTPError(.serviceUnavailable)
            default: return nil
            }
        }
        return server
    }

    private struct Broken: Error {}

    /// Returns the names of the headers that are missing, repeated or wrong.
    private func wrongHeaders(of answer: TestResponse) -> [String] {
        Self.expected.compactMap { name, value in answer.headers.values(name) == [value] ? nil : name }
    }

    @Test(arguments: TestRig.allCases, [nil, "text/html"])
    func everyAnswerCarriesEachOnce(rig: TestRig, accept: String?) async throws {
        try await server().test(rig) { client in
            for exchange in Self.exchanges {
                var headers = exchange.headers
                if headers[.accept] == nil { headers[.accept] = accept }
                let status = accept != nil && exchange.status == 200 && exchange.method == .post ? 303 : exchange.status
                let answer = try await client.send(
                    exchange.method, exchange.target, headers: headers, body: Array(exchange.body.utf8))
                #expect(answer.status == status, "\(exchange)")
                // A 304 response has none of these headers, because the client has them with its page.
                let expected = status == 304 ? Self.expected.map(\.0) : []
                #expect(wrongHeaders(of: answer) == expected, "\(exchange)")
            }
        }
    }

    /// libmicrohttpd or the connection refuses these requests before a handler is called.
    @Test func refusalsOfTheConnectionCarryThemToo() async throws {
        let server = await Market().server {
            $0.http.maxBodySize = 100
            $0.http.maxHeaderCount = 10
        }
        try await server.test(.socket) { client in
            let large = try await client.post("/select/0/0", form: String(repeating: "a", count: 200))
            #expect(large.status == 413)
            var fields = HTTPFields()
            for _ in 0..<20 { fields.append(HTTPField(name: .accept, value: "a/b")) }
            let many = try await client.get("/", headers: fields)
            #expect(many.status == 431)
            let unknown = try await client.send(try #require(.init("BREW")), "/", headers: [:], body: [])
            #expect(unknown.status == 501)
            for answer in [large, many, unknown] { #expect(wrongHeaders(of: answer) == [], "\(answer.status)") }
        }
    }

    /// An added route may have its own policy, and keeps the other headers. So do prebuilt responses.
    @Test(arguments: TestRig.allCases)
    func addedRoutesCarryThemToo(rig: TestRig) async throws {
        let own = Response(headers: [.contentSecurityPolicy: "sandbox", .contentType: "text/plain"])
        let plain = try PrebuiltResponse(.text("text"))
        let prepared = try PrebuiltResponse(own)
        var server = TableServer()
        server.addRoutes { router in
            router.get("/plain") { _, _ in .prebuilt(plain) }
            router.get("/later") { _, _ in
                try await Task.sleep(for: .milliseconds(1))
                return .prebuilt(plain)
            }
            router.get("/own") { _, _ in own }
            router.get("/own/prepared") { _, _ in .prebuilt(prepared) }
        }
        try await server.test(rig) { client in
            for target in ["/plain", "/later"] {
                let answer = try await client.get(target)
                #expect(answer.text == "text")
                #expect(wrongHeaders(of: answer) == [], "\(target)")
            }
            for target in ["/own", "/own/prepared"] {
                let answer = try await client.get(target)
                #expect(answer.headers.values("Content-Security-Policy") == ["sandbox"])
                #expect(wrongHeaders(of: answer) == ["Content-Security-Policy"], "\(target)")
            }
        }
    }

    @Test func thePolicyLetsNothingInlineOrFromElsewhereRun() async throws {
        try await server().test(.inProcess) { client in
            let policy = try #require(try await client.get("/").headers[.contentSecurityPolicy])
            let directives = policy.split(separator: ";").map { $0.split(separator: " ").map(String.init) }
            #expect(directives.contains(["default-src", "'none'"]))
            #expect(directives.contains(["script-src", "'self'"]))
            #expect(directives.contains(["style-src", "'self'"]))
            #expect(directives.contains(["base-uri", "'none'"]))
            #expect(directives.contains(["form-action", "'self'"]))
            #expect(directives.contains(["frame-src", "'self'"]))
            #expect(directives.contains(["frame-ancestors", "'self'"]))
            for word in ["unsafe", "*", "http:", "blob:", "nonce", "'strict-dynamic'"] {
                #expect(!policy.contains(word), "\(word)")
            }
        }
    }
}
