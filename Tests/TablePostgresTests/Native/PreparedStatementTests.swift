import CascadingTable
import TableDatabase
import Testing

@testable import TablePostgres

@Suite(.serialized) struct PreparedStatementTests {
    private static let list = "SELECT statement FROM pg_prepared_statements ORDER BY 1"

    private static func make(_ script: String...) async throws -> PostgresPool {
        let address = try await PostgresServer.shared.database()
        try await PostgresServer.run(script, at: address)
        var configuration = PostgresPool.Configuration()
        configuration.limit = 1
        return PostgresPool(try PostgresAddress(address), configuration: configuration)
    }

    @Test func aStatementIsPreparedAtItsSixthUse() async throws {
        let pool = try await Self.make()
        for number in 1...8 {
            #expect(try await pool.rows("SELECT $1::int", [.integer(Int64(number))]) == [["\(number)"]])
            let count = try await pool.rows(
                "SELECT count(*) FROM pg_prepared_statements WHERE statement LIKE '%$1::int'")
            #expect(count == [[number > 5 ? "1" : "0"]])
        }
    }

    @Test func aHundredStatementsArePreparedAtMost() async throws {
        let pool = try await Self.make()
        for number in 0..<120 {
            for _ in 0..<6 { #expect(try await pool.rows("SELECT \(number)") == [["\(number)"]]) }
        }
        let statements = try await pool.rows(Self.list).compactMap { $0[0] }
        #expect((20..<30).contains(statements.count))
        #expect(statements.contains("SELECT 119") && !statements.contains("SELECT 0"))
    }

    @Test func aStatementThatFailsIsPreparedLater() async throws {
        let pool = try await Self.make()
        for _ in 0..<8 {
            #expect(await failure { try await pool.rows("SELECT * FROM later") }?.code == "42P01")
            let error = await failure {
                try await pool.run(
                    [SQLStatement("SELECT 1 / 0"), SQLStatement("SELECT 9")], within: .seconds(5))
            }
            #expect(error?.code == "22012")
        }
        for _ in 0..<8 { #expect(try await pool.rows("SELECT 9") == [["9"]]) }
        try await PostgresServer.run(["CREATE TABLE later AS SELECT 4 AS a"], at: pool.address.text)
        for _ in 0..<8 { #expect(try await pool.rows("SELECT * FROM later") == [["4"]]) }
    }

    @Test func aChangedTableIsPreparedAgain() async throws {
        let pool = try await Self.make("CREATE TABLE notes AS SELECT 1 AS a")
        for _ in 0..<8 { #expect(try await pool.rows("SELECT * FROM notes") == [["1"]]) }
        try await PostgresServer.run(["ALTER TABLE notes ADD COLUMN b text DEFAULT 'x'"], at: pool.address.text)
        for _ in 0..<8 { #expect(try await pool.rows("SELECT * FROM notes") == [["1", "x"]]) }
        #expect(await pool.counters.connects == 1)
    }
}
