import CascadingTable
import FoundationEssentials
import Testing

@testable import TableSQLite

@Suite struct SchemaTests {
    /// A schema, the table to show, and the titles and values of its rows.
    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var sql: String
        var table = "t"
        var keys: [String]
        var rows: [[FieldValue]]
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "empty table", sql: "CREATE TABLE t(a, b)", keys: [], rows: []),
        Case(
            name: "rowid", sql: "CREATE TABLE t(a TEXT PRIMARY KEY, b); INSERT INTO t VALUES ('x', 1), (NULL, 2)",
            keys: ["x", "~r2"], rows: [["x", 1], [nil, 2]]),
        Case(
            name: "integer primary key",
            sql: "CREATE TABLE t(id INTEGER PRIMARY KEY, b); INSERT INTO t VALUES (7, 'x'), (-3, 'y')",
            keys: ["-3", "7"], rows: [[-3, "y"], [7, "x"]]),
        Case(
            name: "without rowid",
            sql: """
                CREATE TABLE t(n INT, land TEXT, v, PRIMARY KEY(land, n)) WITHOUT ROWID;
                INSERT INTO t VALUES (12, 'fr', 'a'), (2, 'fr', 'b'), (3, 'de', 'c')
                """,
            keys: ["de,3", "fr,2", "fr,12"], rows: [[3, "de", "c"], [2, "fr", "b"], [12, "fr", "a"]]),
        Case(
            name: "without rowid, mixed types and collation",
            sql: """
                CREATE TABLE t(k COLLATE NOCASE PRIMARY KEY) WITHOUT ROWID;
                INSERT INTO t VALUES ('b'), ('A'), (1.5), (42), (x'00'), ('42')
                """,
            keys: ["1.5", "42", "'42", "A", "b", "~x00"],
            rows: [[1.5], [42], ["42"], ["A"], ["b"], [.bytes([0])]]),
        Case(
            name: "descending primary key",
            sql: "CREATE TABLE t(a, b, PRIMARY KEY(a, b DESC)) WITHOUT ROWID; INSERT INTO t VALUES (1,1),(1,2),(2,0)",
            keys: ["1,1", "1,2", "2,0"], rows: [[1, 1], [1, 2], [2, 0]]),
        Case(
            name: "rowid shadowed", sql: "CREATE TABLE t(rowid TEXT, oid); INSERT INTO t VALUES ('x', 1), ('a', 2)",
            keys: ["1", "2"], rows: [["x", 1], ["a", 2]]),
        Case(
            name: "all names of the rowid shadowed",
            sql: "CREATE TABLE t(rowid, _ROWID_, oid); INSERT INTO t VALUES (3, 2, 1), (NULL, 'x', 1)",
            keys: ["0", "1"], rows: [[3, 2, 1], [nil, "x", 1]]),
        Case(
            name: "all names of the rowid shadowed, integer primary key",
            sql: """
                CREATE TABLE t(rowid, _rowid_, oid, id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1, 1, 1, 9), (2, 2, 2, 4)
                """,
            keys: ["4", "9"], rows: [[2, 2, 2, 4], [1, 1, 1, 9]]),
        Case(
            name: "rowid names shadowed without rowid",
            sql: """
                CREATE TABLE t(rowid INT, _rowid_ INT, oid INT, PRIMARY KEY(oid, rowid)) WITHOUT ROWID;
                INSERT INTO t VALUES (1, 2, 3), (0, 0, 3)
                """,
            keys: ["3,0", "3,1"], rows: [[0, 0, 3], [1, 2, 3]]),
        Case(
            name: "awkward names",
            sql: """
                CREATE TABLE "select "" from 'x'; 🍎"("" TEXT, "a""b" INT, "group" , [x y], "É", "é");
                INSERT INTO "select "" from 'x'; 🍎" VALUES ('a', 1, 2, 3, 4, 5)
                """,
            table: "select \" from 'x'; 🍎", keys: ["1"], rows: [["a", 1, 2, 3, 4, 5]]),
        Case(
            name: "no name at all", sql: #"CREATE TABLE ""(a); INSERT INTO "" VALUES (1)"#, table: "", keys: ["1"],
            rows: [[1]]),
        Case(
            name: "generated columns",
            sql: """
                CREATE TABLE t(a INT, b AS (a + 1) VIRTUAL, c AS (a * 2) STORED); INSERT INTO t(a) VALUES (5)
                """,
            keys: ["1"], rows: [[5, 6, 10]]),
        Case(
            name: "view with equal names", sql: "CREATE VIEW t AS SELECT 1 AS a, 2 AS a, 3 AS \"\"",
            keys: ["0"], rows: [[1, 2, 3]]),
        Case(
            name: "view with a text in double quotes", sql: "CREATE VIEW t AS SELECT 'x' AS a", keys: ["0"],
            rows: [["x"]]),
        Case(
            name: "view of rowids",
            sql:
                "CREATE TABLE u(a); INSERT INTO u VALUES (1), (2); CREATE VIEW t AS SELECT rowid, a FROM u ORDER BY a DESC",
            keys: ["0", "1"], rows: [[2, 2], [1, 1]]),
        Case(
            name: "full-text search",
            sql:
                "CREATE VIRTUAL TABLE t USING fts5(a, b); INSERT INTO t(rowid, a, b) VALUES (9, 'x', 'y'), (4, 'z', NULL)",
            keys: ["4", "9"], rows: [["z", nil], ["x", "y"]]),
        Case(
            name: "r-tree",
            sql: "CREATE VIRTUAL TABLE t USING rtree(id, x0, x1); INSERT INTO t VALUES (2, 0, 1), (1, 3, 4)",
            keys: ["1", "2"], rows: [[1, 3.0, 4.0], [2, 0.0, 1.0]]),
        Case(
            name: "truth values", sql: "CREATE TABLE t(a BOOLEAN, b bool); INSERT INTO t VALUES (1, 0), (2, 'x')",
            keys: ["1", "2"], rows: [[true, false], [2, "x"]]),
        Case(
            name: "addresses",
            sql: """
                CREATE TABLE t(a); INSERT INTO t VALUES ('https://example.org/a?b'), ('HTTP://x'), ('http://'),
                ('javascript:alert(1)'), ('see https://example.org'), ('https://a b'), ('httpx://a'), ('http:///a')
                """,
            keys: (1...8).map(String.init),
            rows: [
                [.url("https://example.org/a?b")], [.url("HTTP://x")], ["http://"], ["javascript:alert(1)"],
                ["see https://example.org"], ["https://a b"], ["httpx://a"], ["http:///a"],
            ]),
        Case(
            name: "values that are not what they seem",
            sql: """
                CREATE TABLE t(a); INSERT INTO t VALUES ('a' || char(0) || 'b'), (CAST(x'41FF42' AS TEXT)), (x''), (''),
                (9e999), (-9223372036854775808), (0.1)
                """,
            keys: (1...7).map(String.init),
            rows: [
                ["a\0b"],
                [.excerpt(.init(.text("A\u{FFFD}B"), byteCount: 3, hasReplacements: true, isTruncated: false))],
                [.bytes([])], [""], [.decimal(.infinity)], [.integer(.min)], [0.1],
            ]),
    ]

    @Test(arguments: cases)
    func everySchemaIsShown(_ given: Case) async throws {
        let database = try Fixture(given.sql).open()

        let tableView = try await database.makeTable(named: given.table)
        let rows = try await tableView.allRows()

        #expect(rows.map(\.identifier) == given.keys)
        #expect(rows.map(\.values) == given.rows)
        for row in rows {
            let found = try await tableView.loading { $0.indexPath(forRowWithIdentifier: row.identifier) }
            #expect(found == row.indexPath, "\(row.identifier)")
            #expect(row.cell.link == "row/\(PathSegment.percentEncoded(row.identifier))/")
            let segments = [PathSegment.escaped(given.table), "row", row.identifier]
            let rowTable = try #require(try await database.makeTable(at: segments), "\(segments)")
            #expect(try await rowTable.allRows().map { $0.value("value") } == row.values)
        }
        #expect(try await database.makeTable(at: [PathSegment.escaped(given.table)])?.numberOfRows == rows.count)
    }

    @Test(arguments: cases)
    func rowsAreAnsweredThoughNobodyAnnouncedThem(_ given: Case) async throws {
        let database = try Fixture(given.sql).open()
        let tableView = try await database.makeTable(named: given.table)
        for row in given.rows.indices.reversed() {
            let cell = try await tableView.loading { $0.cellForRow(at: IndexPath(row: row, section: 0)) }
            #expect(cell?.fields.map(\.value) == given.rows[row])
        }
    }

    @Test(arguments: ["3", "0", "'1", "1.0", "1,1", "a", "", "~n"])
    func otherIdentifiersAreNoRows(identifier: String) async throws {
        let database = try Fixture("CREATE TABLE t(a); INSERT INTO t VALUES (1), (2)").open()
        let table = try await database.makeTable(named: "t")
        #expect(try await table.loading { $0.indexPath(forRowWithIdentifier: identifier) } == nil)
    }

    @Test func columnsOfNumbersAreTrailing() async throws {
        let database = try Fixture(
            "CREATE TABLE t(a INTEGER, b REAL, c DECIMAL(5, 2), d TEXT, e VARCHAR(5), f DATE, g BOOLEAN, h, i BLOB, j BIGINT)"
        ).open()
        let columns = try await database.makeTable(named: "t").columns
        #expect(columns.filter { $0.alignment == .trailing }.map(\.name) == ["a", "b", "c", "j"])
    }

    @Test(arguments: [")", ", PRIMARY KEY(c0, c1)) WITHOUT ROWID", ", PRIMARY KEY(c7))"])
    func twoThousandColumns(key: String) async throws {
        let names = (0..<2_000).map { "c\($0)" }.joined(separator: ", ")
        let values = (0..<2_000).map(String.init).joined(separator: ", ")
        let database = try Fixture(
            "CREATE TABLE wide(\(names)\(key); INSERT INTO wide VALUES (\(values)); INSERT INTO wide SELECT 'a', 'b', \((2..<2_000).map { "c\($0)" }.joined(separator: ", ").replacing("c7,", with: "'7',")) FROM wide"
        ).open()
        let table = try await database.makeTable(named: "wide")
        let rows = try await table.allRows()
        #expect(rows.count == 2)
        #expect(rows[0].values == (0..<2_000).map { .integer($0) })
        #expect(rows[1].values.suffix(10) == (1_990..<2_000).map { .integer($0) })
        let row = try await database.makeRowTable(table: "wide", key: rows[1].identifier)
        #expect(try await row.allRows().count == 2_000)
        let sorted = try await table.rows(matching: TableQuery(sort: [.init("c1999")]))
        #expect(sorted.map(\.cell) == rows.map(\.cell))
    }

    @Test func longBlobsAreNotLoadedToSort() throws {
        let fixture = try Fixture("CREATE TABLE t(a); INSERT INTO t VALUES (zeroblob(2000000)), (1), (x'01')")
        try fixture.open().pool.read(within: .seconds(9)) { database, token in
            let table = try Catalog.description(of: CatalogEntry(name: "t", kind: .table), in: database)
            let query = TableQuery(sort: [.init("a")])
            let statement = RowNumberQuery(query, table, TableStatements(table))
            // The pool refuses to load long blobs.
            var cursor = try database.singleCursor(
                statement.select(whole: false), statement.arguments + [.integer(9), .integer(0)])
            var places: [Int64] = []
            while try cursor.next() { places.append(cursor.integer(at: 0)) }
            #expect(places == [1, 0, 2])
        }
    }

    /// The statements create long values or rows on the way, or contain a long text.
    @Test(arguments: [
        "CREATE VIEW v AS SELECT 1 AS id, replace(hex(zeroblob(400000)), '00', 'a') AS long",
        "CREATE TABLE t(a); INSERT INTO t VALUES (replace(hex(zeroblob(200000)), '00', 'b')), (replace(hex(zeroblob(200000)), '00', 'c')); CREATE VIEW v AS SELECT 1 AS id, group_concat(a) AS long FROM t",
        "CREATE TABLE t(a, b, c); INSERT INTO t VALUES (1, replace(hex(zeroblob(200000)), '00', 'b'), replace(hex(zeroblob(200000)), '00', 'c')); CREATE VIEW v AS SELECT a AS id, b, c FROM t UNION SELECT a, b, c FROM t",
        "CREATE TABLE v(id INTEGER PRIMARY KEY, a DEFAULT 'LONG'); INSERT INTO v VALUES (1, 2)",
        "CREATE TABLE v(a PRIMARY KEY, id) WITHOUT ROWID; INSERT INTO v VALUES (replace(hex(zeroblob(400000)), '00', 'k'), 1)",
    ])
    func longValuesOnTheWayAreRead(schema: String) async throws {
        let long = String(repeating: "x", count: 300_000)
        let database = try Fixture(schema.replacing("LONG", with: long)).open()
        let rows = try await database.makeTable(named: "v").allRows()
        #expect(rows.count == 1)
        #expect(rows[0].value("id") == 1)
        #expect(try await database.makeListTable().allRows().last?.value("rows") == 1)
    }

    @Test(arguments: ["t", "w", "v"])
    func longValuesAreReadAsExcerpts(name: String) async throws {
        let database = try Fixture(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, a, b);
            INSERT INTO t VALUES (1, '€' || replace(hex(zeroblob(500000)), '00', 'äb'), 'one'), (2, 'short', zeroblob(3000000)),
              (3, x'0102', 3);
            CREATE TABLE w(id PRIMARY KEY, a, b) WITHOUT ROWID; INSERT INTO w SELECT * FROM t;
            CREATE VIEW v AS SELECT * FROM t;
            """
        ).open()
        let table = try await database.makeTable(named: name)
        let rows = try await table.allRows()
        #expect(rows.map { $0.value("id") } == [1, 2, 3])
        #expect(rows.map { $0.value("b") }.first == "one" && rows[2].value("b") == 3)
        guard case .excerpt(let text) = rows[0].value("a"), case .excerpt(let blob) = rows[1].value("b") else {
            Issue.record("\(rows[0].cell)")
            return
        }
        #expect(text.byteCount == 1_500_003)
        // The last byte that is read is the first one of an "ä".
        #expect(text.text?.hasPrefix("€äbäb") == true && (1_300...4_096).contains(text.text?.count ?? 0))
        #expect(text.text?.contains("\u{FFFD}") == false)
        #expect(blob == .init(.bytes([UInt8](repeating: 0, count: 4_096)), byteCount: 3_000_000))
        #expect(rows[1].value("a") == "short" && rows[2].value("a") == .bytes([1, 2]))
        // Sorting, searching and finding use the whole values.
        let sorted = try await table.rows(matching: TableQuery(sort: [.init("a", isAscending: false)]))
        #expect(sorted.map(\.cell) == [2, 0, 1].map { rows[$0].cell })
        #expect(try await table.rows(matching: TableQuery(search: "bäb")).map(\.cell) == [rows[0].cell])
        let row = try await database.makeRowTable(table: name, key: rows[0].identifier)
        #expect(try await row.allRows().map { $0.value("value") }.contains(.excerpt(text)))
    }

    @Test func brokenTablesAreListedWithTheReason() async throws {
        let database = try Fixture(
            """
            CREATE TABLE good(a); INSERT INTO good VALUES (1), (2); CREATE VIEW broken AS SELECT * FROM nosuch;
            PRAGMA writable_schema = 1;
            INSERT INTO sqlite_schema VALUES ('table', 'odd', 'odd', 0, 'CREATE VIRTUAL TABLE odd USING nosuch(a)');
            """
        ).open()
        let rows = try await database.makeListTable().allRows()
        #expect(rows.map(\.cell.title) == ["good", "odd", "broken"])
        #expect(rows[0].value("rows") == 2 && rows[0].cell.link == "good/")
        #expect(rows[1].summary.contains("no such module: nosuch") && rows[1].cell.link == nil)
        #expect(rows[2].summary == "The view broken cannot be shown: no such table: main.nosuch.")
        #expect(rows[2].cell.link == nil)
        await #expect(throws: SQLiteTableError.self) { try await database.makeTable(named: "odd") }
        await #expect(throws: SQLiteTableError.self) { try await database.makeTable(named: "broken") }
        #expect(try await database.makeTable(named: "good").numberOfRows == 2)
    }
}
