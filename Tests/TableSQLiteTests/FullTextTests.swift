import CascadingTable
import FoundationEssentials
import GRDB
import Testing

@testable import TableSQLite

/// Tests searches of tables with a full-text index.
@TableActor @Suite struct FullTextTests {
    nonisolated private static let rows = """
        INSERT INTO t(id, title, body) VALUES
            (1, 'Bees', 'a honey bee, and another bee'), (2, 'Honey', 'honey honey honey'), (3, 'Bee', 'the beehive'),
            (4, 'Wasp', 'no bee makes honey here'), (5, 'Café', 'été');
        """

    /// A table with an index: FTS5 beside the table, FTS4 beside the table, or an FTS5 table with the texts.
    enum Index: CaseIterable {
        case beside, besideByRowid, old, itself

        var schema: String {
            let table = "CREATE TABLE t(id INTEGER PRIMARY KEY, title TEXT, body TEXT); "
            switch self {
            case .beside:
                return table + FullTextTests.rows
                    + "CREATE VIRTUAL TABLE words USING fts5(title, body, content='t', content_rowid='id'); "
                    + "INSERT INTO words(words) VALUES ('rebuild')"
            case .besideByRowid:
                return table + FullTextTests.rows
                    + "create virtual table \"my words\"\nusing FTS5(title, body, content = T, tokenize='unicode61'); "
                    + "INSERT INTO \"my words\"(\"my words\") VALUES ('rebuild')"
            case .old:
                return table + FullTextTests.rows
                    + "CREATE VIRTUAL TABLE words USING fts4(content=\"t\", title, body, tokenize=unicode61); "
                    + "INSERT INTO words(words) VALUES ('rebuild')"
            case .itself:
                return "CREATE VIRTUAL TABLE t USING fts5(id UNINDEXED, title, body); " + FullTextTests.rows
            }
        }
    }

    private func ids(_ search: String, in table: TableView) async throws -> [String] {
        try await table.rows(matching: TableQuery(search: search), size: 2).map { row in
            if case .integer(let id)? = row.value("id") { "\(id)" } else { "" }
        }
    }

    @Test(arguments: Index.allCases)
    func `Words, phrases and beginnings of words are found`(index: Index) async throws {
        let table = try await Fixture(index.schema).open().makeTable(named: "t")
        for (search, expected) in [
            ("honey", "1 2 4"), ("bee", "1 3 4"), ("honey BEE", "1 4"), (#""honey bee""#, "1"), (#""bee honey""#, ""),
            ("bee*", "1 3 4"), ("beeh*", "3"), (#""the beeh"*"#, "3"), ("ho", ""), ("cafe", "5"), ("ÉTÉ", "5"),
            ("***", ""), ("\"", ""), (#"honey" -x OR"#, ""), ("title:honey", ""), ("NOT honey", ""), ("body", ""),
            ("honey \"", "1 2 4"), (#""""#, ""), ("(honey)", "1 2 4"), ("honey^2", ""), ("'; DROP TABLE t", ""),
        ] {
            #expect(try await ids(search, in: table).sorted().joined(separator: " ") == expected, "\(search)")
        }
    }

    /// The rows are shown, and searched by their texts.
    @Test(arguments: ["fts5(title, body, content='t', content_rowid='id'", "fts4(content=\"t\", title, body"])
    func `An index whose tokenizer only another program has is not used`(index: String) async throws {
        let fixture = try Fixture(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, title TEXT, body TEXT); \(Self.rows)
            CREATE VIRTUAL TABLE words USING \(index), tokenize='porter');
            PRAGMA writable_schema = 1;
            UPDATE sqlite_master SET sql = replace(sql, 'porter', 'other') WHERE name = 'words'
            """)
        let table = try await fixture.open().makeTable(named: "t")
        #expect(try await ids("eehiv", in: table) == ["3"])
    }

    @Test func `An index without content finds the numbers of rows`() async throws {
        let fixture = try Fixture(
            "CREATE VIRTUAL TABLE t USING fts5(a, b, content=''); "
                + "INSERT INTO t(rowid, a, b) VALUES (5, 'honey', 'bee'), (6, 'wasp', 'nest')")
        let table = try await fixture.open().makeTable(named: "t")
        let rows = try await table.rows(matching: TableQuery(search: "honey"), size: 2)
        #expect(rows.map(\.identifier) == ["5"])
    }

    /// A full-text table has a hidden column of its own name, which hides its rowids if it is called like them.
    @Test(arguments: ["rowid", "_rowid_", "oid", "OID"])
    func `A full-text table can have the name of a rowid`(name: String) async throws {
        let fixture = try Fixture(
            "CREATE VIRTUAL TABLE \(name) USING fts5(a, b); "
                + "INSERT INTO \(name)(a, b) VALUES ('honey', 'bee'), ('wasp', 'nest'), ('honey', 'nest')")
        let table = try await fixture.open().makeTable(named: name)
        let query = TableQuery(filters: [.init("a", .exact, "honey"), .init("b", .contains, "e")])
        #expect(try await table.rows(matching: query, size: 9).map(\.identifier) == ["1", "3"])
        #expect(try await table.rows(matching: TableQuery(search: "nest"), size: 9).map(\.identifier) == ["2", "3"])
    }

    /// A trigram index finds no word of one or two letters. Its other words are found everywhere in a text.
    @Test(arguments: [
        "tokenize='trigram'", "tokenize = \"trigram case_sensitive 0\"", "tokenize=trigram, detail=none",
        "detail = 'column', tokenize='trigram'",
    ])
    func `A trigram index drops no short words`(options: String) async throws {
        let fixture = try Fixture(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, body TEXT, other TEXT);
            INSERT INTO t VALUES (1, 'quick brown ok', 'zz'), (2, 'quick red', NULL), (3, 'C++ & Rust', 'quick');
            CREATE VIRTUAL TABLE words USING fts5(body, content='t', content_rowid='id', \(options));
            INSERT INTO words(words) VALUES ('rebuild')
            """)
        let table = try await fixture.open().makeTable(named: "t")
        for (search, expected) in [
            ("quick", "1 2"), ("quick ok", "1"), ("quick zz", ""), ("ok", "1"), ("OK", "1"), ("zz", ""), ("k", "1 2"),
            ("uic own", "1"), ("re*", "2"), ("quick re*", "2"), (#""brown ok""#, "1"), (#""ok brown""#, ""),
            (#""n o"*"#, "1"), ("c++", "3"), ("++", "3"), ("&", "3"), ("rust &", "3"), ("***", ""), ("quick *", "1 2"),
        ] {
            #expect(try await ids(search, in: table).sorted().joined(separator: " ") == expected, "\(search)")
        }
    }

    /// Such an index does not know where a word stands, so that it cannot answer phrases.
    @Test(arguments: ["none", "column", "'none'", "\"Column\""], ["unicode61", "porter", "ascii"])
    func `Phrases are found with an index of reduced detail`(detail: String, tokenizer: String) async throws {
        let fixture = try Fixture(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, body TEXT);
            INSERT INTO t VALUES (1, 'the honey bee'), (2, 'bee honey'), (3, 'honey-bee'), (4, 'honey bees and bee'),
                (5, 'honeybee');
            CREATE VIRTUAL TABLE words USING fts5(body, content='t', content_rowid='id', tokenize='\(tokenizer)', detail=\(detail));
            INSERT INTO words(words) VALUES ('rebuild')
            """)
        let table = try await fixture.open().makeTable(named: "t")
        for (search, expected) in [
            ("honey bee", "1 2 3 4"), ("honey", "1 2 3 4"), (#""the honey""#, "1"), (#""bee honey""#, "2"),
            ("honey-bee", "3"), (#""honey b"*"#, "1 4"), ("honeyb*", "5"), (#"honey "the honey""#, "1"), ("***", ""),
        ] {
            #expect(try await ids(search, in: table).sorted().joined(separator: " ") == expected, "\(search)")
        }
    }

    @Test(arguments: ["", ", detail=none", ", detail=column", ", tokenize=trigram"])
    func `A search with a null character is answered`(options: String) async throws {
        let fixture = try Fixture(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, body TEXT); INSERT INTO t VALUES (1, 'quick red');
            CREATE VIRTUAL TABLE words USING fts5(body, content='t', content_rowid='id'\(options));
            INSERT INTO words(words) VALUES ('rebuild')
            """)
        let table = try await fixture.open().makeTable(named: "t")
        #expect(try await ids("qui\u{0}ck", in: table) == [])
    }

    @Test func `The best matches come first, wherever a page begins`() async throws {
        let fixture = try Fixture(Index.beside.schema)
        try fixture.write { database in
            for id in 6...3_000 {
                let body =
                    String(repeating: "bee ", count: id * 7_919 % 5 + 1) + String(repeating: "x ", count: id % 11)
                try database.execute(sql: "INSERT INTO t VALUES (?, 'T', ?)", arguments: [id, body])
            }
            try database.execute(sql: "INSERT INTO words(words) VALUES ('rebuild')")
        }
        let expected = try await fixture.writer().read {
            try String.fetchAll($0, sql: "SELECT rowid FROM words WHERE words MATCH 'bee' ORDER BY rank, rowid")
        }
        let table = try await fixture.open().makeTable(named: "t")
        #expect(try await table.rows(matching: TableQuery(search: "bee"), size: 77).map(\.identifier) == expected)
        let answer = try await table.answer(to: TableQuery(search: "bee"))
        #expect(answer.numberOfRows == expected.count)
        for start in [0, 1_500, 2_990] {
            let rows = try await answer.rows(in: answer.window(from: [0, start], size: 5))
            #expect(rows.map(\.identifier) == Array(expected[start...].prefix(5)))
            let place = try await answer.loading { $0.indexPath(forRowWithIdentifier: expected[start]) }
            #expect(place == [0, start])
        }
        #expect(try await answer.loading { $0.indexPath(forRowWithIdentifier: "5") } == nil)
        let first = try await answer.loading { $0.gestures.indexPath(forRowStartingWith: "2") }
        #expect(first?.row == expected.firstIndex { $0.hasPrefix("2") })
        // A requested order replaces the order by rank, and filters leave out rows.
        let sorted = TableQuery(
            sort: [.init("id", isAscending: false)], filters: [.init("id", .lt, "9")], search: "bee")
        #expect(
            try await table.rows(matching: sorted).map(\.identifier)
                == ["8", "7", "6", "4", "3", "1"].filter(expected.contains))
        let filtered = TableQuery(filters: [.init("id", .lt, "9")], search: "bee")
        #expect(
            try await table.rows(matching: filtered).map(\.identifier) == expected.filter { (Int($0) ?? 9) < 9 })
    }

    @Test func `More rows than are ranked are in the order of their keys`() async throws {
        let fixture = try Fixture(
            """
            CREATE TABLE t(id INTEGER PRIMARY KEY, body TEXT);
            WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 10002)
            INSERT INTO t SELECT i, CASE i % 3 WHEN 0 THEN 'bee bee' ELSE 'bee' END FROM n;
            CREATE VIRTUAL TABLE words USING fts5(body, content='t', content_rowid='id');
            INSERT INTO words(words) VALUES ('rebuild')
            """)
        let table = try await fixture.open().makeTable(named: "t")
        let all = try await table.rows(matching: TableQuery(search: "bee"), size: 1_000).map(\.identifier)
        #expect(all == (1...10_002).map { "\($0)" })
        let some = TableQuery(filters: [.init("id", .gt, "2")], search: "bee")
        let ranked = try await table.rows(matching: some, size: 1_000).map(\.identifier)
        #expect(ranked.count == 10_000)
        #expect(ranked.prefix(3) == ["3", "6", "9"])
    }

    @Test func `Long values are read row by row`() async throws {
        let fixture = try Fixture(
            Index.beside.schema + "; UPDATE t SET body = body || hex(zeroblob(4000)) WHERE id = 1")
        let table = try await fixture.open { $0.maxValueBytes = 500 }.makeTable(named: "t")
        let rows = try await table.rows(matching: TableQuery(search: "honey"))
        #expect(Set(rows.map(\.identifier)) == ["1", "2", "4"])
        let long = try #require(rows.first { $0.identifier == "1" })
        guard case .excerpt(let excerpt)? = long.value("body") else { Issue.record("\(long)"); return }
        #expect(excerpt.byteCount == 8_028)
    }

    @Test func `Rows that the index has and the table has not are left out`() async throws {
        let fixture = try Fixture(Index.beside.schema + "; DELETE FROM t WHERE id = 2")
        let table = try await fixture.open().makeTable(named: "t")
        #expect(try await ids("honey", in: table).sorted() == ["1", "4"])
    }

    @Test(arguments: [
        "CREATE VIRTUAL TABLE w USING fts5(title, content='other', content_rowid='id')",
        "CREATE VIRTUAL TABLE w USING fts5(title, content='t', content_rowid='n')",
        "CREATE VIRTUAL TABLE w USING fts5(title, content='')",
        "CREATE VIEW w AS SELECT 'CREATE VIRTUAL TABLE x USING fts5(content=t)' AS a",
    ])
    func `Other indexes are not used`(index: String) async throws {
        let fixture = try Fixture(
            "CREATE TABLE t(id INTEGER PRIMARY KEY, n INTEGER, title TEXT); INSERT INTO t VALUES (1, 2, 'beehive'); "
                + "CREATE TABLE other(id INTEGER PRIMARY KEY, title TEXT); \(index)")
        let table = try await fixture.open().makeTable(named: "t")
        #expect(try await ids("hiv", in: table) == ["1"])
    }

    @Test func `The statement uses the index`() throws {
        let database = try Fixture(Index.beside.schema).open()
        try database.pool.read(within: .seconds(9)) { database, _ in
            let table = try Catalog.description(of: CatalogEntry(name: "t", kind: .table), in: database)
            let queries = TableStatements(table, TableQuery(search: "honey"))
            for statement in [queries.window(queries.all), queries.count(queries.all)] {
                var plan = try database.cursor("EXPLAIN QUERY PLAN " + statement)
                var steps: [String] = []
                while try plan.next() { steps.append(plan.text(at: 3) ?? "") }
                #expect(steps.contains { $0.hasPrefix("SEARCH t USING INTEGER PRIMARY KEY") }, "\(steps)")
                #expect(!steps.contains { $0.hasPrefix("SCAN t") }, "\(steps)")
            }
        }
    }
}
