import CascadingTable
import HTTPTypes
import InMemoryLogging
import Logging
import TableTesting
import Testing

@testable import TableServer

@Suite struct RequestLogTests {

    @Test func everyRequestIsLogged() async throws {
        let log = InMemoryLogHandler()
        let logger = Logger(label: "requests", factory: { _ in log })
        var server = await Market().server()
        server.addMiddleware(.requestLog(logger))
        try await server.test(.socket) { client in
            let bytes = try await client.get("/table.json?_size=1").body.count
            _ = try await client.post("/select/0/0")
            _ = try await client.get("/nowhere")
            let entries = log.entries
            #expect(entries.map { $0.metadata["status"] } == ["200", "200", "404"])
            #expect(entries.map { $0.metadata["method"] } == ["GET", "POST", "GET"])
            let targets = entries.map { $0.metadata["target"] }
            #expect(targets == ["/table.json?_size=1", "/select/0/0", "/nowhere"])
            #expect(entries[0].metadata["bytes"] == "\(bytes)")
            #expect(entries.allSatisfy { $0.metadata["address"] == "127.0.0.1" && $0.level == .info })
            let times = entries.compactMap { entry in entry.metadata["milliseconds"].flatMap { Double("\($0)") } }
            #expect(times.count == 3 && times.allSatisfy { $0 > 0 })
        }
    }

    /// A log and metrics also see requests that reach no other middleware, whatever the order of middlewares.
    @Test(arguments: TestRig.allCases)
    func refusedRequestsAreLogged(rig: TestRig) async throws {
        let log = InMemoryLogHandler()
        let logger = Logger(label: "requests", factory: { _ in log })
        var server = await Market().server { $0.metrics = PrometheusMetrics() }
        server.addMiddleware { request, next in
            guard request.path != "/select/0/0" else { throw HTTPError(.unauthorized, "Sign in first.") }
            return try await next(request)
        }
        server.addMiddleware(.requestLog(logger))
        try await server.test(rig) { client in
            let site = try #require(HTTPField.Name("Sec-Fetch-Site"))
            let host = try #require(HTTPField.Name("Host"))
            #expect(try await client.post("/select/0/0", headers: [site: "cross-site"]).status == 403)
            #expect(try await client.post("/select/0/0").status == 401)
            #expect(try await client.get("/", headers: [host: "evil.example"]).status == 403)
            #expect(log.entries.map { $0.metadata["status"] } == ["403", "401", "403"])
            let lines = try await client.get("/metrics").text.split(separator: "\n")
            for line in [
                #"http_requests_total{method="POST",route="/select/#section/#row",status="403"} 1"#,
                #"http_requests_total{method="POST",route="/select/#section/#row",status="401"} 1"#,
                #"http_requests_total{method="GET",route="/",status="403"} 1"#,
            ] { #expect(lines.contains(Substring(line)), "\(line)") }
        }
    }

    @Test func aQuietLoggerLogsNothing() async throws {
        let log = InMemoryLogHandler()
        let logger = Logger(label: "requests", factory: { _ in log })
        var server = await Market().server()
        server.addMiddleware(.requestLog(logger, level: .debug))
        try await server.test(.inProcess) { client in
            let answer = try await client.get("/")
            #expect(answer.status == 200)
        }
        #expect(log.entries == [])
    }
}
