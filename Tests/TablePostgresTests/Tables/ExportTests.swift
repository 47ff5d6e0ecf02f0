import CascadingTable
import HTTPTypes
import TableServer
import TableTesting
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableDatabase

/// Tests exports, which read all rows from one transaction.
@Suite(.serialized) struct ExportTests {
    private static func serving(
        _ script: String...,
        body: @escaping @Sendable (any TestClient, PostgresDatabase, PostgresPool) async throws -> Void
    ) async throws {
        let address = try await Shop.address()
        let pool = try PostgresPool(writingTo: address)
        // A table that fits into one page is not exported.
        let more =
            "INSERT INTO orders (customer, total, paid, at) SELECT 1 + i % 50, NULLIF(i % 9, 0), i % 2 = 0, now() FROM generate_series(1, 2400) i"
        try await PostgresServer.run([more] + script.flatMap(\.statements), at: address)
        let database = try Shop.database(address) { $0.maxConnections = 1 }
        let server = try await Shop.server(database)
        try await server.test(.inProcess) { try await body($0, database, pool) }
        await pool.close()
    }

    @Test func allRowsAreWrittenInTheirOrder() async throws {
        try await Self.serving("INSERT INTO keyless SELECT i, NULL FROM generate_series(1, 2750) i") {
            client, _, pool in
            for (query, sql, count) in [
                ("orders/table.csv?", "SELECT id FROM orders ORDER BY id", 3000),
                ("orders/table.csv?_sort=total", "SELECT id FROM orders ORDER BY total, id", 3000),
                ("orders/table.csv?_sort_desc=total", "SELECT id FROM orders ORDER BY total DESC, id DESC", 3000),
                ("orders/table.csv?paid=true", "SELECT id FROM orders WHERE paid ORDER BY id", 1400),
                ("orders/table.csv?_search=%27x", "SELECT id FROM orders WHERE false", 0),
                ("keyless/table.csv?", "SELECT a FROM keyless ORDER BY ctid", 3000),
                ("totals/table.csv?_sort=total", "SELECT customer FROM totals ORDER BY total, customer", 50),
            ] {
                let lines = try await client.get("/\(query)").text.split(separator: "\r\n").dropFirst()
                #expect(lines.count == count, "\(query)")
                let ids = lines.compactMap { $0.split(separator: ",", omittingEmptySubsequences: false).first }
                #expect(ids.map { [String($0)] } == (try await pool.rows(sql)), "\(query)")
            }
            // Formats that measure their columns read the rows twice.
            let text = try await client.get("/orders/table.txt").text
            #expect(text.split(separator: "\n").count >= 3000)
        }
    }

    @Test func aViewWithoutAKeyIsReadOnce() async throws {
        let count = "(coalesce(nullif(current_setting('test.count', true), ''), '0')::int + 1)::text"
        try await Self.serving(
            "CREATE VIEW counted AS SELECT n, set_config('test.count', \(count), false) AS read FROM generate_series(1, 5000) n"
        ) { client, _, _ in
            let lines = try await client.get("/counted/table.csv").text.split(separator: "\r\n")
            let last = try #require(lines.last?.split(separator: ",").compactMap { Int($0) })
            #expect(lines.count == 5001 && last.count == 2 && last[0] == 5000 && last[1] < 12_000, "\(last)")
        }
    }

    @Test(arguments: [900, 3_000])
    func eachWholeTableHasTheRowsThatStay(count: Int) async throws {
        let address = try await PostgresServer.shared.database()
        try await PostgresServer.run(
            [
                "CREATE TABLE t (id int PRIMARY KEY, name text)",
                "INSERT INTO t SELECT i, 'k' || i || 'k' FROM generate_series(1, \(count)) i",
            ], at: address)
        let pool = try PostgresPool(writingTo: address)
        try await Shop.server(Shop.database(address)).test(.socket) { client in
            try await WholeTables.check(
                client, at: "/t/", queries: ["", "?_sort_desc=id", "?_search=k"],
                staying: Set((1...count).filter { $0 % 3 == 0 })
            ) { number in
                let id = number % (count / 3) * 3 + 1
                _ = try await pool.rows(
                    number % 2 == 0
                        ? "DELETE FROM t WHERE id = \(id)"
                        : "INSERT INTO t VALUES (\(id + 1), 'new') ON CONFLICT (id) DO UPDATE SET name = 'new \(number)'"
                )
            }
        }
        await pool.close()
    }

    /// What PostgreSQL refuses is said before the first byte.
    @Test func aRefusedExportHasAStatus() async throws {
        try await Self.serving("CREATE VIEW failing AS SELECT id, 1 / (id - id) AS part FROM orders") { client, _, _ in
            let rows = try await client.get("/failing/table.csv")
            #expect(rows.status != 200)
            #expect(try await client.get("/failing/table.csv?_sort=part").status != 200)
            #expect(try await client.get("/orders/table.csv?none=1").status == 400)
        }
    }

    @Test func pagesGoOnWhileExportsWait() async throws {
        try await Self.serving { client, database, _ in
            let first = try await database.beginSnapshot()
            let second = try await database.beginSnapshot()
            let busy = try await client.get("/orders/table.csv")
            #expect(busy.status == 503 && busy.headers[.retryAfter] != nil, "\(busy.text)")
            #expect(try await client.get("/orders/table.json").status == 200)
            withExtendedLifetime((first, second)) {}
        }
    }

    @Test func aFailureBreaksTheTransfer() async throws {
        try await Self.serving(
            "CREATE VIEW failing AS SELECT id, 1 / (2900 - id) AS part FROM orders"
        ) { client, _, _ in
            let answer = try? await client.get("/failing/table.csv")
            #expect(answer.map { $0.status != 200 } ?? true)
        }
    }

    @Test func theServerStopsForAClientThatLeaves() async throws {
        try await Self.serving(
            "CREATE VIEW endless AS SELECT i AS id FROM generate_series(1, 3) i, pg_sleep(60)"
        ) { _, database, pool in
            let relation = try await database.relation(RelationName("endless"), readWithin: nil)
            let transaction = try await database.beginSnapshot()
            let reader = try RelationReader(
                relation, of: database, run: { try await transaction.run($0, within: $1) })
            var cursor: RelationCursor? = RelationCursor(reader, in: transaction)
            await #expect(throws: CancellationError.self) {
                try await withThrowingTaskGroup { group in
                    group.addTask { [cursor] in
                        try await cursor?.open(.first)
                        _ = try await cursor?.page(limit: 10)
                    }
                    try await Task.sleep(for: .milliseconds(200))
                    group.cancelAll()
                    try await group.waitForAll()
                }
            }
            cursor = nil
            let active = "SELECT count(*) FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'FETCH%'"
            try await eventually { try await pool.rows(active) == [["0"]] }
            withExtendedLifetime(transaction) {}
        }
    }

    @Test func oneConnectionReadsManyTables() async throws {
        let address = try await Shop.address()
        let database = try Shop.database(address)
        let relations = try await database.relations()
        for _ in 0..<4 {
            for relation in relations where !relation.key.isEmpty {
                let transaction = try await database.beginSnapshot()
                let reader = try RelationReader(
                    relation, of: database, run: { try await transaction.run($0, within: $1) })
                let cursor = RelationCursor(reader, in: transaction)
                try await cursor.open(.first)
                var (names, hasLater): ([String], Bool) = ([], true)
                while hasLater {
                    let page = try await cursor.page(limit: 20)
                    names += (0..<page.batch.count).compactMap { page.batch.identifier(at: $0) }
                    #expect(page.batch.fieldNames == relation.columns.map(\.name))
                    hasLater = page.hasLater
                }
                #expect(Set(names).count == names.count)
                #expect(try await reader.count() == names.count)
            }
        }
    }
}
