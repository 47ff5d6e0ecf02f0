import CascadingTable
import GRDB
import HTTPTypes
import TableServer
import TableTesting
import TestSupport
import Testing

@testable import TableSQLite

/// Tests that answers with all rows of a table have all of them, although another program writes to the file.
@Suite(.timeLimit(.minutes(5))) struct WholeTableTests {
    private static func script(_ count: Int, _ schema: String = "id INTEGER PRIMARY KEY, name TEXT") -> String {
        """
        PRAGMA journal_mode = wal; CREATE TABLE t (\(schema));
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
        INSERT INTO t(id, name) SELECT i, 'k' || i || 'k' FROM n;
        CREATE VIEW v AS SELECT id, name FROM t;
        """
    }

    private func serve(
        _ fixture: Fixture, change: (inout SQLiteDatabase.Configuration) -> Void = { _ in },
        body: (any TestClient) async throws -> Void
    ) async throws {
        let keptOpen = try fixture.writer()
        let database = try fixture.open(change)
        var server = TableServer()
        for name in ["t", "v"] {
            server.mount(RoutePath("/\(name)/"), try await database.makeTable(named: name))
        }
        try await server.test(.socket, body)
        withExtendedLifetime(keptOpen) {}
    }

    /// The change is found only when the rows are read, after the page was planned.
    @Test(arguments: ["csv", "ndjson", "xlsx", "md", "txt"])
    func aFileIsWholeDirectlyAfterAChange(format: String) async throws {
        let fixture = try Fixture(Self.script(2_500))
        try await serve(fixture) { client in
            for (round, path) in ["t", "v"].flatMap({ table in
                ["", "?id__gt=0", "?_sort_desc=id", "?_search=k"].map { "/\(table)/table.\(format)\($0)" }
            }).enumerated() {
                _ = try await client.get(path)
                try fixture.write("INSERT INTO t VALUES (\(3_000 + round), 'new')")
                let after = try await client.get(path)
                let again = try await client.get(path)
                #expect(after.status == 200 && after.body == again.body, "\(path)")
                #expect(after.headers[.eTag] == again.headers[.eTag], "\(path)")
                guard format != "xlsx" else { continue }
                let words = Set(after.text.split { !$0.isASCII || !$0.isLetter && !$0.isNumber })
                #expect((1...2_500).allSatisfy { words.contains("k\($0)k") }, "\(path)")
            }
        }
    }

    /// Another visitor makes the table show a newer state while the rows for a file are prepared.
    @Test @TableActor func aFileHasTheRevisionOfItsRows() async throws {
        let fixture = try Fixture(Self.script(60_000))
        let keptOpen = try fixture.writer()
        defer { withExtendedLifetime(keptOpen) {} }
        let database = try fixture.open { _ in }
        let tableView = try await database.makeTable(named: "t")
        let source = try #require(tableView.dataSource as? any WholeTableDataSource)
        try await tableView.hosting.updateHandler?(tableView)
        var count = tableView.numberOfRows
        for round in 1...12 {
            let revision = tableView.revision
            let query = TableQuery(sort: [.init("name", isAscending: true)])
            let file = Task { try await source.makeFrozenTable(of: tableView, answering: query) }
            try await Task.sleep(for: .milliseconds(round * 3))
            try fixture.write("INSERT INTO t(name) VALUES ('new')")
            try await tableView.hosting.updateHandler?(tableView)
            let frozen = try await file.value
            let isOfBefore = frozen.tableView.numberOfRows == count
            if isOfBefore { #expect(frozen.revision == revision) } else { #expect(frozen.revision != revision) }
            count += 1
        }
    }

    /// A page whose rows are read anew does not end where they were counted first.
    @Test func thePagesGoOnDirectlyAfterAChange() async throws {
        let fixture = try Fixture(Self.script(2_500))
        try await serve(fixture, change: { $0.countTimeout = .zero }) { client in
            for (size, query) in [("max", ""), ("max", "&_sort=id"), ("500", "&id__gt=0"), ("999", "&_sort_desc=name")]
            {
                var next = "/t/table.json?_shape=arrays&_col=id&_size=\(size)\(query)" as String?
                var seen: [String] = []
                while let url = next {
                    try fixture.write("UPDATE t SET name = name || 'x' WHERE id = 1")
                    let text = try await client.get(url).text
                    seen += text.matches(of: /\[(\d+)\]/).map { String($0.output.1) }
                    next = text.firstMatch(of: /"next_url":"([^"]*)"/).map { String($0.output.1) }
                }
                #expect(seen.count == 2_500 && Set(seen).count == 2_500, "\(size) \(query): \(seen.count) rows")
            }
        }
    }

    @Test(arguments: [900, 3_000])
    func eachWholeTableHasTheRowsThatStay(count: Int) async throws {
        let fixture = try Fixture(Self.script(count))
        let writer = try fixture.writer(.timeout(60))
        try await serve(fixture) { client in
            try await WholeTables.check(
                client, at: "/t/", queries: ["", "?id__gt=0", "?_sort_desc=id", "?_search=k"],
                staying: Set((1...count).filter { $0 % 3 == 0 })
            ) { number in
                let id = number * 7 % (count / 3) * 3 + 1
                try await writer.write { database in
                    try database.execute(
                        sql: number % 2 == 0
                            ? "DELETE FROM t WHERE id = \(id)"
                            : "INSERT OR REPLACE INTO t VALUES (\(id + 1), 'new \(number)')")
                }
            }
        }
    }

    /// Sorting the rows takes some seconds, because each value is computed.
    @Test func anExportHasMoreTimeThanAPage() async throws {
        let slow =
            "id INTEGER PRIMARY KEY, name TEXT, slow INT AS (length(replace(hex(zeroblob(400000)), '0', 'ab')) + id)"
        let fixture = try Fixture(Self.script(250, slow))
        try await serve(fixture, change: { $0.queryTimeout = .milliseconds(50) }) { client in
            let page = try await client.get("/t/table.json?_sort_desc=slow&_size=1")
            let file = try await client.get("/t/table.csv?_sort_desc=slow&_col=id")
            #expect(page.status == 503)
            #expect(file.status == 200 && file.text.split(whereSeparator: \.isNewline).count == 251)
            #expect(file.text.hasPrefix("id\r\n250\r\n249\r\n"))
        }
    }
}
