import CascadingTable
import TableDatabase
import Testing

@testable import TablePostgres

/// Tests with pgbouncer, which gives each transaction any of two connections to the server.
@Suite(.serialized) struct PoolerTests {
    private static let server = Task { try await PostgresServer(beside: "pgbouncer") }

    private static func make() async throws -> (pool: PostgresPool, server: PostgresServer) {
        let server = try await server.value
        return (PostgresPool(try PostgresAddress(try #require(server.otherAddress))), server)
    }

    @Test func settingsHoldForEachTransactionOnly() async throws {
        let (pool, server) = try await Self.make()
        let sql =
            "SELECT current_setting('lock_timeout'), current_setting('TimeZone'), current_setting('transaction_read_only')"
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<8 {
                group.addTask {
                    for _ in 0..<20 {
                        let rows = try await pool.rows(sql)
                        #expect(rows == [["5s", "UTC", "on"]])
                    }
                }
            }
            try await group.waitForAll()
        }
        // pgbouncer's other clients do not get them.
        let writer = try PostgresPool(writingTo: try #require(server.otherAddress))
        try await writer.withTransaction(PostgresTransactionOptions(isReadOnly: false), within: .seconds(5)) {
            _ = try await $0.run(SQLStatement("CREATE TABLE made AS SELECT 1 AS a"), within: .seconds(5))
        }
        #expect(try await pool.rows("SELECT a FROM made") == [["1"]])
        let direct = PostgresPool(try PostgresAddress(server.address))
        let prepared = try await direct.rows("SELECT count(*) FROM pg_stat_activity WHERE query LIKE '%cascade\\_%'")
        #expect(prepared == [["0"]])
    }

    @Test func queriesEndWithTheirTime() async throws {
        let (pool, _) = try await Self.make()
        _ = try await pool.rows("SELECT 1")
        for _ in 0..<4 {
            let start = ContinuousClock.now
            let error = await failure { try await pool.rows("SELECT pg_sleep(60)", within: .milliseconds(500)) }
            #expect(error?.code == "57014")
            #expect(try await pool.rows("SELECT 1") == [["1"]])
            #expect(start.duration(to: .now) < .seconds(4))
        }
        #expect(await failure { try await pool.rows("SELECT 1 / 0") }?.code == "22012")
    }

    @Test func transactionsAndCursorsWork() async throws {
        let (pool, _) = try await Self.make()
        let options = PostgresTransactionOptions(settings: [.init(name: "cascade.claim", value: "ann")])
        let claim = SQLStatement("SELECT current_setting('cascade.claim', true)")
        #expect(try await pool.run([claim], options, within: .seconds(5))[0].rows == [["ann"]])
        #expect(try await pool.run([claim], within: .seconds(5))[0].string(0, 0) != "ann")
        let count = try await pool.withTransaction(within: .seconds(5)) { transaction in
            let declare = SQLStatement(
                "DECLARE numbers CURSOR FOR SELECT generate_series($1::int, 9)", [.integer(1)])
            _ = try await transaction.run(declare, within: .seconds(5))
            return try await transaction.run(SQLStatement("FETCH 7 FROM numbers"), within: .seconds(5)).rowCount
        }
        #expect(count == 7)
    }
}
