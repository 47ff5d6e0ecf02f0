import CascadingTable
import TableDatabase
import Testing

@testable import TablePostgres

@Suite(.serialized) struct TransactionTests {
    private let options = PostgresTransactionOptions(settings: [
        .init(name: "cascade.first", value: "a'b"), .init(name: "cascade.second", value: "ü"),
    ])

    private static func make(_ script: String..., limit: Int = 1, isReadOnly: Bool = false) async throws -> PostgresPool
    {
        let address = try await PostgresServer.shared.database()
        try await PostgresServer.run(script, at: address)
        var configuration = PostgresPool.Configuration()
        configuration.limit = limit
        configuration.isReadOnly = isReadOnly
        return PostgresPool(try PostgresAddress(address), configuration: configuration)
    }

    @Test func settingsHoldForOneTransaction() async throws {
        let pool = try await Self.make()
        let sql = "SELECT current_setting('cascade.first', true), current_setting('cascade.second', true)"
        let results = try await pool.run(
            [SQLStatement(sql), SQLStatement("SELECT $1::int", [.integer(5)])], options, within: .seconds(10))
        #expect(results.map(\.rows) == [[["a'b", "ü"]], [["5"]]])
        #expect(try await pool.rows(sql) == [["", ""]])
    }

    /// What the administrator set for the role is not widened.
    @Test func limitsOfTheRoleHold() async throws {
        let role = "limited_\(Int.random(in: 0..<1_000_000))"
        let address = try await PostgresServer.shared.database(
            "CREATE ROLE \(role) LOGIN PASSWORD 'secret-word'", "ALTER ROLE \(role) SET statement_timeout = '1s'",
            "ALTER ROLE \(role) SET lock_timeout = '300ms'", "ALTER ROLE \(role) SET default_transaction_read_only = on"
        )
        var configuration = PostgresPool.Configuration()
        configuration.isReadOnly = false
        let pool = PostgresPool(
            try PostgresAddress(address.replacing("cascade:", with: "\(role):")), configuration: configuration)
        let names = [
            "statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout", "transaction_read_only",
        ]
        let sql = "SELECT \(names.map { "current_setting('\($0)')" }.joined(separator: ", "))"
        #expect(try await pool.rows(sql) == [["1s", "300ms", "1min", "on"]])
        var options = PostgresTransactionOptions(isReadOnly: false)
        options.settings = [.limit("statement", .seconds(10)), .limit("lock", .milliseconds(200))]
        let shorter = try await pool.run([SQLStatement(sql)], options, within: .seconds(10))
        #expect(shorter.map(\.rows) == [[["1s", "200ms", "1min", "on"]]])
        let transaction = try await pool.begin(within: .seconds(10))
        #expect(try await transaction.run(SQLStatement(sql), within: .seconds(10)).rows.first?[0] == "1s")
        await pool.close()
    }

    @Test func aRoleSeesItsRowsOnly() async throws {
        let role = "reader_\(Int.random(in: 0..<1_000_000))"
        let pool = try await Self.make(
            "CREATE ROLE \(role)", "CREATE TABLE notes (id int, owner text)",
            "INSERT INTO notes VALUES (1, 'ann'), (2, 'bob')", "ALTER TABLE notes ENABLE ROW LEVEL SECURITY",
            "CREATE POLICY own ON notes USING (owner = nullif(current_setting('request.owner', true), ''))",
            "GRANT SELECT (id) ON notes TO \(role)")
        let options = PostgresTransactionOptions(settings: [
            .init(name: "role", value: role), .init(name: "request.owner", value: "bob"),
        ])
        let rows = try await pool.run([SQLStatement("SELECT id FROM notes")], options, within: .seconds(10))
        #expect(rows.map(\.rows) == [[["2"]]])
        let error = await failure {
            try await pool.run([SQLStatement("SELECT owner FROM notes")], options, within: .seconds(10))
        }
        #expect((error?.code, error?.kind) == ("42501", .forbidden))
        #expect(try await pool.rows("SELECT count(*) FROM notes") == [["2"]])
    }

    @Test func aFailedStatementLeavesTheConnectionUsable() async throws {
        let pool = try await Self.make("CREATE TABLE notes (id int PRIMARY KEY, name text NOT NULL CHECK (name <> ''))")
        let process = try await pool.rows("SELECT pg_backend_pid()")
        let error = await failure {
            try await pool.run(
                ["SELECT 1", "SELECT 1 / 0", "SELECT 2"].map { SQLStatement($0) }, within: .seconds(10))
        }
        #expect((error?.code, error?.kind) == ("22012", .failed))
        #expect(try await pool.rows("SELECT pg_backend_pid()") == process)
        let none = try await pool.run([], within: .seconds(10))
        #expect(none.isEmpty)
    }

    @Test func readOnlyTransactionsChangeNothing() async throws {
        let pool = try await Self.make("CREATE TABLE notes (id int)")
        let insert = SQLStatement("INSERT INTO notes VALUES ($1), ($1)", [.integer(3)])
        let error = await failure { try await pool.run([insert], within: .seconds(10)) }
        #expect((error?.code, error?.kind) == ("25006", .forbidden))
        let result = try await pool.run([insert], PostgresTransactionOptions(isReadOnly: false), within: .seconds(10))
        #expect(result[0].affectedRowCount == 2)
        #expect(try await pool.rows("SELECT * FROM notes") == [["3"], ["3"]])
    }

    @Test func errorsNameTheConstraintAndTheColumn() async throws {
        let pool = try await Self.make(
            "CREATE TABLE notes (id int PRIMARY KEY, name text NOT NULL CONSTRAINT named CHECK (name <> ''))",
            "INSERT INTO notes VALUES (1, 'a')")
        let same = await failure { try await pool.rows("INSERT INTO notes VALUES (1, 'b')") }
        #expect((same?.code, same?.constraint, same?.table, same?.kind) == ("23505", "notes_pkey", "notes", .conflict))
        let null = await failure { try await pool.rows("INSERT INTO notes VALUES (2, NULL)") }
        #expect((null?.code, null?.column, null?.schema, null?.kind) == ("23502", "name", "public", .invalid))
        let empty = await failure { try await pool.rows("INSERT INTO notes VALUES (2, '')") }
        #expect((empty?.code, empty?.constraint, empty?.kind) == ("23514", "named", .invalid))
        let text = await failure { try await pool.rows("SELECT id FROM notes WHERE id = $1", [SQLValue("x")]) }
        #expect((text?.code, text?.kind) == ("22P02", .invalid))
        #expect(await failure { try await pool.rows("SELECT id FROM none") }?.kind == .notFound)
        #expect(await failure { try await pool.rows("SELECT none FROM notes") }?.kind == .invalid)
    }

    @Test func aTransactionSeesOneMoment() async throws {
        let pool = try await Self.make("CREATE TABLE notes AS SELECT generate_series(1, 2500) AS id", limit: 2)
        try await pool.withTransaction(within: .seconds(10)) { transaction in
            _ = try await transaction.run(
                SQLStatement("DECLARE list NO SCROLL CURSOR FOR SELECT id FROM notes ORDER BY id"),
                within: .seconds(5))
            var ids: [Int] = []
            while true {
                let part = try await transaction.run(SQLStatement("FETCH 1000 FROM list"), within: .seconds(5))
                if part.rowCount == 0 { break }
                ids += part.rows.compactMap { $0[0].flatMap { Int($0) } }
                _ = try await pool.rows("DELETE FROM notes WHERE id > 1500")
            }
            #expect(ids == Array(1...2500))
        }
        #expect(try await pool.rows("SELECT count(*) FROM notes") == [["1500"]])
        try await eventually { await pool.counters.idle == 2 }
    }

    @Test func aTransactionEndsWithItsLastReference() async throws {
        let pool = try await Self.make("CREATE TABLE notes (id int)")
        var transaction: PostgresTransaction? = try await pool.begin(
            PostgresTransactionOptions(isReadOnly: false), within: .seconds(10))
        _ = try await transaction?.run(SQLStatement("INSERT INTO notes VALUES (1)"), within: .seconds(5))
        #expect(await pool.counters.idle == 0)
        transaction = nil
        #expect(try await pool.rows("SELECT count(*) FROM notes") == [["0"]])
    }

    @Test func aTransactionThatThrowsIsRolledBack() async throws {
        let pool = try await Self.make("CREATE TABLE notes (id int)")
        struct Stop: Error {}
        await #expect(throws: Stop.self) {
            try await pool.withTransaction(PostgresTransactionOptions(isReadOnly: false), within: .seconds(10)) {
                _ = try await $0.run(SQLStatement("INSERT INTO notes VALUES (1)"), within: .seconds(5))
                throw Stop()
            }
        }
        #expect(try await pool.rows("SELECT count(*) FROM notes") == [["0"]])
        try await pool.withTransaction(PostgresTransactionOptions(isReadOnly: false), within: .seconds(10)) {
            _ = try await $0.run(SQLStatement("INSERT INTO notes VALUES (1)"), within: .seconds(5))
        }
        #expect(try await pool.rows("SELECT count(*) FROM notes") == [["1"]])
    }

    /// A read that a deadlock or a conflicting transaction ends is repeated once.
    @Test func aReadIsRepeatedAfterAConflict() async throws {
        let pool = try await Self.make(
            "CREATE SEQUENCE tries",
            """
            CREATE FUNCTION stumble(first int) RETURNS int LANGUAGE plpgsql AS $$
            BEGIN
                IF nextval('tries') < first THEN RAISE EXCEPTION 'again' USING ERRCODE = '40001'; END IF; --
                RETURN currval('tries'); --
            END $$
            """)
        let statement = SQLStatement("SELECT stumble(2)")
        // A sequence is not rolled back, but advances in transactions that may write only.
        let options = PostgresTransactionOptions(isReadOnly: false)
        #expect(await failure { try await pool.run([statement], options, within: .seconds(5)) }?.code == "40001")
        var configuration = PostgresPool.Configuration()
        configuration.settings["default_transaction_read_only"] = "off"
        let reader = PostgresPool(pool.address, configuration: configuration)
        _ = try await pool.rows("ALTER SEQUENCE tries RESTART")
        #expect(try await reader.rows("SELECT stumble(2)") == [["2"]])
        _ = try await pool.rows("ALTER SEQUENCE tries RESTART")
        let error = await failure { try await reader.rows("SELECT stumble(9)") }
        #expect((error?.code, error?.kind) == ("40001", .unavailable))
        #expect(try await pool.rows("SELECT last_value FROM tries") == [["2"]])
    }
}
