#if MariaDB
    import CascadingTable
    import HTTPTypes
    import TableServer
    import TableTesting
    import TestSupport
    import Testing

    @testable import TableMariaDB

    /// Compares all pages and exports of many queries with the rows that MariaDB returns in one statement.
    @Suite struct MariaDBWalkTests {
        /// Queries of a table, with the condition and the order as SQL, and the SQL of a row's identifier.
        private static let queries: [(table: String, query: String, sql: String)] = [
            ("customers", "", "SELECT id FROM customers ORDER BY id"),
            ("customers", "_sort=mood", "SELECT id FROM customers ORDER BY concat(mood), id"),
            (
                "customers", "_sort_desc=mail&name__contains=4",
                "SELECT id FROM customers WHERE name LIKE '%4%' ORDER BY mail DESC, id DESC"
            ),
            (
                "customers", "joined__gt=2020-02-01&_sort_desc=joined",
                "SELECT id FROM customers WHERE joined > '2020-02-01' ORDER BY joined DESC"
            ),
            ("orders", "_sort=total", "SELECT id FROM orders ORDER BY total, id"),
            ("orders", "_sort_desc=total", "SELECT id FROM orders ORDER BY total DESC, id DESC"),
            // Texts that differ in the case of letters are equal.
            ("orders", "_sort=note", "SELECT id FROM orders ORDER BY note, id"),
            ("orders", "_sort_desc=note&paid=1", "SELECT id FROM orders WHERE paid ORDER BY note DESC, id DESC"),
            ("orders", "note=note 4", "SELECT id FROM orders WHERE note = 'NOTE 4' ORDER BY id"),
            ("orders", "_sort=data", "SELECT id FROM orders ORDER BY data, id"),
            ("orders", "_sort=tags&_sort_desc=ref", "SELECT id FROM orders ORDER BY concat(tags), ref DESC, id DESC"),
            ("orders", "_sort=weight", "SELECT id FROM orders ORDER BY weight, id"),
            ("orders", "_sort_desc=single", "SELECT id FROM orders ORDER BY single DESC, id DESC"),
            ("orders", "_sort=bits&_sort=paid", "SELECT id FROM orders ORDER BY bits, paid, id"),
            ("orders", "bits=5", "SELECT id FROM orders WHERE bits = 5 ORDER BY id"),
            ("orders", "total__not=3.7&_sort=at", "SELECT id FROM orders WHERE (total = 3.7) IS NOT TRUE ORDER BY at"),
            (
                "orders", "note__isnull=1&_sort_desc=customer",
                "SELECT id FROM orders WHERE note IS NULL ORDER BY customer DESC, id DESC"
            ),
            ("orders", "total__in=1,2.5,9", "SELECT id FROM orders WHERE total IN (1, 2.5, 9) ORDER BY id"),
            (
                "customers", "_search=happy 2",
                "SELECT id FROM customers WHERE mood = 'happy' AND (name LIKE '%2%' OR joined LIKE '%2%') ORDER BY id"
            ),
            (
                "orders", "note__isnull=1&total__lt=3&_or=1&_sort=at",
                "SELECT id FROM orders WHERE note IS NULL OR total < 3 ORDER BY at"
            ),
            ("totals", "_sort_desc=total", "SELECT customer FROM totals ORDER BY total DESC, customer DESC"),
            ("codes", "_sort=title", "SELECT code FROM codes ORDER BY title"),
        ]

        @Test func everyPageHasTheRowsOfTheDatabase() async throws {
            let address = try await Shop.address()
            let pool = MariaDBPool(try MariaDBAddress(address))
            try await Shop.serving(Shop.database(address)) { client in
                for (table, query, sql) in Self.queries {
                    let expected = try await pool.rows(sql).map { $0[0] ?? "" }
                    let query = query.replacing(" ", with: "%20")
                    for size in [7, 100] {
                        let walked = try await client.walk("/\(table)/table.json?_size=\(size)&\(query)")
                        #expect(walked.forwards == expected, "\(table) \(query)")
                        #expect(walked.backwards == expected, "\(table) \(query) backwards")
                    }
                }
            }
        }

        /// Rows without a key are sorted by all columns.
        @Test func noRowOfATableWithoutAKeyIsMissing() async throws {
            let address = try await MariaDBServer.shared.database(
                "CREATE TABLE keyless (a int, b text);\nINSERT INTO keyless SELECT seq, 'x' FROM seq_1_to_250")
            try await Shop.serving(Shop.database(address)) { client in
                for query in ["", "&_sort_desc=b"] {
                    var (next, values): (String?, [String]) = ("/keyless/table.json?_size=33\(query)", [])
                    while let page = next {
                        let answer = try await client.get(page)
                        values += answer.text.matches(of: /"a":(\d+)/).map { String($0.1) }
                        next = try answer.decode(TableJSON.self).next_url
                    }
                    #expect(Set(values).count == 250 && values.count == 250)
                }
                let found = try await client.get("/keyless/find?text=17")
                #expect(found.status == 200 && found.text.contains("16"), "\(found.text)")
            }
        }

        @Test func exportsHaveAllRowsInTheirOrder() async throws {
            let address = try await Shop.address()
            try await MariaDBServer.run(
                [
                    "INSERT INTO orders (customer, total, paid, at) SELECT 1 + seq % 50, NULLIF(seq % 9, 0), seq % 2 = 0, now() FROM seq_1_to_2400",
                    "INSERT INTO keyless SELECT seq, NULL FROM seq_1_to_2750",
                ], at: address)
            let pool = MariaDBPool(try MariaDBAddress(address))
            let database = try Shop.database(address) { $0.maxConnections = 1 }
            try await Shop.serving(database) { client in
                for (query, sql, count) in [
                    ("orders/table.csv?", "SELECT id FROM orders ORDER BY id", 3000),
                    ("orders/table.csv?_sort=total", "SELECT id FROM orders ORDER BY total, id", 3000),
                    ("orders/table.csv?_sort_desc=total", "SELECT id FROM orders ORDER BY total DESC, id DESC", 3000),
                    ("orders/table.csv?paid=true", "SELECT id FROM orders WHERE paid ORDER BY id", 1400),
                    ("orders/table.csv?_search=%27x", "SELECT id FROM orders WHERE false", 0),
                    ("keyless/table.csv?", "SELECT a FROM keyless ORDER BY a, b", 3000),
                    ("totals/table.csv?_sort=total", "SELECT customer FROM totals ORDER BY total, customer", 50),
                ] {
                    let lines = try await client.get("/\(query)").text.split(separator: "\r\n").dropFirst()
                    #expect(lines.count == count, "\(query)")
                    let ids = lines.compactMap { $0.split(separator: ",", omittingEmptySubsequences: false).first }
                    #expect(ids.map { [String($0)] } == (try await pool.rows(sql)), "\(query)")
                }
                let text = try await client.get("/orders/table.txt").text
                #expect(text.split(separator: "\n").count >= 3000)
                for format in ["xlsx", "json", "ndjson", "md"] {
                    #expect(try await client.get("/orders/table.\(format)").status == 200, "\(format)")
                }
            }
        }

        @Test(arguments: [900, 3_000])
        func eachWholeTableHasTheRowsThatStay(count: Int) async throws {
            let address = try await MariaDBServer.shared.database(
                "CREATE TABLE t (id int PRIMARY KEY, name text);\nINSERT INTO t SELECT seq, concat('k', seq, 'k') FROM seq_1_to_\(count)"
            )
            var server = TableServer()
            try await server.mount("/", Shop.database(address))
            try await server.test(.socket) { client in
                try await WholeTables.check(
                    client, at: "/t/", queries: ["", "?_sort_desc=id", "?_search=k"],
                    staying: Set((1...count).filter { $0 % 3 == 0 })
                ) { number in
                    let id = number % (count / 3) * 3 + 1
                    try await MariaDBServer.run(
                        [
                            number % 2 == 0
                                ? "DELETE FROM t WHERE id = \(id)"
                                : "REPLACE INTO t VALUES (\(id + 1), 'new \(number)')"
                        ], at: address)
                }
            }
        }
    }
#endif
