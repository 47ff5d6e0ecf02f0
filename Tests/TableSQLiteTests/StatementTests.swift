import CascadingTable
import GRDB
import HTTPTypes
import MicroHTTPD
import TableDatabase
import TableServer
import TableTesting
import Testing

@testable import TableSQLite

/// Tests the pages of statements, `/-/sql/?sql=…` and `/-/sql/NAME/`.
@Suite struct StatementTests {
    private static let schema = """
        CREATE TABLE airline(code TEXT PRIMARY KEY, name TEXT);
        INSERT INTO airline VALUES ('UA', 'United'), ('DL', 'Delta');
        CREATE TABLE flight(id INTEGER PRIMARY KEY, carrier TEXT REFERENCES airline, delay INT);
        INSERT INTO flight VALUES (1, 'UA', 10), (2, 'DL', -3), (3, 'UA', NULL), (4, 'DL', 25);
        CREATE VIEW late AS SELECT carrier, delay FROM flight WHERE delay > 0 ORDER BY delay DESC;
        """

    private func serve(
        _ schema: String = schema, _ change: (inout SQLiteDatabase.Configuration) -> Void = { _ in },
        _ body: (any TestClient, Fixture) async throws -> Void
    ) async throws {
        let fixture = try Fixture(schema)
        let database = try fixture.open(change)
        let saved = SavedQuery(
            name: "late", description: "Late ones.", sql: "SELECT * FROM flight WHERE delay > :least")
        var server = TableServer()
        server.mount("/", try await database.makeListTable([StatementLink(name: "late", link: "-/sql/late/")]))
        server.mount("/-/sql/", forEach: .query { StatementRequest.parameterNames($1["sql"], .sqlite) }) { _, query in
            let values = Dictionary(query.map { ($0.name, $0.value) }) { $1 }
            return try await database.makeTable(answering: StatementRequest(values, .sqlite))
        }
        server.mount("/-/sql/:name/", forEach: .query { _, _ in SQLText.parameterNames(in: saved.sql, .sqlite) }) {
            guard $0["name"] == "late" else { return nil }
            let values = Dictionary($1.map { ($0.name, $0.value) }) { $1 }
            return try await database.makeTable(answering: StatementRequest(values, of: saved, .sqlite))
        }
        try await server.test(.inProcess) { try await body($0, fixture) }
    }

    private func path(_ sql: String, _ rest: String = "", format: String = "table.csv", in folder: String = "")
        -> String
    {
        let sql = sql.utf8.map { $0 < 128 && ($0 | 32) >= 97 && ($0 | 32) <= 122 ? String(UnicodeScalar($0)) : hex($0) }
            .joined()
        return "/-/sql/\(folder)\(format)?sql=\(sql)\(rest)"
    }

    private func hex(_ byte: UInt8) -> String { "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16) }

    @Test(arguments: [
        ("SELECT 1 AS a, 'x' AS b", "", "a,b\r\n1,x\r\n"),
        ("SELECT id FROM flight ORDER BY delay DESC;", "", "id\r\n4\r\n1\r\n2\r\n3\r\n"),
        ("SELECT id, delay FROM flight -- all", "&delay__gt=0&_sort_desc=delay", "id,delay\r\n4,25\r\n1,10\r\n"),
        ("SELECT carrier FROM flight", "&_group=carrier", "carrier,count\r\nDL,2\r\nUA,2\r\n"),
        ("SELECT id FROM flight WHERE delay > :least", "&least=9", "id\r\n1\r\n4\r\n"),
        // A number is compared as a number, also with a computed value. A text with leading zeros is a text.
        ("SELECT count(*) > :n AS more, typeof(:z) AS z FROM flight", "&n=3&z=007", "more,z\r\n1,text\r\n"),
        ("SELECT :t AS t", "&t=it%27s+%3B", "t\r\nit's ;\r\n"),
        ("SELECT a.code, b.code FROM airline a, airline b WHERE a.code < b.code", "", "code,code:1\r\nDL,UA\r\n"),
        ("WITH x AS (SELECT 2 AS n) SELECT n FROM x /* end */", "", "n\r\n2\r\n"),
        ("VALUES (1), (2)", "&_col=column1", "column1\r\n1\r\n2\r\n"),
        ("SELECT * FROM late", "", "carrier,delay\r\nDL,25\r\nUA,10\r\n"),
    ])
    func aStatementIsATable(sql: String, rest: String, csv: String) async throws {
        try await serve { client, _ in
            let reply = try await client.get(path(sql, rest))
            #expect(reply.status == 200 && reply.text == csv, "\(reply.text)")
        }
    }

    @Test(arguments: [
        ("INSERT INTO airline VALUES ('x', 'y')", "that read"),
        ("UPDATE flight SET delay = 0 RETURNING id", "that read"),
        ("DROP TABLE flight", "that read"), ("CREATE TEMP TABLE x(a)", "that read"),
        ("PRAGMA table_info(flight)", "that read"),
        ("ATTACH 'other.db' AS x", "that read"), ("VACUUM INTO 'copy.db'", "that read"),
        ("EXPLAIN SELECT 1", "that read"),
        ("SELECT load_extension('x')", "extensions"), ("SELECT fts3_tokenizer('simple')", "extensions"),
        ("SELECT * FROM pragma_database_list", "PRAGMA"), ("SELECT * FROM sqlite_stmt", "that read"),
        ("WITH x AS (SELECT 1) DELETE FROM flight", "that read"), ("SELECT 1) AS t; --", "syntax error"),
        ("selec 1", "syntax error"), ("SELECT 1 /* open", "incomplete"), ("SELECT 1; SELECT 2", "Only one statement"),
        ("SELECT nowhere FROM flight", "no such column: nowhere"), ("SELECT * FROM nowhere", "no such table: nowhere"),
        ("SELECT ?", "parameter ?"), ("SELECT @x", "parameter @x"), ("SELECT :_size", ":_size"),
        ("SELECT :sql", ":sql"),
        ("SELECT abs(-9223372036854775808)", "integer overflow"), ("SELECT json('{')", "malformed JSON"),
        ("SELECT zeroblob(2000000000)", "at most 1 MB"), ("SELECT length(randomblob(900000000))", "at most 1 MB"),
    ])
    func anotherStatementIsRefused(sql: String, reason: String) async throws {
        try await serve { client, fixture in
            let files = try fixture.files
            let reply = try await client.get(path(sql, format: "table.json"))
            #expect(reply.status == 400 && reply.text.contains(reason), "\(reply.text)")
            // The page keeps the statement.
            let page = try await client.get(path(sql, format: ""), headers: [.accept: "text/html"])
            #expect(page.status == 400 && page.text.contains("<textarea") && page.text.contains("fixture.db"))
            #expect(try await client.get(path("SELECT count(*) AS n FROM flight")).text == "n\r\n4\r\n")
            #expect(try fixture.files == files)
        }
    }

    /// The limits of the connection do not last longer than the statement.
    @Test(arguments: [
        "SELECT zeroblob(1100000) AS a", "SELECT hex(zeroblob(600000)) AS a", "SELECT body FROM long",
        "SELECT replace(hex(zeroblob(40000)), '00', printf('%.*c', 100, 'x')) AS a",
    ])
    func aValueHasALimit(sql: String) async throws {
        let long = Self.schema + "CREATE TABLE long(body); INSERT INTO long VALUES (zeroblob(3000000));"
        try await serve(long) { client, fixture in
            for format in ["table.csv", "table.json"] {
                let reply = try await client.get(path(sql, format: format))
                #expect(reply.status == 400 && reply.text.contains("and a row 16 MB"), "\(reply.text.prefix(300))")
            }
            let table = try await fixture.open().makeTable(named: "long")
            var server = TableServer()
            server.mount("/", table)
            try await server.test(.inProcess) { client in
                let (export, page) = (try await client.get("/table.csv"), try await client.get("/table.json"))
                #expect(export.body.count > 3_000_000 && page.text.contains("3000000"))
            }
        }
    }

    /// No function takes the product of the lengths of two texts.
    @Test(arguments: [
        "instr(a, b || 'c')", "replace(a, b || 'c', '')", "trim(a, b || 'a')", "rtrim(a || 'b', 'a' || b)",
        "a || 'b' LIKE '%' || substr(b, 1, 400) || 'c%'", "a GLOB '*' || substr(b, 1, 400) || 'c*'",
    ])
    func aFunctionEnds(call: String) async throws {
        let texts = "WITH t AS (SELECT printf('%.*c', 900000, 'a') AS a, printf('%.*c', 400000, 'a') AS b)"
        try await serve { client, _ in
            let start = ContinuousClock.now
            let reply = try await client.get(path("\(texts) SELECT length(\(call)) AS n FROM t"))
            #expect(reply.status == 200, "\(reply.text)")
            #expect(start.duration(to: .now) < .seconds(20))
        }
    }

    @Test func functionsAreThoseOfSQLite() throws {
        let (plain, changed) = (try DatabaseQueue(), try DatabaseQueue())
        try changed.write { try LinearFunctions.register(in: $0) }
        let values = [
            "NULL", "''", "x''", "'a'", "'ab'", "'aab'", "'aaabaab'", "'äbä'", "'ä'", "'\u{1F600}a\u{1F600}'", "x'61'",
            "x'c3a4'",
            "x'a4'", "x'00'", "12", "1.5", "2", "' a '", "'aabaaab'", "char(97, 0, 98)", "1e20", "-0.0",
        ]
        for text in values {
            for part in values {
                for call in [
                    "instr(\(text), \(part))", "trim(\(text), \(part))", "ltrim(\(text), \(part))",
                    "rtrim(\(text), \(part))", "replace(\(text), \(part), 'xa')", "replace('aab', \(text), \(part))",
                    "trim(\(text))",
                ] {
                    let sql = "SELECT quote(r) || typeof(r) || hex(r) FROM (SELECT \(call) AS r)"
                    let one = try plain.read { try String.fetchOne($0, sql: sql) }
                    let other = try changed.read { try String.fetchOne($0, sql: sql) }
                    #expect(one == other, "\(call)")
                }
            }
        }
    }

    @Test func anEndlessStatementEnds() async throws {
        let endless = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT x FROM c"
        try await serve(Self.schema, { $0.queryTimeout = .milliseconds(300) }) { client, _ in
            let first = try await client.get(path(endless, "&_size=2&_shape=arrays", format: "table.json"))
            #expect(
                first.status == 200 && first.text.contains(#""rows":[[1],[2]]"#) && first.text.contains("more than"))
            for rest in ["", "&_sort_desc=x"] {
                let all = try await client.get(path(endless, rest))
                #expect(all.status == 503 && all.text.contains("took too long"), "\(all.text)")
            }
            let counting = try await client.get(path("SELECT count(*) FROM (\(endless))", format: "table.json"))
            #expect(counting.status == 503 && counting.text.contains("The statement took too long"))
        }
    }

    @Test func keysLeadToRows() async throws {
        try await serve { client, _ in
            let page = try await client.get(path("SELECT delay, carrier, id FROM flight", format: "")).text
            #expect(page.contains(#"<a href="/airline/row/UA/">UA</a> <span class="ref">United</span>"#))
            #expect(page.contains(#"<a href="/flight/row/4/">4</a>"#))
            let saved = try await client.get("/-/sql/late/?least=20").text
            #expect(saved.contains(#"<a href="/flight/row/4/">4</a>"#))
            #expect(saved.contains(#"<a href="/airline/row/DL/">DL</a>"#) && !saved.contains("/airline/row/UA/"))
        }
    }

    @Test func thePageHasTheFormAndThePlan() async throws {
        try await serve { client, _ in
            let page = try await client.get(
                path("SELECT id FROM flight WHERE delay > :least", "&least=9&_sort=id", format: "")
            ).text
            #expect(
                page.contains(#"<textarea id="parameter-0" name="sql""#)
                    && page.contains("SELECT id FROM flight WHERE delay &gt; :least</textarea>"))
            #expect(page.contains(#"name="least" type="text" value="9""#) && page.contains("SCAN flight"))
            // Links keep the statement and its values.
            #expect(page.contains("&amp;least=9&amp;_sort_desc=id") && page.contains("/-/sql/table.csv?sql=SELECT"))
            let saved = try await client.get("/-/sql/late/").text
            #expect(saved.contains("Late ones.") && saved.contains(#"name="least""#) && !saved.contains("<textarea"))
            #expect(saved.contains(#"href="../?sql=SELECT"#))
            #expect(try await client.get("/-/sql/nothing/").status == 404)
            let empty = try await client.get("/-/sql/table.csv?_col=table&_col=column&_size=2").text
            #expect(empty == "table,column\r\nairline,code\r\nairline,name\r\n")
        }
    }

    @Test func changesOfTheFileAreSeen() async throws {
        try await serve { client, fixture in
            let count = path("SELECT count(*) AS n FROM flight")
            #expect(try await client.get(count).text == "n\r\n4\r\n")
            try fixture.write("INSERT INTO flight VALUES (5, 'UA', 0)")
            #expect(try await client.get(count).text == "n\r\n5\r\n")
            try fixture.write("DROP VIEW late; DROP TABLE flight")
            #expect(try await client.get(count).status == 400)
        }
    }

    /// Parameters and ends of statements are where SQLite finds them.
    @Test func statementsAreReadAsSQLiteReadsThem() throws {
        let parts = [
            "SELECT ", "SELECT 1", "1", ":a", ":b1", "'x:y'", "\"q:z\"", "[c:d]", "`e:f`", "-- :g\n", "/* :h */", ", ",
            " AS ",
            ";", "'", "--", "/*", "*/", "\"", "||", "[", "]", "\n", " ",
        ]
        var random = Random(seed: 38)
        var count = 0
        try Fixture().writer().read { database in
            for _ in 0..<5_000 {
                let length = Int.random(in: 1...7, using: &random)
                let sql = "SELECT " + (0..<length).map { _ in parts.randomElement(using: &random) ?? "" }.joined()
                guard let single = SQLText.single(sql, .sqlite) else {
                    #expect(throws: DatabaseError.self, "\(sql)") { try database.makeStatement(sql: sql) }
                    continue
                }
                guard (try? database.makeStatement(sql: single)) != nil else { continue }
                count += 1
                let names = SQLText.parameterNames(in: sql, .sqlite)
                let values = Dictionary(uniqueKeysWithValues: names.map { ($0, "v") })
                #expect(throws: Never.self, "\(sql)") {
                    try database.text(of: (sql, values))
                }
                for name in names {
                    #expect(throws: SQLiteTableError.self, "\(sql) \(name)") {
                        try database.text(of: (sql, values.filter { $0.key != name }))
                    }
                }
            }
        }
        #expect(count > 100)
    }

    /// Rows without keys are copied for an export, which then takes time in proportion to their number.
    @Test(arguments: ["", "&_sort_desc=x", "&x__lt=4999"])
    func allRowsOfALongStatementAreExported(rest: String) async throws {
        let rows =
            "WITH RECURSIVE c(x) AS (SELECT 0 UNION ALL SELECT x + 1 FROM c LIMIT 5000) SELECT x, hex(x) AS h FROM c"
        try await serve { client, fixture in
            let csv = try await client.get(path(rows, rest)).text
            let values = csv.split(separator: "\r\n").dropFirst().compactMap { Int($0.prefix { $0 != "," }) }
            let all = Array(0..<5000)
            #expect(values == (rest.isEmpty ? all : rest.contains("desc") ? all.reversed() : all.dropLast()))
            try fixture.write(
                "CREATE VIEW long AS \(rows); CREATE VIEW names AS SELECT x AS rowid, x AS oid, h AS _rowid_ FROM long")
            #expect(
                try await client.get(path("SELECT * FROM names", "&_sort=oid&rowid__gt=4997")).text.hasSuffix(
                    "4998,4998,34393938\r\n4999,4999,34393939\r\n"))
        }
    }
}
