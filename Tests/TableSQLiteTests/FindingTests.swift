import CascadingTable
import FoundationEssentials
import GRDB
import TableServer
import TableSQLite
import TableTesting
import Testing

/// Tests searches for the next row that begins with a typed text, in tables that are longer than one search reads.
@TableActor @Suite struct FindingTests {
    fileprivate nonisolated static let schema = """
        CREATE TABLE people(id TEXT PRIMARY KEY, first TEXT, n INTEGER, free, place TEXT);
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
        INSERT INTO people SELECT char(97 + i * 25 / 30000) || printf('%06d', i), 'Adam', i * 1000, i * 1.5,
            'p' || (i % 5000) FROM n;
        INSERT INTO people VALUES ('zz99', 'Émil', 24874500, 'text', 'Ωmega');
        CREATE TABLE flights(id INTEGER PRIMARY KEY, carrier TEXT, delay INTEGER, code TEXT COLLATE NOCASE);
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 30000)
        INSERT INTO flights SELECT i, CASE WHEN i > 29990 THEN 'ZZ' ELSE 'UA' END, i, 'c' || i FROM n;
        CREATE INDEX by_delay ON flights(delay); CREATE INDEX by_carrier ON flights(carrier, delay);
        CREATE INDEX by_code ON flights(code);
        CREATE VIEW v AS SELECT * FROM people;
        """

    private func rows(_ searches: [(String, String?, Int?, Int?)], in table: TableView) async throws {
        for (text, column, after, expected) in searches {
            let found = try await table.loading {
                $0.gestures.indexPath(
                    forRowStartingWith: text, after: after.map { IndexPath(row: $0, section: 0) }, inColumn: column)
            }
            #expect(found?.row == expected, "\(text) in \(column ?? "nothing") after \(after ?? -1)")
            #expect(table.searchedRows == nil)
        }
    }

    @Test func `Rows beyond those that are read at a time are found`() async throws {
        let database = try Fixture(Self.schema).open()
        let people = try await database.makeTable(named: "people")
        try await rows(
            [
                ("z", nil, nil, 29_999), ("z", nil, 29_999, 30_000), ("z", nil, 30_000, 29_999), ("zq", nil, nil, nil),
                ("em", "first", nil, 30_000), ("EM", "first", nil, 30_000), ("24874", "n", nil, 24_873),
                ("24874500", "n", nil, 30_000), ("ω", "place", nil, 30_000), ("te", "free", nil, 30_000),
                ("44998.5", "free", nil, 29_998), ("x", "n", nil, nil),
            ], in: people)
        let flights = try await database.makeTable(named: "flights")
        try await rows(
            [
                ("29999", nil, nil, 29_998), ("3", nil, 29_000, 29_999), ("z", "carrier", nil, 29_990),
                ("zz", "carrier", 29_995, 29_996), ("zz", "carrier", 29_999, 29_990), ("2999", "delay", 3_000, 29_989),
                ("C2999", "code", 3_000, 29_989), ("ua", "carrier", 29_995, 0), ("0", "id", nil, nil),
            ], in: flights)
    }

    @Test func `Rows in another order are found by the sorted column`() async throws {
        let flights = try await Fixture(Self.schema).open().makeTable(named: "flights")
        for (column, isAscending, text, after, expected) in [
            ("delay", true, "2999", nil, 2_998), ("delay", true, "2999", 2_998, 29_989),
            ("delay", false, "1", nil, 10_001),
            ("carrier", false, "u", nil, 10), ("carrier", true, "z", nil, 29_990), ("code", true, "C9", nil, 28_889),
        ] as [(String, Bool, String, Int?, Int)] {
            let query = TableQuery(sort: [.init(column, isAscending: isAscending)])
            let answer = try await flights.answer(to: query)
            let found = try #require(
                try await answer.loading {
                    $0.gestures.indexPath(
                        forRowStartingWith: text, after: after.map { IndexPath(row: $0, section: 0) }, inColumn: column)
                })
            let row = try #require(try await answer.rows(in: answer.window(from: found, size: 1)).first)
            #expect(row.value(column).map { "\($0)".lowercased().contains(text.lowercased()) } == true)
            #expect(found.row == expected, "\(text) in \(column)")
        }
    }

    @Test func `A search that ends early says how many rows it has read`() async throws {
        let view = try await Fixture(Self.schema).open().makeTable(named: "v")
        let found = try await view.loading { $0.gestures.indexPath(forRowStartingWith: "zz", inColumn: "id") }
        #expect(found == nil)
        #expect(view.searchedRows == 20_000)
        _ = try await view.loading { $0.gestures.indexPath(forRowStartingWith: "a", inColumn: "id") }
        #expect(view.searchedRows == nil)
    }

    @Test func `Random searches find the row that SQL finds`() async throws {
        var random = Random(seed: 5)
        let fixture = try Fixture(
            """
            CREATE TABLE t(k INTEGER PRIMARY KEY, name TEXT, n, code TEXT COLLATE NOCASE);
            CREATE INDEX i1 ON t(n); CREATE INDEX i2 ON t(name); CREATE INDEX i3 ON t(code);
            WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
            INSERT INTO t SELECT i, CASE i % 3 WHEN 0 THEN 'Zoe' WHEN 1 THEN 'zoe' ELSE 'anna' END || (i * 7919 % 4001),
                CASE i % 4 WHEN 0 THEN 'x' || i WHEN 1 THEN i / 8.0 ELSE i * 31 % 4001 END, char(65 + i % 26) || i FROM n
            """)
        let table = try await fixture.open().makeTable(named: "t")
        for _ in 0..<60 {
            let column = ["k", "name", "n", "code"].randomElement(using: &random) ?? "k"
            let isAscending = Bool.random(using: &random)
            let text =
                ["z", "ZOE3", "anna39", "x", "1", "39", "3999", "c3", "M25", "q"].randomElement(using: &random) ?? ""
            let after = Bool.random(using: &random) ? Int.random(in: 0..<4_000, using: &random) : nil
            let isSorted = Bool.random(using: &random)
            let query = isSorted ? TableQuery(sort: [.init(column, isAscending: isAscending)]) : TableQuery()
            let order = isSorted ? "\(column)\(isAscending ? "" : " DESC"), k\(isAscending ? "" : " DESC")" : "k"
            let beginnings = try await fixture.writer().read {
                try Bool.fetchAll($0, sql: "SELECT \(column) LIKE '\(text)%' FROM t ORDER BY \(order)")
            }
            let start = after.map { $0 + 1 } ?? 0
            let expected = beginnings[start...].firstIndex(of: true) ?? beginnings.firstIndex(of: true)
            let answer = isSorted ? try await table.answer(to: query) : table
            let found = try await answer.loading {
                $0.gestures.indexPath(
                    forRowStartingWith: text, after: after.map { IndexPath(row: $0, section: 0) }, inColumn: column)
            }
            #expect(found?.row == expected, "\(text) in \(column) by \(order) after \(after ?? -1)")
        }
    }
}

/// Tests the route that leads to a row.
@Suite struct FindRouteTests {
    @Test func `Far rows of an order without an index have addresses`() async throws {
        let database = try Fixture(FindingTests.schema).open()
        var server = TableServer()
        server.mount("/", try await database.makeTable(named: "people"))
        try await server.test(.inProcess) { client in
            for (query, id) in [
                ("_sort=place&text=P4999", "e004999"), ("_sort=place&text=%CF%89", "zz99"),
                ("_sort_desc=place&text=P0", "z030000"), ("_sort_desc=n&text=1000", "i010009"),
                ("_sort=place&edge=last", "zz99"), ("_sort_desc=place&edge=last", "e005000"),
            ] {
                let found = try await client.get("/find?\(query)")
                #expect(found.text.contains("\"id\":\"\(id)\""), "\(query): \(found.text)")
                let url = found.text.split(separator: "\"url\":\"").last?.prefix { $0 != "#" } ?? ""
                let page = try await client.get(String(url)).text
                #expect(page.contains("id=\"row-\(id)\""), "\(url)")
            }
            let none = try await client.get("/find?_sort=place&text=q").text
            #expect(none.hasPrefix(#"{"row":null,"url":null"#), "\(none)")
        }
    }
}
