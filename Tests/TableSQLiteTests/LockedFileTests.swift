import CascadingTable
import StaticTables
import Dispatch
import GRDB
import HTTPTypes
import Synchronization
import TableSQLite
import TableServer
import TableTesting
import Testing

/// Tests that only requests for rows of a file wait while another program locks this file.
@Suite(.timeLimit(.minutes(10))) struct LockedFileTests {
    private static let rows = """
        CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
          INSERT INTO t SELECT i, 'Name ' || i FROM n;
        """

    /// Serves the file at `/db/`, and a table in memory at `/`.
    ///
    /// - Parameter queryTimeout: The time that requests wait for the lock.
    private func server(
        _ fixture: Fixture, queryTimeout: Duration, _ configuration: TableServer.Configuration = .init()
    ) async throws -> TableServer {
        let database = try fixture.open { $0.queryTimeout = queryTimeout }
        var server = TableServer(configuration: configuration)
        server.mount("/", await Self.makeTable())
        let table = try await database.makeTable(named: "t")
        server.mount("/db/", table)
        server.mount("/grouped/", try await database.makeTable(named: "t", sectionBy: "id"))
        return server
    }

    @TableActor private static func makeTable() -> TableView {
        TableView(title: "Memory", root: StaticTable { Section("Rows") { Row("One", id: "one") { _, _ in } } })
    }

    /// Runs the body while another connection holds an exclusive lock on the file.
    ///
    /// A body that waits for the lock would never end. After a minute it gets the lock, and the test fails.
    private func whileLocked(_ fixture: Fixture, _ body: () async throws -> Void) async throws {
        let writer = try fixture.writer()
        @Sendable func unlock() throws -> Bool {
            try writer.inDatabase { database in
                guard database.isInsideTransaction else { return false }
                try database.rollback()
                return true
            }
        }
        try await writer.writeWithoutTransaction { try $0.execute(sql: "BEGIN EXCLUSIVE") }
        // All threads for tasks may be blocked, so a queue unlocks the file.
        let rescue = DispatchWorkItem { _ = try? unlock() }
        DispatchQueue(label: "LockedFileTests").asyncAfter(deadline: .now() + 60, execute: rescue)
        defer { rescue.cancel() }
        do { try await body() } catch {
            _ = try unlock()
            throw error
        }
        #expect(try unlock(), "Something waited for the lock.")
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
            // No failure is cached. The test repeats requests, because 50 ms can be too short on a busy machine.
            for (method, path) in Self.requests {
                var answer = try await client.send(method, path, headers: [:], body: [])
                for _ in 0..<100 where answer.status == 503 {
                    answer = try await client.send(method, path, headers: [:], body: [])
                }
                #expect(answer.status == (path.contains("id=1900") ? 409 : 200), "\(path): \(answer.text)")
            }
        }
    }

    @Test func openingATableDoesNotWaitLonger() async throws {
        let fixture = try Fixture(Self.rows)
        let database = try fixture.open {
            $0.queryTimeout = .milliseconds(50)
            $0.openingTimeout = .seconds(3_600)
        }
        try await whileLocked(fixture) {
            let error = await #expect(throws: SQLiteTableError.self) { try await database.makeTable(named: "t") }
            #expect(error?.code == .busy)
        }
    }

    private final class Counter: Sendable {
        let count = Atomic(0)
    }

    @Test func otherTablesAreAnsweredMeanwhile() async throws {
        let fixture = try Fixture(Self.rows)
        var configuration = TableServer.Configuration()
        // A single thread that waits would stop all requests.
        configuration.http.threads = 1
        configuration.loadingTimeout = .seconds(3_600)
        try await server(fixture, queryTimeout: .seconds(3_600), configuration).test(.socket) { client in
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
