import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableServer
import TableTesting
import Testing

@Suite struct ServerTimingTests {
    private static let name = HTTPField.Name("Server-Timing")

    @Test(arguments: ["/", "/table.json", "/table.csv", "/sections/0"], TestRig.allCases)
    func aPageTellsTheTimesOfRowsAndPage(path: String, rig: TestRig) async throws {
        try await Market().server().test(rig) { client in
            let first = try await parts(client.get(path))
            #expect(first.map(\.name) == ["rows", "page"])
            // The cached page has the times at which it was made.
            #expect(try await parts(client.get(path)) == first)
        }
    }

    @Test(arguments: TestRig.allCases)
    func otherResponsesTellTheTotalTime(rig: TestRig) async throws {
        try await LongTable(count: 3).server().test(rig) { client in
            for path in ["/find?text=the", "/find?text=none", "/values/0/0/text", "/columns"] {
                let response = try await client.get(path)
                #expect(response.status == 200)
                #expect(try parts(response).map(\.name) == ["total"], "\(path)")
            }
        }
        try await Market().server().test(rig) { client in
            let selected = try await parts(client.post("/select/0/0"))
            #expect(selected.map(\.name) == ["total"])
        }
    }

    @Test(arguments: TestRig.allCases)
    func anExportTellsTheTimesUntilItsFirstByte(rig: TestRig) async throws {
        try await LongTable(count: 5_000).server().test(rig) { client in
            let export = try await parts(client.get("/table.csv"))
            #expect(export.map(\.name) == ["rows", "total"])
        }
    }

    @Test func workThatIsWaitedForCounts() async throws {
        var server = TableServer()
        server.addRoutes { router in
            router.get("/slow") { _, _ in
                try await Task.sleep(for: .milliseconds(30))
                return .text("done")
            }
        }
        server.addMiddleware { try await $1($0) }
        try await server.test(.inProcess) { client in
            let total = try #require(try await parts(client.get("/slow")).first)
            #expect(total.name == "total" && total.milliseconds >= 30)
        }
    }

    @Test func errorsAndFilesTellNothing() async throws {
        try await Market().server().test(.inProcess) { client in
            for path in ["/rows/9/9", "/nothing", "/table.css"] {
                let parts = try await parts(client.get(path))
                #expect(parts == [], "\(path)")
            }
        }
    }

    private struct Part: Equatable {
        var name: String
        var milliseconds: Double
    }

    private func parts(_ response: TestResponse) throws -> [Part] {
        guard let name = Self.name, let value = response.headers[name] else { return [] }
        return try value.split(separator: ", ").map { part in
            let match = try #require(part.wholeMatch(of: /([a-z]+);dur=(\d+(?:\.\d+)?)/), "\(value)")
            return Part(name: String(match.1), milliseconds: try #require(Double(match.2)))
        }
    }
}
