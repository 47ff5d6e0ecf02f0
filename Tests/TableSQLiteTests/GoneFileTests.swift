import CascadingTable
import Foundation
import GRDB
import HTTPTypes
import TableSQLite
import TableServer
import TableTesting
import Testing

/// Tests that all pages report a missing table, row or file, until it is back.
@Suite(.timeLimit(.minutes(10))) struct GoneFileTests {
    private static let schema = """
        CREATE TABLE t (id INTEGER PRIMARY KEY, name TEXT);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000)
          INSERT INTO t SELECT i, 'Name ' || i FROM n;
        """

    private static let paths = [
        "/t/", "/t/table.json", "/t/table.csv", "/t/table.json?_row=77", "/t/find?text=Name%2077", "/t/rows/0/76.json",
        "/t/table.json?_sort=name", "/t/table.json?id__gt=2000", "/t/table.json?_next=0.1500~1501",
    ]

    private func serve(_ fixture: Fixture, _ body: (any TestClient) async throws -> Void) async throws {
        let database = try fixture.open()
        var server = TableServer()
        server.mount("/:table/", forEach: .path) { try await database.makeTable(at: [$0["table"] ?? ""]) }
        let watching = Task { await database.watch(every: .milliseconds(5)) }
        defer { watching.cancel() }
        try await server.test(.inProcess) { client in
            for path in Self.paths { #expect(try await client.get(path).status == 200, "\(path)") }
            try await body(client)
        }
    }

    /// Waits until the database has noticed the change, then checks all paths.
    private func expect(
        _ status: Int, _ detail: String? = nil, from client: any TestClient, paths: [String] = paths
    ) async throws {
        for _ in 0..<4_000 where try await client.get(paths[0]).status != status {
            try await Task.sleep(for: .milliseconds(5))
        }
        for path in paths {
            let answer = try await client.get(path)
            #expect(answer.status == status, "\(path): \(answer.text)")
            if let detail {
                #expect(
                    answer.text.replacing(#"\""#, with: "\"").contains(detail) || path == paths[0],
                    "\(path): \(answer.text)")
            }
            #expect((answer.headers[.retryAfter] != nil) == (status == 503))
        }
    }

    @Test func droppedTableIsNotFound() async throws {
        let fixture = try Fixture(Self.schema)
        try await serve(fixture) { client in
            try fixture.write("DROP TABLE t")
            try await expect(404, "There is no table \"t\".", from: client)
            try fixture.write(Self.schema)
            try await expect(200, from: client)
        }
    }

    @Test func fileThatIsGoneIsUnavailable() async throws {
        let fixture = try Fixture(Self.schema)
        try await serve(fixture) { client in
            let other = fixture.path + ".other"
            try FileManager.default.moveItem(atPath: fixture.path, toPath: other)
            try await expect(503, "fixture.db cannot be opened: there is no such file.", from: client)
            try FileManager.default.moveItem(atPath: other, toPath: fixture.path)
            try await expect(200, from: client)
        }
    }

    @Test func fileThatIsNoDatabaseIsUnavailable() async throws {
        let fixture = try Fixture(Self.schema)
        try await serve(fixture) { client in
            let whole = try Data(contentsOf: URL(fileURLWithPath: fixture.path))
            try Data(repeating: 65, count: 9_000).write(to: URL(fileURLWithPath: fixture.path), options: .atomic)
            try await expect(
                503, "fixture.db is not an SQLite database, or it is encrypted.", from: client)
            try whole.write(to: URL(fileURLWithPath: fixture.path), options: .atomic)
            try await expect(200, from: client)
        }
    }

    @Test(arguments: [0, 4_096, 20_000]) func fileThatIsTruncatedIsUnavailable(size: UInt64) async throws {
        let fixture = try Fixture(Self.schema)
        try await serve(fixture) { client in
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: fixture.path))
            try file.truncate(atOffset: size)
            try file.close()
            try await expect(503, "fixture.db ", from: client)
        }
    }
}
