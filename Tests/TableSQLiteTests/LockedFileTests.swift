import CascadingTable
import GRDB
import HTTPTypes
import Synchronization
import TableSQLite
import TableServer
import TableTesting
import Testing

/// While another program holds a lock on a file, only requests for rows of that file wait.
@Suite(.timeLimit(.minutes(2))) struct LockedFileTests {
    private static let rows = """
        CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
          INSERT INTO t SELECT i, 'Name ' || i FROM n;
        """

    /// Serves the file at `/db/`, and a table in memory at `/`.
    private func server(_ fixture: Fixture, queryTimeout: Duration) async throws -> TableServer {
        let database = try fixture.open { $0.queryTimeout = queryTimeout }
        var server = TableServer()
        server.mount("/", await Self.makeTable())
        let table = try #require(try await database.makeTable(named: "t"))
        server.mount("/db/", table)
        server.mount("/grouped/", try #require(try await database.makeTable(named: "t", sectionBy: "id")))
        return server
    }

    @TableActor private static func makeTable() -> TableView {
        TableView(title: "Memory", root: StaticTable { Section("Rows") { Row("One", id: "one") { _, _ in } } })
    }

    /// Runs the body while another connection has the file to itself.
    private func whileLocked(_ fixture: Fixture, _ body: () async throws -> Void) async throws {
        let writer = try fixture.writer()
        try await writer.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
        do { try await body() } catch {
            try await writer.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
            throw error
        }
        try await writer.writeWithoutTransaction { try $0.execute(sql: "ROLLBACK") }
    }

    private static let requests: [(method: HTTPRequest.Method, path: String)] = [
        (.get, "/db/table.json?_row=1500"), (.get, "/db/table.json?_next=0.700~701"), (.get, "/db/rows/0/1700.json"),
        (.get, "/db/find?text=Name%202500"), (.get, "/db/table.json?_sort_desc=name"),
        (.get, "/db/table.json?id__gt=2900"),
        (.post, "/db/select/0/2000?id=2001"), (.post, "/db/select/0/2100?id=1900"),
        (.get, "/db/table.csv?_size=10&_next=0.5~6"),
        (.get, "/grouped/table.json?_row=1500"), (.get, "/grouped/find?text=1400"),
    ]

    @Test(arguments: TestRig.allCases)
    func requestsForItsRowsAreTemporarilyUnavailable(rig: TestRig) async throws {
        let fixture = try Fixture(Self.rows)
        try await server(fixture, queryTimeout: .milliseconds(50)).test(rig) { client in
            try await whileLocked(fixture) {
                for (method, path) in Self.requests {
                    let answer = try await client.send(method, path, headers: [:], body: [])
                    #expect(answer.status == 503, "\(path): \(answer.text)")
                    #expect(answer.headers[.retryAfter] == "5")
                    #expect(answer.text.contains("fixture.db is locked by another program."), "\(path): \(answer.text)")
                }
            }
            // Nothing of it is remembered. The time is so short that it may not do on a busy machine.
            for (method, path) in Self.requests {
                var answer = try await client.send(method, path, headers: [:], body: [])
                for _ in 0..<100 where answer.status == 503 {
                    answer = try await client.send(method, path, headers: [:], body: [])
                }
                #expect(answer.status == (path.contains("id=1900") ? 409 : 200), "\(path): \(answer.text)")
            }
        }
    }

    private final class Counter: Sendable {
        let count = Atomic(0)
    }

    @Test func otherTablesAreAnsweredMeanwhile() async throws {
        let fixture = try Fixture(Self.rows)
        try await server(fixture, queryTimeout: .seconds(60)).test(.socket) { client in
            let answered = Counter()
            var waiting: [Task<Int, any Error>] = []
            try await whileLocked(fixture) {
                // given: requests that wait for the lock
                waiting = Self.requests.map { method, path in
                    Task {
                        let answer = try await client.send(method, path, headers: [:], body: [])
                        answered.count.add(1, ordering: .relaxed)
                        return answer.status
                    }
                }
                try await Task.sleep(for: .milliseconds(200))
                // when, then
                for _ in 0..<100 {
                    for path in ["/", "/table.json", "/healthz"] {
                        #expect(try await client.get(path).status == 200)
                    }
                    #expect(try await client.post("/select/0/0").status == 200)
                }
                #expect(answered.count.load(ordering: .relaxed) == 0)
            }
            for request in waiting { #expect([200, 409].contains(try await request.value)) }
        }
    }
}
