import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import Testing

@Suite struct HealthRoutesTests {
    @Test(arguments: TestRig.allCases)
    func aServerThatRunsSaysSo(rig: TestRig) async throws {
        var server = TableServer()
        server.mount("/:name/") { _ in nil }
        try await server.test(rig) { client in
            let answer = try await client.get("/healthz")
            #expect(answer.status == 200)
            #expect(answer.headers[.contentType] == "text/plain; charset=utf-8")
            #expect(answer.text == "ok\n")
            #expect(answer.headers[.cacheControl] == "no-store")
        }
    }
}
