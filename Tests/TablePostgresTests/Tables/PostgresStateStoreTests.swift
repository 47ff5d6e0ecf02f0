import CascadingTable
import HTTPTypes
import Synchronization
import TableDatabase
import TableServer
import TableTesting
import Testing

@testable import TablePostgres

@Suite struct PostgresStateStoreTests {
    private static let pooled = Task { try await PostgresServer(beside: "pgbouncer") }

    private func value(_ text: String, lifetime: Duration = .seconds(60), isEvictable: Bool = true) -> StateValue {
        StateValue(Array(text.utf8), lifetime: lifetime, isEvictable: isEvictable)
    }

    @Test func `It keeps the contract of a state store`() async throws {
        let address = try await PostgresServer.shared.database()
        try await StateStoreContract(PostgresStateStore(address), PostgresStateStore(address)).check()
    }

    @Test func `The store of accounts keeps its contract`() async throws {
        let address = try await PostgresServer.shared.database()
        try await AccountStoreContract(PostgresAccountStore(address), PostgresAccountStore(address)).check()
    }

    @Test func `They keep their contracts behind pgbouncer`() async throws {
        let address = try #require(try await Self.pooled.value.otherAddress)
        try await StateStoreContract(PostgresStateStore(address), PostgresStateStore(address)).check()
        try await AccountStoreContract(PostgresAccountStore(address), PostgresAccountStore(address)).check()
    }

    @Test func `Keys are stored as hashes`() async throws {
        let address = try await PostgresServer.shared.database()
        let store = try PostgresStateStore(address)
        let key = "secret " + String(repeating: "k", count: 100_000)
        #expect(try await store.set(value("a"), for: key, ifEqual: nil) == .done)
        #expect(try await store.value(for: key) == Array("a".utf8))
        let rows = try await PostgresPool(writingTo: address).rows(
            "SELECT length(key), encode(key, 'escape') FROM cascade.state")
        #expect(rows.count == 1 && rows[0][0] == "32" && rows[0][1]?.contains("secret") == false)
    }

    @Test func `Many servers create the table at the same time`() async throws {
        for _ in 0..<3 {
            let address = try await PostgresServer.shared.database()
            let stores = try (0..<8).map { _ in try PostgresStateStore(address) }
            // A missing table has no values, and is not created by readers.
            for store in stores { #expect(try await store.value(for: "a") == nil) }
            let winners = try await withThrowingTaskGroup(of: Bool.self) { group in
                for (number, store) in stores.enumerated() {
                    group.addTask {
                        try await store.check()
                        return try await store.set(value("\(number)"), for: "a", ifEqual: nil) == .done
                    }
                }
                return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(winners == 1)
        }
    }

    @Test func `A check leaves nothing`() async throws {
        let address = try await PostgresServer.shared.database()
        let pool = try PostgresPool(writingTo: address)
        try await PostgresStateStore(address).check()
        #expect(try await pool.rows("SELECT to_regnamespace('cascade')") == [[nil]])
        _ = try await PostgresStateStore(address).set(value("a"), for: "a", ifEqual: nil)
        try await PostgresStateStore(address).check()
        #expect(try await pool.rows("SELECT count(*) FROM cascade.state") == [["1"]])
    }

    @Test func `A role that may not create is refused, and one that may write is not`() async throws {
        let address = try await PostgresServer.shared.database()
        try await PostgresServer.run(
            [
                "DROP ROLE IF EXISTS visitor_state", "CREATE ROLE visitor_state LOGIN PASSWORD 'secret-word'",
                "REVOKE CREATE ON SCHEMA public FROM PUBLIC",
            ], at: address)
        let store = try PostgresStateStore(address.replacing("cascade:", with: "visitor_state:"))
        let refusal = await failure { try await store.check() }
        #expect(refusal?.code == "42501" && refusal?.kind == .forbidden)
        #expect(try await store.value(for: "a") == nil)
        #expect(await failure { try await store.set(value("a"), for: "a", ifEqual: nil) }?.code == "42501")

        _ = try await PostgresStateStore(address).set(value("a"), for: "a", ifEqual: nil)
        try await PostgresServer.run(
            [
                "GRANT USAGE ON SCHEMA cascade TO visitor_state", "GRANT SELECT ON cascade.state TO visitor_state",
            ], at: address)
        #expect(await failure { try await store.check() }?.code == "42501")
        try await PostgresServer.run(["GRANT INSERT, UPDATE, DELETE ON cascade.state TO visitor_state"], at: address)
        try await store.check()
        #expect(try await store.set(value("b"), for: "a", ifEqual: Array("a".utf8)) == .done)
    }

    @Test func `A standby behind a pooler is away when it is met later`() async throws {
        let address = try await PostgresServer.shared.database()
        let store = try PostgresStateStore(address)
        _ = try await store.set(value("a"), for: "a", ifEqual: nil)
        try await PostgresServer.run(
            [
                """
                CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
                    $$ BEGIN RAISE 'read-only transaction' USING ERRCODE = '25006'; END $$
                """,
                "CREATE TRIGGER refuse BEFORE INSERT ON cascade.state EXECUTE FUNCTION refuse()",
            ], at: address)
        #expect(await failure { try await store.set(value("b"), for: "b", ifEqual: nil) }?.kind == .unavailable)
        let name = try #require(address.split(separator: "/").last)
        try await PostgresServer.shared.run("ALTER DATABASE \(name) SET default_transaction_read_only = on")
        #expect(await failure { try await PostgresStateStore(address).check() }?.kind == .forbidden)
    }

    @Test func `A repeated change does not conflict with itself`() async throws {
        let server = try await PostgresServer()
        let store = try PostgresStateStore(server.address)
        let pool = try PostgresPool(writingTo: server.address)
        _ = try await store.set(value("0"), for: "counter", ifEqual: nil)
        // The answer is lost before or after the change.
        for number in 0..<50 {
            let expected = try await store.value(for: "counter")
            async let change = store.set(value("\(number + 1)"), for: "counter", ifEqual: expected)
            _ = try await pool.rows(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname IS NOT NULL"
            )
            #expect(try await change == .done)
            #expect(try await store.value(for: "counter") == Array("\(number + 1)".utf8))
        }
    }

    @Test func `A statement that runs twice finds its own value`() async throws {
        let address = try await PostgresServer.shared.database()
        let store = try PostgresStateStore(address)
        let pool = try PostgresPool(writingTo: address)
        _ = try await store.set(value("a"), for: "b", ifEqual: nil)
        func run(_ sql: String, _ value: StateValue, writer: Int64, _ expected: [SQLValue] = []) async throws -> Int {
            let arguments = store.arguments(value, for: "a", writer: writer) + expected
            return try await pool.run(SQLStatement(sql, arguments), within: .seconds(5)).affectedRowCount
        }
        for (writer, count) in [(1, 1), (1, 1), (2, 0)] {
            #expect(try await run(PostgresStateStore.insertion, value("a"), writer: Int64(writer)) == count)
        }
        for (writer, count) in [(3, 1), (3, 1), (4, 0)] {
            let expected = [SQLValue.blob(Array("a".utf8))]
            #expect(try await run(PostgresStateStore.update, value("b"), writer: Int64(writer), expected) == count)
        }
        let removal = StateValue([], lifetime: .zero)
        for (writer, count) in [(5, 1), (5, 1), (6, 0)] {
            let expected = [SQLValue.blob(Array("b".utf8))]
            #expect(try await run(PostgresStateStore.update, removal, writer: Int64(writer), expected) == count)
        }
        #expect(try await store.value(for: "a") == nil)
    }

    @Test func `The values survive a restart of PostgreSQL`() async throws {
        let server = try await PostgresServer()
        let store = try PostgresStateStore(server.address)
        #expect(try await store.set(value("a"), for: "a", ifEqual: nil) == .done)
        try await server.stop()
        let error = await failure { try await store.set(value("b"), for: "a", ifEqual: Array("a".utf8)) }
        #expect(error?.kind == .unavailable)
        #expect(await failure { try await store.value(for: "a") }?.kind == .unavailable)
        try await server.start()
        try await eventually { (try? await store.value(for: "a")) == Array("a".utf8) }
        #expect(try await store.set(value("b"), for: "a", ifEqual: Array("a".utf8)) == .done)
    }

    @Test func `Old values make room, and those that must stay do not`() async throws {
        let address = try await PostgresServer.shared.database()
        let store = try PostgresStateStore(address, maxBytes: 64 * 1024)
        let pool = try PostgresPool(writingTo: address)
        _ = try await store.set(value("a", lifetime: .milliseconds(1)), for: "short", ifEqual: nil)
        _ = try await store.set(value("a", isEvictable: false), for: "pinned", ifEqual: nil)
        for number in 0..<300 {
            _ = try await store.set(value("a", lifetime: .seconds(100 + number)), for: "\(number)", ifEqual: nil)
        }
        let limit = 64 * 1024 / 513
        try await eventually {
            _ = try await store.set(
                value("a", lifetime: .seconds(1000)), for: "last", ifEqual: store.value(for: "last"))
            let count = try await pool.rows("SELECT count(*) FROM cascade.state")[0][0].flatMap { Int($0) } ?? 0
            return (limit...limit + 5).contains(count)
        }
        #expect(try await pool.rows("SELECT count(*) FROM cascade.state WHERE expires < now()") == [["0"]])
        for key in ["pinned", "299"] { #expect(try await store.value(for: key) != nil) }
        #expect(try await store.value(for: "0") == nil)
    }
}
