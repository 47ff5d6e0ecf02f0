import CascadingTable
import TableDatabase
import TableServer
import TableTesting
import TestSupport
import Testing

@testable import TableSQLite

/// Tests the rows of a file as a source of a controller.
@Suite struct DatabaseRowsTests {
    private static let script = """
        PRAGMA journal_mode = WAL;
        CREATE TABLE orders(id INTEGER PRIMARY KEY, note TEXT, total, paid BOOLEAN);
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
            INSERT INTO orders SELECT i, 'note ' || (i % 9), nullif(i % 7, 0) * 1.5, i % 2 FROM n;
        CREATE TABLE codes(code TEXT, part INTEGER, PRIMARY KEY (code, part)) WITHOUT ROWID;
        INSERT INTO codes SELECT 'c' || (id % 5), id FROM orders;
        CREATE TABLE loose(v);
        INSERT INTO loose SELECT id % 3 FROM orders;
        CREATE VIEW totals AS SELECT note, sum(total) AS total FROM orders GROUP BY note;
        """

    @Test func theyKeepTheContractOfARowSource() async throws {
        let fixture = try Fixture(Self.script)
        // While a program has the log open, an export reads one state beside it.
        let program = try fixture.writer()
        defer { withExtendedLifetime(program) {} }
        try fixture.write("UPDATE orders SET note = 'note 1' WHERE id = 1")
        let database = try fixture.open()
        let queries = [
            TableQuery(sort: [.init("total")]), TableQuery(sort: [.init("total", isAscending: false), .init("note")]),
            TableQuery(filters: [.init("paid", .exact, "true")]), TableQuery(search: "note 1"),
            TableQuery(sort: [.init("note")], filters: [.init("id", .lt, "30")]),
        ]
        try await RowSourceContract(
            try await database.rows(of: "ORDERS"), queries: queries, missing: ["0", "x", "1,2"]
        ) { try fixture.write("DELETE FROM orders WHERE id % 2 = 0") }.check()
        try await RowSourceContract(try await database.rows(of: "codes"), missing: ["c9,1"]).check()
        try await RowSourceContract(try await database.rows(of: "loose")).check()
    }

    @Test func aViewWithoutAKeyIsNoSource() async throws {
        let database = try Fixture(Self.script).open()
        let error = await #expect(throws: TableViewError.self) { try await database.rows(of: "totals") }
        #expect(error?.message.description == "The rows of totals have no key. Say which columns identify them.")
        await #expect(throws: SQLiteTableError.self) { try await database.rows(of: "missing") }
    }

    @Test func changesOfTheFileAreShown() async throws {
        let fixture = try Fixture(Self.script)
        var server = TableServer()
        let rows = try await fixture.open().rows(of: "orders")
        server.mount("/orders/", RowsController(rows))
        try await server.test(.inProcess) { client in
            let first = try await client.get("/orders/table.json?_sort_desc=id&_size=1").text
            #expect(first.contains(#""count":400"#) && first.contains("note 4"), "\(first)")
            #expect(!first.contains("row/400"))
            try fixture.write("DELETE FROM orders WHERE id > 300; ALTER TABLE orders ADD COLUMN extra DEFAULT 'x'")
            try await Task.sleep(for: .milliseconds(600))
            let lines = try await client.get("/orders/table.csv?paid=true").text.split(separator: "\r\n")
            #expect(lines.count == 151, "\(lines.count)")
        }
    }

    @Test func theDatabaseGroupsThem() async throws {
        var rows = try await Fixture(Self.script).open().rows(of: "orders")
        var query = TableQuery(filters: [.init("id", .lte, "14")])
        query.grouping = .init(by: [.init("paid")], aggregates: [.init(.sum, of: "total")])
        // Cells may hide values.
        #expect(!rows.capabilities.contains(.groups))
        rows.groupsByDatabase = true
        let groups = try await rows.groups(GroupRequest(allOf: query))
        #expect(groups?.count == 2 && groups?.allSatisfy { $0[1] == .integer(7) } == true, "\(groups ?? [])")
    }
}
