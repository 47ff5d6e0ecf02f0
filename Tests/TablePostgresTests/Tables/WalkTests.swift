import CascadingTable
import TableDatabase
import TableServer
import TableTesting
import TestSupport
import Testing

@testable import TablePostgres

/// Compares all pages of many queries with the rows that PostgreSQL returns in one statement.
@Suite struct WalkTests {
    /// Queries of a table, with the condition and the order as SQL, and the SQL of a row's identifier.
    private static let queries: [(table: String, query: String, sql: String)] = [
        ("customers", "", "SELECT id FROM customers ORDER BY id"),
        ("customers", "_sort=mood", "SELECT id FROM customers ORDER BY mood, id"),
        (
            "customers", "_sort_desc=mail&name__contains=4",
            "SELECT id FROM customers WHERE name ILIKE '%4%' ORDER BY mail DESC, id DESC"
        ),
        (
            "customers", "joined__gt=2020-02-01&_sort_desc=joined",
            "SELECT id FROM customers WHERE joined > '2020-02-01' ORDER BY joined DESC"
        ),
        ("orders", "_sort=total", "SELECT id FROM orders ORDER BY total, id"),
        ("orders", "_sort_desc=total", "SELECT id FROM orders ORDER BY total DESC, id DESC"),
        ("orders", "_sort=note", "SELECT id FROM orders ORDER BY note, id"),
        ("orders", "_sort_desc=note&paid=1", "SELECT id FROM orders WHERE paid ORDER BY note DESC, id DESC"),
        ("orders", "_sort=data", "SELECT id FROM orders ORDER BY data, id"),
        ("orders", "_sort=tags&_sort_desc=ref", "SELECT id FROM orders ORDER BY tags, ref DESC, id DESC"),
        ("orders", "_sort=weight", "SELECT id FROM orders ORDER BY weight, id"),
        ("orders", "total__not=3.7&_sort=at", "SELECT id FROM orders WHERE (total = 3.7) IS NOT TRUE ORDER BY at"),
        (
            "orders", "note__isnull=1&_sort_desc=customer",
            "SELECT id FROM orders WHERE note IS NULL ORDER BY customer DESC, id DESC"
        ),
        ("orders", "total__in=1,2.5,9", "SELECT id FROM orders WHERE total IN (1, 2.5, 9) ORDER BY id"),
        (
            "customers", "_search=happy%203",
            "SELECT id FROM customers WHERE mood = 'happy' AND customers::text LIKE '%3%' ORDER BY id"
        ),
        (
            "orders", "note__isnull=1&total__lt=3&_or=1&_sort=at",
            "SELECT id FROM orders WHERE note IS NULL OR total < 3 ORDER BY at"
        ),
        (
            "customers", "mood=happy&name__contains=4&_or=1&_search=3",
            "SELECT id FROM customers WHERE (mood = 'happy' OR name ILIKE '%4%') AND customers::text LIKE '%3%' ORDER BY id"
        ),
        ("totals", "_sort_desc=total", "SELECT customer FROM totals ORDER BY total DESC, customer DESC"),
        ("parts", "_sort=text", "SELECT id || ',2020-03-01' FROM parts ORDER BY text, id, day"),
        ("sales.regions", "", "SELECT code FROM sales.regions"),
    ]

    @Test func everyPageHasTheRowsOfTheDatabase() async throws {
        let address = try await Shop.address()
        let pool = PostgresPool(try PostgresAddress(address))
        let server = try await Shop.server(Shop.database(address))
        try await server.test(.inProcess) { client in
            for (table, query, sql) in Self.queries {
                let expected = try await pool.rows(sql).map { $0[0] ?? "" }
                for size in [7, 100] {
                    let walked = try await client.walk("/\(table)/table.json?_size=\(size)&\(query)")
                    #expect(walked.forwards == expected, "\(table) \(query)")
                    #expect(walked.backwards == expected, "\(table) \(query) backwards")
                }
            }
        }
        await pool.close()
    }

    /// Rows without a key are read in the order of their places, or sorted by all columns.
    @Test func noRowOfATableWithoutAKeyAppearsTwice() async throws {
        let server = try await Shop.server(Shop.database(try await Shop.address()) { $0.keys = [:] })
        try await server.test(.inProcess) { client in
            for query in ["", "_sort_desc=a", "a=2"] {
                let walked = try await client.walk("/keyless/table.json?_size=33&\(query)")
                #expect(Set(walked.forwards).count == walked.forwards.count && walked.backwards == walked.forwards)
                #expect(walked.forwards.count == (query == "a=2" ? 83 : 250))
            }
            let walked = try await client.walk("/totals/table.json?_size=20&_sort_desc=total")
            #expect(Set(walked.forwards).count == 50)
        }
    }

    /// Partitions are foreign tables of two other databases, where each condition is checked.
    @Test func aTableThatIsSharedByServersIsWalkedByKeys() async throws {
        let port = try #require(try await PostgresServer.shared.address.firstMatch(of: /:(\d+)\//)?.output.1)
        let address = try await PostgresServer.shared.database(
            "CREATE EXTENSION postgres_fdw",
            "CREATE TABLE events (id int NOT NULL, region int, amount numeric) PARTITION BY LIST (region)")
        for region in 1...2 {
            let shard = try await PostgresServer.shared.database(
                "CREATE TABLE part (id int PRIMARY KEY, region int, amount numeric)",
                """
                INSERT INTO part SELECT i, \(region), CASE WHEN i % 7 > 0 THEN i % 10 END
                    FROM generate_series(\(region), 300, 2) i
                """)
            let name = try #require(shard.split(separator: "/").last)
            try await PostgresServer.run(
                [
                    """
                    CREATE SERVER s\(region) FOREIGN DATA WRAPPER postgres_fdw
                        OPTIONS (host '127.0.0.1', port '\(port)', dbname '\(name)')
                    """,
                    """
                    CREATE USER MAPPING FOR PUBLIC SERVER s\(region)
                        OPTIONS (user 'cascade', password 'secret-word')
                    """,
                    """
                    CREATE FOREIGN TABLE events\(region) PARTITION OF events FOR VALUES IN (\(region))
                        SERVER s\(region) OPTIONS (table_name 'part')
                    """,
                ], at: address)
        }
        let pool = PostgresPool(try PostgresAddress(address))
        let server = try await Shop.server(Shop.database(address) { $0.keys = ["events": ["id"]] })
        try await server.test(.inProcess) { client in
            for (query, order) in [
                ("", "id"), ("_sort=amount", "amount, id"), ("_sort_desc=amount", "amount DESC, id DESC"),
                ("_sort=region&_sort_desc=amount", "region, amount DESC, id DESC"),
            ] {
                let expected = try await pool.rows("SELECT id FROM events ORDER BY \(order)").map { $0[0] ?? "" }
                let walked = try await client.walk("/events/table.json?_size=11&\(query)")
                #expect(walked.forwards == expected && walked.backwards == expected, "\(query)")
            }
        }
        let relation = try await PostgresDatabase(address).relation(RelationName("events"), readWithin: nil)
        #expect(!relation.comparesRows)
        var query = try TableQuery(sort: [.init("amount")]).sql(
            columns: ["amount", "id"].map { SQLColumn($0, isNullable: false) }, key: ["id"], dialect: .postgreSQL)
        query.comparesRows = false
        let runs = query.runs(after: [.integer(3), .integer(50)])
        #expect(runs.count == 2)
        for run in runs {
            let plan = try await pool.rows(
                "EXPLAIN (VERBOSE) SELECT * FROM events WHERE \(run.condition) ORDER BY \(run.order) LIMIT 5",
                run.arguments)
            for line in plan.compactMap(\.[0]) { #expect(!line.contains("Filter:"), "\(line)") }
        }
    }

    /// A row that is deleted while a visitor pages does not hide another one.
    @Test func pagesGoOnWhereTheyWereWhenRowsCome() async throws {
        let address = try await Shop.address()
        let pool = try PostgresPool(writingTo: address)
        let server = try await Shop.server(Shop.database(address))
        try await server.test(.inProcess) { client in
            let first = try await client.get("/orders/table.json?_size=10").decode(TableJSON.self)
            _ = try await pool.rows("DELETE FROM orders WHERE id BETWEEN 5 AND 10")
            let second = try await client.get(try #require(first.next_url)).decode(TableJSON.self)
            #expect(second.ids == (11...20).map(String.init))
            let sorted = try await client.get("/orders/table.json?_size=10&_sort_desc=at").decode(TableJSON.self)
            _ = try await pool.rows("INSERT INTO orders (at) SELECT now() FROM generate_series(1, 5)")
            let next = try await client.get(try #require(sorted.next_url)).decode(TableJSON.self)
            #expect(next.ids == (581...590).reversed().map(String.init))
        }
        await pool.close()
    }
}
