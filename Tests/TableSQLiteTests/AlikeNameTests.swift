import CascadingTable
import FoundationEssentials
import TableServer
import TableTesting
import Testing

@testable import TableSQLite

/// Tests names and values that Swift treats as equal although their bytes differ. SQLite compares bytes.
@TableActor @Suite struct AlikeNameTests {
    /// é as one letter, and as e with a combining accent.
    private static let (one, two) = ("caf\u{E9}", "cafe\u{301}")

    private static let schema = """
        CREATE TABLE t(id INTEGER PRIMARY KEY, "\(two)" TEXT, "\(one)" TEXT);
        INSERT INTO t VALUES (1, 'd1', 'c2'), (2, 'd2', 'c1');
        CREATE INDEX "i\(one)" ON t("\(one)"); CREATE INDEX "i\(two)" ON t("\(two)");
        CREATE VIEW v AS SELECT * FROM t;
        CREATE TABLE "\(one)"(k TEXT PRIMARY KEY, a); INSERT INTO "\(one)" VALUES ('\(one)', 1), ('\(two)', 2);
        CREATE TABLE "\(two)"(k TEXT PRIMARY KEY, b); INSERT INTO "\(two)" VALUES ('\(two)', 3);
        """

    private static let cases: [(TableQuery, [Int64])] = [
        (TableQuery(filters: [.init(one, .exact, "c1")]), [2]),
        (TableQuery(filters: [.init(two, .exact, "c1")]), []),
        (TableQuery(filters: [.init(two, .exact, "d1")]), [1]),
        (TableQuery(filters: [.init(two, .startswith, "d")], search: "c1"), [2]),
        (TableQuery(sort: [.init(one)]), [2, 1]),
        (TableQuery(sort: [.init(two)]), [1, 2]),
        (TableQuery(sort: [.init(one, isAscending: false), .init(two)]), [1, 2]),
    ]

    @Test(arguments: ["t", "v"]) func columnsAreToldApart(table: String) async throws {
        let table = try await Fixture(Self.schema).open().makeTable(named: table)
        for (query, ids) in Self.cases {
            let rows = try await table.rows(matching: query)
            #expect(rows.map { $0.value("id") } == ids.map { .integer($0) }, "\(query)")
            #expect(
                rows.allSatisfy {
                    $0.cell.fields.map(\.value) == ($0.value("id") == 1 ? [1, "d1", "c2"] : [2, "d2", "c1"])
                })
        }
        #expect(throws: TableViewError.self) { try table.check(TableQuery(sort: [.init("cafe\u{341}")])) }
    }

    @Test func sectionsAreOfTheColumnThatWasNamed() async throws {
        let database = try Fixture(Self.schema).open()
        let byOne = try await database.makeTable(named: "t", sectionBy: Self.one)
        #expect(byOne.headerTitles == ["c1", "c2"])
        let byTwo = try await database.makeTable(named: "t", sectionBy: Self.two)
        #expect(byTwo.headerTitles == ["d1", "d2"])
    }

    @Test func addressesAreToldApart() async throws {
        let database = try Fixture(Self.schema).open()
        var server = TableServer()
        server.mount("/:table/row/:key/", forEach: .path) {
            try await database.makeTable(at: [$0["table"] ?? "", "row", $0["key"] ?? ""])
        }
        server.mount("/:table/", forEach: .path) { try await database.makeTable(at: [$0["table"] ?? ""]) }
        try await server.test(.socket) { client in
            let (one, two) = ("caf%C3%A9", "cafe%CC%81")
            for (path, status, text) in [
                ("/t/values/0/0/\(one)", 200, "c2"), ("/t/values/0/0/\(two)", 200, "d1"),
                (
                    "/t/table.json?_shape=objects&_sort=\(one)", 200,
                    "{\"id\":2,\"\(Self.two)\":\"d2\",\"\(Self.one)\":\"c1\"}"
                ),
                ("/t/table.txt?_style=tsv&\(two)=d2", 200, "2\td2\tc1"),
                ("/v/values/0/1/\(one)", 200, "c1"), ("/v/values/0/1/\(two)", 200, "d2"),
                ("/\(one)/row/\(one)/values/0/1/value", 200, "1"),
                // The escaped segment is the address of the table and of the row in decomposed form.
                ("/~63~61~66~65~CC~81/row/\(one)/values/0/1/value", 404, ""), ("/\(one)/row/\(two)/", 404, ""),
            ] {
                let reply = try await client.get(path)
                #expect(reply.status == status, "\(path): \(reply.text)")
                #expect(reply.text.utf8.contains(Array(text.utf8)), "\(path): \(reply.text)")
            }
        }
    }

    /// In Swift, a quote and a combining accent are one character.
    @Test func quotesBeforeCombiningMarksAreQuoted() async throws {
        let name = "a\"\u{301}b"
        let fixture = try Fixture(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, \"a\"\"\u{301}b\" TEXT); INSERT INTO t VALUES (1, 'x')")
        let table = try await fixture.open().makeTable(named: "t")
        let rows = try await table.rows(matching: TableQuery(sort: [.init(name)]))
        #expect(rows.first?.cell.fields.map(\.value) == [1, "x"])
    }
}

extension Collection where Element == UInt8 {
    fileprivate func contains(_ other: [UInt8]) -> Bool {
        other.isEmpty || indices.contains { self[$0...].starts(with: other) }
    }
}
