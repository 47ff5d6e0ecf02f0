import CascadingTable
import TableDatabase
import Testing

@testable import TablePostgres

@Suite(.serialized) struct CancellationTests {
    private static func make(limit: Int = 1) async throws -> PostgresPool {
        var configuration = PostgresPool.Configuration()
        configuration.limit = limit
        return PostgresPool(try PostgresAddress(try await PostgresServer.shared.address), configuration: configuration)
    }

    @Test func aQueryEndsWithItsTime() async throws {
        let pool = try await Self.make()
        let process = try await pool.rows("SELECT pg_backend_pid()")
        let start = ContinuousClock.now
        let error = await failure { try await pool.rows("SELECT pg_sleep(60)", within: .milliseconds(300)) }
        #expect((error?.code, error?.kind) == ("57014", .unavailable))
        #expect((.milliseconds(290)..<(.seconds(2))).contains(start.duration(to: .now)))
        // The connection is the old one, and the cancellation does not hit further queries.
        for number in 0..<50 { #expect(try await pool.rows("SELECT \(number)") == [["\(number)"]]) }
        #expect(try await pool.rows("SELECT pg_backend_pid()") == process)
        #expect(await pool.counters.connects == 1)
    }

    @Test func aCancelledTaskEndsItsQuery() async throws {
        let pool = try await Self.make()
        let process = try await pool.rows("SELECT pg_backend_pid()")
        let task = Task { try await pool.rows("SELECT pg_sleep(60)") }
        try await Task.sleep(for: .milliseconds(100))
        let start = ContinuousClock.now
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(start.duration(to: .now) < .seconds(1))
        #expect(try await pool.rows("SELECT pg_backend_pid()") == process)
    }

    @Test func aTaskThatIsCancelledWhileItWaitsTakesNoConnection() async throws {
        let pool = try await Self.make()
        try await pool.withTransaction(within: .seconds(10)) { _ in
            let task = Task { try await pool.rows("SELECT 1") }
            try await eventually { await pool.counters.waiting == 1 }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            #expect(await pool.counters.waiting == 0)
        }
        #expect(try await pool.rows("SELECT 2") == [["2"]])
    }

    /// Cancellations that race with the end of their queries must hit no other query.
    @Test func cancellationsHitOnlyTheirQueries() async throws {
        let pool = try await Self.make(limit: 2)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for number in 0..<100 {
                    _ = try? await pool.rows(
                        "SELECT pg_sleep(0.004)", within: .milliseconds(3 + number % 3))
                }
            }
            for _ in 0..<2 {
                group.addTask {
                    for _ in 0..<300 {
                        let rows = try await pool.rows("SELECT pg_sleep(0.001), 7")
                        #expect(rows == [["", "7"]])
                    }
                }
            }
            try await group.waitForAll()
        }
    }

    @Test func aLockThatIsHeldIsNotAwaitedForLong() async throws {
        let address = try await PostgresServer.shared.database("CREATE TABLE notes (id int)")
        var configuration = PostgresPool.Configuration()
        configuration.settings["lock_timeout"] = "200"
        let pool = PostgresPool(try PostgresAddress(address), configuration: configuration)
        let writer = try PostgresPool(writingTo: address)
        let options = PostgresTransactionOptions(isReadOnly: false)
        try await writer.withTransaction(options, within: .seconds(10)) { transaction in
            _ = try await transaction.run(SQLStatement("LOCK TABLE notes"), within: .seconds(5))
            let error = await failure { try await pool.rows("SELECT * FROM notes") }
            #expect((error?.code, error?.kind) == ("55P03", .unavailable))
        }
        #expect(try await pool.rows("SELECT * FROM notes") == [])
    }

    @Test func aStatementOfATransactionEndsWithItsTime() async throws {
        let pool = try await Self.make()
        let error = await failure {
            try await pool.withTransaction(within: .seconds(10)) { transaction in
                let error = await failure {
                    try await transaction.run(SQLStatement("SELECT pg_sleep(60)"), within: .milliseconds(100))
                }
                #expect(error?.code == "57014")
                // PostgreSQL has aborted the transaction.
                _ = try await transaction.run(SQLStatement("SELECT 1"), within: .seconds(5))
            }
        }
        #expect(error?.code == "25P02")
        #expect(try await pool.rows("SELECT 2") == [["2"]])
    }
}
