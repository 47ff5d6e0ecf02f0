import CascadingTable
import TableDatabase
import Testing

@testable import TablePostgres

@Suite(.serialized) struct CopyTests {
    private static func make() async throws -> PostgresPool {
        var configuration = PostgresPool.Configuration()
        configuration.limit = 1
        return PostgresPool(try PostgresAddress(try await PostgresServer.shared.address), configuration: configuration)
    }

    private static let query =
        "COPY (SELECT n, 'text ' || n FROM generate_series(1, 200000) AS n) TO STDOUT (FORMAT csv)"

    @Test func allBytesArrive() async throws {
        let pool = try await Self.make()
        let (text, count) = try await pool.withTransaction(within: .seconds(10)) { transaction in
            var bytes: [UInt8] = []
            var count = 0
            for try await part in try await transaction.copy(Self.query, within: .seconds(10)) {
                bytes += part
                count += 1
            }
            // The transaction goes on.
            #expect(try await transaction.run(PostgresStatement("SELECT 1"), within: .seconds(5)).rows == [["1"]])
            return (String(decoding: bytes, as: UTF8.self), count)
        }
        #expect(text == (1...200_000).map { "\($0),text \($0)\n" }.joined())
        #expect(count > 10)
        #expect(await pool.counters.connects == 1)
    }

    @Test func anEmptyResultHasNoBytes() async throws {
        let pool = try await Self.make()
        let count = try await pool.withTransaction(within: .seconds(10)) { transaction in
            let copy = try await transaction.copy("COPY (SELECT 1 WHERE false) TO STDOUT", within: .seconds(5))
            return try await copy.reduce(0) { $0 + $1.count }
        }
        #expect(count == 0)
    }

    @Test func anErrorEndsTheCopy() async throws {
        let pool = try await Self.make()
        for (query, code) in [
            ("COPY (SELECT 1 / (50000 - n) FROM generate_series(1, 60000) AS n) TO STDOUT", "22012"),
            ("COPY (SELECT * FROM none) TO STDOUT", "42P01"),
        ] {
            let error = await failure {
                try await pool.withTransaction(within: .seconds(10)) { transaction in
                    for try await _ in try await transaction.copy(query, within: .seconds(5)) {}
                }
            }
            #expect(error?.code == code, "\(query)")
            #expect(try await pool.rows("SELECT 2") == [["2"]])
        }
        #expect(await pool.counters.connects == 1)
    }

    @Test func aCopyThatIsLeftIsCancelled() async throws {
        let pool = try await Self.make()
        let endless = "COPY (SELECT generate_series(1, 9000000000)) TO STDOUT"
        try await pool.withTransaction(within: .seconds(10)) { transaction in
            for try await _ in try await transaction.copy(endless, within: .seconds(5)) { break }
        }
        #expect(try await pool.rows("SELECT 2") == [["2"]])
        await #expect(throws: CancellationError.self) {
            try await pool.withTransaction(within: .seconds(10)) { transaction in
                for try await _ in try await transaction.copy(endless, within: .seconds(5)) {
                    throw CancellationError()
                }
            }
        }
        #expect(try await pool.rows("SELECT 3") == [["3"]])
        #expect(await pool.counters.connects == 1)
    }

    @Test func aCopyHasTimeForEachPart() async throws {
        let pool = try await Self.make()
        let error = await failure {
            try await pool.withTransaction(within: .seconds(10)) { transaction in
                let query = "COPY (SELECT n, pg_sleep(n - 1) FROM generate_series(1, 60) AS n) TO STDOUT"
                for try await _ in try await transaction.copy(query, within: .milliseconds(500)) {}
            }
        }
        #expect(error?.code == "57014")
        #expect(try await pool.rows("SELECT 2") == [["2"]])
    }

    @Test func theServerWaitsForASlowReader() async throws {
        let pool = try await Self.make()
        let watcher = PostgresPool(pool.address)
        try await pool.withTransaction(within: .seconds(10)) { transaction in
            let endless = "COPY (SELECT repeat('x', 1000), generate_series(1, 9000000000)) TO STDOUT"
            var parts = try await transaction.copy(endless, within: .seconds(5))
            #expect(try await parts.next() != nil)
            let waits =
                "SELECT count(*) FROM pg_stat_activity WHERE query LIKE 'COPY%repeat%' AND wait_event = 'ClientWrite'"
            try await eventually { try await watcher.rows(waits) == [["1"]] }
            #expect(try await parts.next() != nil)
        }
    }
}
