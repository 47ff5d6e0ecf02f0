#if MariaDB
    import CascadingTable
    import HTTPTypes
    import TableServer
    import TableTesting
    import TestSupport
    import Testing

    @testable import TableMariaDB

    /// Tests the pages of statements, `/-/sql/?sql=…`.
    @Suite struct MariaDBStatementTests {
        private func serve(_ body: @escaping @Sendable (any TestClient) async throws -> Void) async throws {
            let address = try await MariaDBServer.shared.database(
                """
                CREATE TABLE flight(id int PRIMARY KEY, carrier varchar(9), delay int, at datetime DEFAULT '2026-01-02 03:04:05');
                INSERT INTO flight (id, carrier, delay) VALUES (1, 'UA', 10), (2, 'DL', -3), (3, 'UA', NULL), (4, 'DL', 25);
                CREATE FUNCTION fill() RETURNS int BEGIN INSERT INTO flight (id) VALUES (9); RETURN 1; END;
                CREATE TABLE secret(s text);
                INSERT INTO secret VALUES ('TOP')
                """)
            try await Shop.serving(Shop.database(address)) { try await body($0) }
        }

        private func path(_ sql: String, _ rest: String = "", format: String = "table.csv") -> String {
            let sql = sql.utf8.map { byte in
                let isLetter = (97...122).contains(byte | 32) && byte < 128
                return isLetter ? String(UnicodeScalar(byte)) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
            }
            return "/-/sql/\(format)?sql=\(sql.joined())\(rest)"
        }

        @Test func aStatementIsATable() async throws {
            try await serve { client in
                for (sql, rest, csv) in [
                    ("SELECT 1 AS a, 'x' AS b", "", "a,b\r\n1,x\r\n"),
                    ("SELECT 1 AS a # it's :no\n, :b AS b", "&b=y", "a,b\r\n1,y\r\n"),
                    ("SELECT id FROM flight ORDER BY delay DESC, id;", "", "id\r\n4\r\n1\r\n2\r\n3\r\n"),
                    ("SELECT id FROM flight ORDER BY delay DESC LIMIT 2", "", "id\r\n4\r\n1\r\n"),
                    (
                        "SELECT id, delay FROM flight -- all", "&delay__gt=0&_sort_desc=delay",
                        "id,delay\r\n4,25\r\n1,10\r\n"
                    ),
                    ("SELECT carrier FROM flight", "&_group=carrier", "carrier,count\r\nDL,2\r\nUA,2\r\n"),
                    ("SELECT id FROM flight WHERE delay > :least ORDER BY id", "&least=9", "id\r\n1\r\n4\r\n"),
                    (
                        "SELECT count(*) > :n AS more, upper(:t) AS t FROM flight", "&n=3&t=it%27s+%5C+%3B",
                        "more,t\r\n1,IT'S \\ ;\r\n"
                    ),
                    (
                        "SELECT a.id, b.id, '1' AS \"x:1\" FROM flight a, flight b WHERE a.id = 1 AND b.id = 2", "",
                        "id,id:1,x:1\r\n1,2,1\r\n"
                    ),
                    (
                        "WITH x AS (SELECT at FROM flight LIMIT 1) SELECT at FROM x /* end */", "",
                        "at\r\n2026-01-02T03:04:05\r\n"
                    ),
                    ("SELECT id FROM flight UNION ALL SELECT 7 ORDER BY id DESC", "&id__gt=3", "id\r\n7\r\n4\r\n"),
                    ("SELECT seq FROM seq_1_to_5000 ORDER BY seq DESC", "&seq__lt=3", "seq\r\n2\r\n1\r\n"),
                    (
                        "SELECT carrier FROM flight WHERE id < :n", "&n=4&_group=carrier&carrier=UA",
                        "carrier,count\r\nUA,2\r\n"
                    ),
                    (
                        "SELECT id FROM flight WHERE carrier = :a OR delay = :a ORDER BY id LIMIT :n", "&a=10&n=1",
                        "id\r\n1\r\n"
                    ),
                ] {
                    let reply = try await client.get(path(sql, rest))
                    #expect(reply.status == 200 && reply.text == csv, "\(sql): \(reply.text)")
                }
                let rows = "SELECT seq FROM seq_1_to_5000 ORDER BY seq DESC"
                let all = try await client.get(path(rows)).text.split(separator: "\r\n").dropFirst().compactMap {
                    Int($0)
                }
                #expect(all == Array((1...5000).reversed()))
                var page = try await client.get(path(rows, "&_size=1000&_shape=arrays", format: "table.json")).text
                #expect(page.contains(#""rows":[[5000],[4999],"#))
                let next = try #require(page.firstMatch(of: /"next_url":"([^"]+)"/)?.output.1)
                page = try await client.get(String(next)).text
                #expect(page.contains(#""rows":[[4000],[3999],"#))
                // Without a statement, the page tells what can be asked for.
                #expect(try await client.get("/-/sql/").text.contains("carrier"))
                #expect(try await client.get("/-/sql/?sql=SELECT+id+FROM+flight").text.contains("SCAN flight") == false)
            }
        }

        /// Values are bound, so that they stay values wherever a parameter stands.
        @Test(arguments: [
            "SELECT carrier FROM flight WHERE carrier = :v", "SELECT carrier FROM flight /* carrier = :v */",
            "SELECT ':v' AS \":v\"", "SELECT `id` AS `:v` FROM flight WHERE carrier = :v",
            "SELECT 'it\\' AS a, :v AS b",
        ])
        func valuesAreNeverSQL(sql: String) async throws {
            try await serve { client in
                for value in [
                    " || (SELECT s FROM secret) || ", "*/ UNION ALL SELECT s FROM secret --",
                    "' UNION SELECT s FROM secret -- ",
                    "\\' UNION SELECT s FROM secret -- ", "` UNION SELECT s FROM secret -- ",
                ] {
                    let escaped = value.utf8.map { "%" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
                    let answer = try await client.get(path(sql, "&v=\(escaped)"))
                    #expect(!answer.text.contains("TOP"), "\(answer.text)")
                }
            }
        }

        @Test func anotherStatementIsRefused() async throws {
            try await serve { client in
                for (sql, reason) in [
                    ("INSERT INTO flight (id) VALUES (7)", "READ ONLY"), ("DROP TABLE flight", "no rows"),
                    ("SELECT 1) AS t; --", "syntax"), ("SELECT 1; SELECT 2", "Only one statement"),
                    ("SELECT nowhere FROM flight", "nowhere"), ("SELECT * FROM nowhere", "nowhere"),
                    ("SELECT fill()", "READ ONLY"), ("SELECT ?", "arguments"), ("SELECT _x, :_x", "_x"),
                    ("SELECT 1 INTO OUTFILE '/tmp/x'", "no rows"),
                ] {
                    let answer = try await client.get(path(sql))
                    #expect(
                        answer.status == 400 && answer.text.contains(reason), "\(sql): \(answer.status) \(answer.text)")
                }
                #expect(try await client.get("/flight/table.csv").text.split(separator: "\r\n").count == 5)
            }
        }
    }
#endif
