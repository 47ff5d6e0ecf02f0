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
