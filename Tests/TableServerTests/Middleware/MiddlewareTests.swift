import CascadingTable
import HTTPTypes
import Synchronization
import TableTesting
import Testing

@testable import TableServer

@Suite struct MiddlewareTests {
    /// A log of the steps, in order.
    private final class Steps: Sendable {
        private let names = Mutex<[String]>([])
        var all: [String] { names.withLock { $0 } }
        func add(_ name: String) { names.withLock { $0.append(name) } }
    }

    @Test(arguments: TestRig.allCases)
    func theFirstIsTheOutermost(rig: TestRig) async throws {
        let steps = Steps()
        var server = await Market().server()
        for name in ["a", "b"] {
            server.addMiddleware { request, next in
                steps.add("\(name) \(request.path)")
                let response = try await next(request)
                steps.add("\(response.status.code) \(name)")
                return response
            }
        }
        server.addRoutes { $0.get("/own") { _, _ in .text("own", status: .accepted) } }
        try await server.test(rig) { client in
            let answer = try await client.get("/own")
            #expect(answer.text == "own")
            #expect(steps.all == ["a /own", "b /own", "202 b", "202 a"])
        }
    }

    @Test(arguments: TestRig.allCases)
    func everyPathPassesIt(rig: TestRig) async throws {
        let steps = Steps()
        var server = await Market().server { $0.showsAnomalies = true }
        server.addMiddleware { request, next in
            steps.add(request.path)
            return try await next(request)
        }
        try await server.test(rig) { client in
            let paths = [
                "/", "/table.json", "/table.css", "/healthz", "/readyz", "/anomalies", "/nowhere", "/rows/0/9",
            ]
            for path in paths {
                for method in [HTTPRequest.Method.get, .head] {
                    let answer = try await client.send(method, path, headers: [:], body: [])
                    #expect(answer.status == (["/nowhere", "/rows/0/9"].contains(path) ? 404 : 200), "\(path)")
                    #expect(answer.headers[.contentSecurityPolicy] != nil)
                }
            }
            #expect(steps.all == paths.flatMap { [$0, $0] })
            #expect(try await client.post("/select/0/0").status == 200)
        }
    }

    /// A cached page does not go past it, either.
    @Test func noResponseGoesPastIt() async throws {
        let steps = Steps()
        var server = await Market().server()
        server.addMiddleware { request, next in
            steps.add("")
            guard steps.all.count < 3 else { throw HTTPError(.unauthorized, "Sign in first.") }
            return try await next(request)
        }
        try await server.test(.socket) { client in
            for status in [200, 200, 401, 401] {
                let answer = try await client.get("/", headers: [.accept: "text/html"])
                #expect(answer.status == status)
            }
        }
        #expect(steps.all.count == 4)
    }

    @Test(arguments: TestRig.allCases)
    func itMayAnswerItself(rig: TestRig) async throws {
        var server = await Market().server()
        server.addMiddleware { request, next in
            switch request.path {
            case "/sign-in": return .text("sign in")
            case "/refused": throw HTTPError(.forbidden, "No.")
            case "/broken": throw CancellationError()
            default: return request.cookies["user"] == nil ? .redirect(to: "/sign-in") : try await next(request)
            }
        }
        try await server.test(rig) { client in
            let moved = try await client.get("/")
            #expect(moved.status == 303 && moved.headers[.location] == "/sign-in")
            #expect(moved.headers[.contentSecurityPolicy] != nil)
            #expect(try await client.get("/", headers: [.cookie: "user=1"]).status == 200)
            #expect(try await client.get("/sign-in").text == "sign in")
            let refused = try await client.get("/refused")
            #expect(refused.status == 403 && refused.headers[.contentType] == "application/problem+json")
            #expect(try await client.get("/broken").status == 503)
        }
    }

    /// An outer step sees errors of inner steps, routes and tables as responses.
    @Test func errorsAreResponses() async throws {
        let steps = Steps()
        var server = await Market().server()
        server.addMiddleware { request, next in
            let response = try await next(request)
            steps.add("\(response.status.code)")
            return response
        }
        server.addMiddleware { request, next in
            if request.path == "/inner" { throw HTTPError(.conflict, "No.") }
            return try await next(request)
        }
        server.addRoutes { router in
            router.get("/sync") { _, _ -> Response in throw HTTPError(.forbidden, "No.") }
            router.get("/later") { _, _ -> Response in
                try await Task.sleep(for: .milliseconds(1))
                throw HTTPError(.badGateway, "No.")
            }
        }
        try await server.test(.inProcess) { client in
            for path in ["/inner", "/sync", "/later", "/nowhere"] { _ = try await client.get(path) }
        }
        #expect(steps.all == ["409", "403", "502", "404"])
    }

    /// A request from another site, or to an unknown host, does not reach the middleware.
    @Test func refusedRequestsDoNotReachIt() async throws {
        let steps = Steps()
        var server = await Market().server()
        server.addMiddleware { request, next in
            steps.add(request.path)
            return try await next(request)
        }
        try await server.test(.inProcess) { client in
            let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
            #expect(try await client.post("/select/0/0", headers: [site: "cross-site"]).status == 403)
            let host = try #require(HTTPField.Name("Host"))
            #expect(try await client.get("/", headers: [host: "evil.example"]).status == 403)
        }
        #expect(steps.all == [])
    }

    /// A table can have a path below the folder of public files.
    @Test(arguments: TestRig.allCases)
    func onlyFilesHaveTheRouteOfFiles(rig: TestRig) async throws {
        var server = await Market().server()
        server.mount("/:room/", forEach: .path) { _ in Market().tableView }
        server.addMiddleware { request, next in
            guard next.route(of: request) == "/public" else { throw HTTPError(.unauthorized, "Sign in first.") }
            return try await next(request)
        }
        let folder = try StaticFiles(directory: nil).path
        try await server.test(rig) { client in
            for (path, status) in [
                ("/table.css", 200), ("/table.json", 401), ("/", 401), ("/rows/0/0.json", 401), ("/none.css", 401),
            ] {
                let answer = try await client.get(folder + path)
                #expect(answer.status == status, "\(path)")
            }
        }
    }

    @Test func cookiesAreSecureOverTLS() async throws {
        var server = await Market().server { $0.trustedProxies = ["127.0.0.1"] }
        server.addMiddleware { request, next in
            var response = try await next(request)
            response.setCookie(try Cookie("user", "1"))
            response.setCookie(try Cookie("theme", "secure", isSecure: true))
            return response
        }
        let forwarded = try #require(HTTPField.Name("X-Forwarded-Proto"))
        try await server.test(.inProcess) { client in
            for (scheme, isSecure) in [("http", false), ("https", true)] {
                let cookies = try await client.get("/", headers: [forwarded: scheme]).headers[values: .setCookie]
                let user = "user=1; Path=/; HttpOnly; SameSite=Lax"
                #expect(
                    cookies == [
                        isSecure ? user + "; Secure" : user, "theme=secure; Path=/; HttpOnly; SameSite=Lax; Secure",
                    ])
            }
        }
    }

    @Test func aStepCanBeTestedAlone() async throws {
        let middleware = Middleware { request, next in
            var response = try await next(request)
            response.headers[.server] = next.route(of: request)
            return response
        }
        let next = Middleware.Next(route: { _ in "/x" }) { _ in .text("text") }
        let response = try await middleware.respond(.make(), next)
        #expect(response.headers[.server] == "/x")
    }

    @Test func theClientThatLeftIsNotAnswered() async throws {
        let next = Middleware.Next { _ in .text("text") }
        let task = Task {
            while !Task.isCancelled { await Task.yield() }
            return try await next(.make())
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }
}
