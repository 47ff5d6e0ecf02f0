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
        server.mount("/-/sql/", forEach: .query { StatementRequest.parameterNames($1["sql"]) }) { _, query in
            let values = Dictionary(query.map { ($0.name, $0.value) }) { $1 }
            return try await database.makeTable(answering: StatementRequest(values))
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
