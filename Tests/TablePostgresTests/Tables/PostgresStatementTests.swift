import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableDatabase
import TableServer
import TableTesting
import TestSupport
import Testing

@testable import TablePostgres

/// Tests the pages of statements, `/-/sql/?sql=…`.
@Suite struct PostgresStatementTests {
    private func serve(
        _ change: (inout PostgresDatabase.Configuration) -> Void = { _ in },
        _ body: (any TestClient, String) async throws -> Void
    ) async throws {
        let address = try await PostgresServer.shared.database()
        try await PostgresServer.run(
            [
                "CREATE TABLE flight(id int PRIMARY KEY, carrier text, delay int, at timestamptz DEFAULT '2026-01-02 03:04:05Z')",
                "INSERT INTO flight VALUES (1, 'UA', 10), (2, 'DL', -3), (3, 'UA', NULL), (4, 'DL', 25)",
                "CREATE SEQUENCE numbers",
                "CREATE FUNCTION fill() RETURNS int LANGUAGE sql AS 'INSERT INTO flight VALUES (9) RETURNING id'",
            ], at: address)
        let database = try Shop.database(address, change)
        var server = TableServer()
        server.mount("/", try await database.makeListTable([StatementLink(name: "SQL", link: "-/sql/")]))
        server.mount("/-/sql/", forEach: .query { StatementRequest.parameterNames($1["sql"], .postgreSQL) }) {
            _, query in
            let values = Dictionary(query.map { ($0.name, $0.value) }) { $1 }
            return try await database.makeTable(answering: StatementRequest(values, .postgreSQL))
        }
        try await server.test(.inProcess) { try await body($0, address) }
    }

    private func path(_ sql: String, _ rest: String = "", format: String = "table.csv") -> String {
        let sql = sql.utf8.map { byte in
            let isLetter = (97...122).contains(byte | 32) && byte < 128
            return isLetter ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        return "/-/sql/\(format)?sql=\(sql.joined())\(rest)"
    }

    @Test func aStatementIsATable() async throws {
        try await serve { client, _ in
            for (sql, rest, csv) in [
                ("SELECT 1 AS a, 'x' AS b", "", "a,b\r\n1,x\r\n"),
                ("SELECT id FROM flight ORDER BY delay DESC NULLS LAST;", "", "id\r\n4\r\n1\r\n2\r\n3\r\n"),
                (
                    "SELECT id, delay FROM flight -- all", "&delay__gt=0&_sort_desc=delay",
                    "id,delay\r\n4,25\r\n1,10\r\n"
                ),
                ("SELECT carrier FROM flight", "&_group=carrier", "carrier,count\r\nDL,2\r\nUA,2\r\n"),
                ("SELECT id FROM flight WHERE delay > :least ORDER BY id", "&least=9", "id\r\n1\r\n4\r\n"),
                (
                    "SELECT count(*) > :n AS more, upper(:t) AS t FROM flight", "&n=3&t=it%27s+%5C+%3B",
                    "more,t\r\ntrue,IT'S \\ ;\r\n"
                ),
                (
                    "SELECT a.id, b.id, '1'::text AS \"x:1\" FROM flight a, flight b WHERE a.id = 1 AND b.id = 2", "",
                    "id,id:1,x:1\r\n1,2,1\r\n"
                ),
                (
                    "WITH x AS (SELECT at FROM flight LIMIT 1) SELECT at FROM x /* end */", "",
                    "at\r\n2026-01-02T03:04:05Z\r\n"
                ),
                ("VALUES (1), (2)", "&_col=column1", "column1\r\n1\r\n2\r\n"),
                ("SELECT g FROM generate_series(1, 5000) AS g ORDER BY g DESC", "&g__lt=3", "g\r\n2\r\n1\r\n"),
            ] {
                let reply = try await client.get(path(sql, rest))
                #expect(reply.status == 200 && reply.text == csv, "\(sql): \(reply.text)")
            }
            let rows = "SELECT g FROM generate_series(1, 5000) AS g ORDER BY g DESC"
            let all = try await client.get(path(rows)).text.split(separator: "\r\n").dropFirst().compactMap { Int($0) }
            #expect(all == Array((1...5000).reversed()))
            var page = try await client.get(path(rows, "&_size=1000&_shape=arrays", format: "table.json")).text
            #expect(page.contains(#""rows":[[5000],[4999],"#))
            let next = try #require(page.firstMatch(of: /"next_url":"([^"]+)"/)?.output.1)
            page = try await client.get(String(next)).text
            #expect(page.contains(#""rows":[[4000],[3999],"#))
        }
    }

    /// Values are bound, so that they stay values wherever a parameter stands.
    @Test(arguments: [
        ("SELECT * FROM query_to_xml($$ SELECT id FROM flight WHERE carrier = :v $$, true, false, '') AS x"),
        ("SELECT E'it\\'s :v' AS t FROM flight"), ("SELECT carrier FROM flight /* before /* */ carrier = :v */"),
        ("SELECT E:v AS t"), ("SELECT 'a':v AS t"), ("SELECT $a$ :v $a$ || :v AS t"), ("SELECT U&':v' AS \":v\""),
        ("SELECT carrier FROM flight WHERE carrier = :v"), ("SELECT a$b$:v AS t FROM (SELECT 1 AS a$b$) AS s"),
    ])
    func valuesAreNeverSQL(sql: String) async throws {
        try await serve { client, address in
            try await PostgresServer.run(
                ["CREATE TABLE secret(s text)", "INSERT INTO secret VALUES ('TOP')"], at: address)
            for value in [
                "x$$ || chr(39), true, false, $$$$) AS x UNION ALL SELECT xmlelement(name a, s) FROM secret --",
                " || (SELECT s FROM secret) || ", "*/ UNION ALL SELECT s FROM secret --",
                "' || (SELECT s FROM secret) || '", "\\' || (SELECT s FROM secret) -- ",
            ] {
                let escaped = value.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                let answer = try await client.get(path(sql, "&v=\(escaped)"))
                #expect(!answer.text.contains("TOP"), "\(answer.text)")
            }
        }
    }

    @Test func parametersStandWhereTheTypeIsKnown() async throws {
        try await serve { client, _ in
            for (sql, rest, csv) in [
                (
                    "SELECT id FROM flight WHERE carrier = :a OR delay = :a::int ORDER BY id LIMIT :n", "&a=10&n=1",
                    "id\r\n1\r\n"
                ),
                ("SELECT E'it\\'s :x' || :a AS t", "&a=y", "t\r\nit's :xy\r\n"),
                ("SELECT (ARRAY[7, 8, 9])[1:2] AS t, :a AS a", "&a=y", "t,a\r\n\"{7,8}\",y\r\n"),
                ("SELECT g FROM generate_series(1, :n) AS g", "&n=3&g__gt=1&_sort_desc=g", "g\r\n3\r\n2\r\n"),
                (
                    "SELECT carrier FROM flight WHERE id < :n", "&n=4&_group=carrier&carrier=UA",
                    "carrier,count\r\nUA,2\r\n"
                ),
            ] {
                let reply = try await client.get(path(sql, rest))
                #expect(reply.status == 200 && reply.text == csv, "\(sql): \(reply.text)")
            }
            let rows = "SELECT g FROM generate_series(1, :n) AS g"
            let page = try await client.get(path(rows, "&n=30&_size=10", format: "table.json")).text
            let next = try #require(page.firstMatch(of: /"next_url":"([^"]+)"/)?.output.1)
            #expect(try await client.get(String(next)).text.contains(#""g":11"#))
            #expect(try await client.get(path("SELECT date :d", "&d=2026-01-01")).status == 400)
        }
    }

    @Test func anotherStatementIsRefused() async throws {
        try await serve { client, address in
            for (sql, reason) in [
                ("INSERT INTO flight VALUES (7)", "syntax error"), ("DROP TABLE flight", "syntax error"),
                ("SELECT 1) AS t; --", "syntax error"),
                ("SELECT 1; SELECT 2", "Only one statement"), ("SELECT nowhere FROM flight", "nowhere"),
                ("SELECT * FROM nowhere", "nowhere"),
                ("WITH x AS (DELETE FROM flight RETURNING id) SELECT * FROM x", "PostgreSQL cannot run"),
                ("SELECT nextval('numbers')", "read-only transaction"), ("SELECT fill()", "PostgreSQL cannot run"),
                ("SELECT set_config('transaction_read_only', 'off', true)", "read-write"),
                ("SELECT 1 / 0", "division by zero"),
                ("SELECT :_size", ":_size"), ("SELECT 1 /* open", "comment"), ("SELECT 'x'::int", "invalid input"),
            ] {
                let reply = try await client.get(path(sql, format: "table.json"))
                #expect(reply.status == 400 && reply.text.contains(reason), "\(sql): \(reply.text)")
            }
            let page = try await client.get(path("selec 1", format: ""), headers: [.accept: "text/html"])
            #expect(page.status == 400 && page.text.contains("selec 1</textarea>"))
            #expect(try await client.get(path("SELECT count(*) AS n FROM flight")).text == "n\r\n4\r\n")
        }
    }

    /// A statement can set what it likes. Nothing of that stays for others.
    @Test func settingsOfAStatementDoNotStay() async throws {
        try await serve({ $0.maxConnections = 1 }) { client, _ in
            for name in ["statement_timeout", "default_transaction_read_only", "search_path"] {
                let value = name == "search_path" ? "nowhere" : "0"
                let set = try await client.get(path("SELECT set_config('\(name)', '\(value)', false) AS v"))
                #expect(set.status == 200, "\(set.text)")
                let now = try await client.get(path("SELECT current_setting('\(name)') AS v")).text
                #expect(now != set.text || name == "statement_timeout", "\(name): \(now)")
            }
            #expect(try await client.get(path("SELECT count(*) AS n FROM flight")).text == "n\r\n4\r\n")
            #expect(try await client.get(path("SELECT fill()")).status == 400)
        }
    }

    /// A lock of the session outlives a transaction that is rolled back.
    @Test(arguments: [
        "SELECT pg_advisory_lock(7)::text AS x", "SELECT pg_advisory_lock(7), 1 / (SELECT 0)",
        "SELECT pg_advisory_lock(7), pg_sleep(60)",
    ])
    func locksOfAStatementDoNotStay(sql: String) async throws {
        try await serve({ $0.queryTimeout = .seconds(1) }) { client, address in
            _ = try await client.get(path(sql, format: "table.json"))
            let pool = try PostgresPool(writingTo: address)
            let locks = """
                SELECT count(*) FROM pg_locks l JOIN pg_database d ON d.oid = l.database
                WHERE l.locktype = 'advisory' AND d.datname = current_database()
                """
            try await eventually { try await pool.rows(locks) == [["0"]] }
            await pool.close()
        }
    }

    /// Statements of visitors have connections of their own.
    @Test func slowStatementsDoNotKeepPagesWaiting() async throws {
        try await serve({ $0.maxConnections = 2 }) { client, _ in
            try await withThrowingTaskGroup { group in
                for number in 0..<20 {
                    group.addTask { [self] in _ = try await client.get(path("SELECT pg_sleep(5), \(number) AS n")) }
                }
                let pool = try PostgresPool(writingTo: await PostgresServer.shared.address)
                let sleeping =
                    "SELECT count(*) > 3 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%pg_sleep(5)%'"
                try await eventually { try await pool.rows(sleeping) == [["t"]] }
                for _ in 0..<5 { #expect(try await client.get("/table.json").status == 200) }
                group.cancelAll()
                await pool.close()
            }
        }
    }

    @Test func anEndlessStatementEnds() async throws {
        try await serve({ $0.queryTimeout = .milliseconds(500) }) { client, _ in
            let reply = try await client.get(path("SELECT pg_sleep(60) AS x", format: "table.json"))
            #expect(reply.status == 503 && reply.text.contains("took too long"), "\(reply.text)")
            #expect(try await client.get(path("SELECT 1 AS a")).text == "a\r\n1\r\n")
        }
    }

    @Test func thePageHasTheFormAndThePlan() async throws {
        try await serve { client, _ in
            let page = try await client.get(path("SELECT id FROM flight WHERE delay > :least", "&least=9", format: ""))
                .text
            #expect(
                page.contains(#"name="least" type="text" value="9""#) && page.contains("Seq Scan on flight"), "\(page)")
            #expect(!page.contains("row/1/"))
            let empty = try await client.get("/-/sql/table.csv?_col=table&_col=column&_size=2").text
            #expect(empty == "table,column\r\nflight,id\r\nflight,carrier\r\n")
        }
    }
}
