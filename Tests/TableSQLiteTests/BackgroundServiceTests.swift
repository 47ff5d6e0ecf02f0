import TableServer
import TableTesting
import Testing

@testable import TableSQLite

/// Tests tables of a database in a server that is not `TableServer`.
@Suite struct BackgroundServiceTests {
    @Test func databasesAreFollowed() async throws {
        let fixture = try Fixture("CREATE TABLE t(a); INSERT INTO t VALUES (1);")
        var server = TableServer()
        try await server.mount("/", fixture.open())
        let following = Task { [server] in try await server.backgroundService(url: "").run() }
        try await server.test(.inProcess) { client in
            #expect(try await client.get("/t/table.json").text.contains("\"a\":1"))
            try fixture.write("UPDATE t SET a = 7")
            try await eventually { try await client.get("/t/table.json").text.contains("\"a\":7") }
        }
        following.cancel()
        try await following.value
    }
}
