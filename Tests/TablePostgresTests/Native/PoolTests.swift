import CascadingTable
import TableDatabase
import Testing

@testable import TablePostgres

@Suite(.serialized) struct PoolTests {
    private static func make(
        address: String? = nil, _ change: (inout PostgresPool.Configuration) -> Void = { _ in }
    ) async throws -> PostgresPool {
        var configuration = PostgresPool.Configuration()
        change(&configuration)
        let shared = try await PostgresServer.shared.address
        return PostgresPool(try PostgresAddress(address ?? shared), configuration: configuration)
    }

    @Test func hundredTasksShareThreeConnections() async throws {
        let pool = try await Self.make {
            $0.limit = 3
            $0.queueTimeout = .seconds(60)
        }
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 0..<100 {
                group.addTask {
                    for turn in 0..<10 {
                        let rows = try await pool.rows(
                            "SELECT $1::int, $2::text", [.integer(Int64(number)), SQLValue("\(turn)")])
                        #expect(rows == [["\(number)", "\(turn)"]])
                    }
                }
            }
            try await group.waitForAll()
        }
        let counters = await pool.counters
        #expect((counters.open, counters.idle, counters.waiting) == (3, 3, 0))
        #expect((counters.timeouts, counters.connects) == (0, 3))
    }

    @Test func aTaskThatWaitsTooLongIsToldSo() async throws {
        let pool = try await Self.make {
            $0.limit = 1
            $0.queueLimit = 1
            $0.queueTimeout = .seconds(1)
        }
        _ = try await pool.rows("SELECT 1")
        let sleeper = Task { try await pool.rows("SELECT pg_sleep(30)") }
        try await eventually { await pool.counters.idle == 0 }
        let waiter = Task { await failure { try await pool.rows("SELECT 1") } }
        try await eventually { await pool.counters.waiting == 1 }
        let start = ContinuousClock.now
        #expect(await failure { try await pool.rows("SELECT 2") }?.code == "53300")
        #expect(start.duration(to: .now) < .milliseconds(900))
        let error = try #require(await waiter.value)
        #expect((error.code, error.kind) == ("53300", .unavailable))
        #expect(error.reason == "none of the 1 connections to the database was free within 1.0 seconds")
        #expect(await pool.counters.timeouts == 1)
        sleeper.cancel()
        _ = try? await sleeper.value
        #expect(try await eventually { try? await pool.rows("SELECT 3") } == [["3"]])
    }

    @Test func connectionsThatAreIdleOrOldAreClosed() async throws {
        let idle = try await Self.make { $0.idleTime = .milliseconds(100) }
        let old = try await Self.make { $0.lifeTime = .milliseconds(500) }
        for pool in [idle, old] {
            #expect(try await pool.rows("SELECT 1") == [["1"]])
            try await eventually { await pool.counters.open == 0 }
            #expect(try await pool.rows("SELECT 2") == [["2"]])
            #expect(await pool.counters.connects >= 2)
        }
    }

    @Test func aClosedPoolHasNoConnections() async throws {
        let pool = try await Self.make()
        _ = try await pool.rows("SELECT 1")
        await pool.close()
        #expect(await pool.counters.open == 0)
    }

    @Test func connectionsHaveSettings() async throws {
        let pool = try await Self.make()
        let names = [
            "application_name", "TimeZone", "DateStyle", "default_transaction_read_only", "lock_timeout",
            "client_connection_check_interval", "client_encoding", "bytea_output",
        ]
        var values: [String?] = []
        for name in names { values += try await pool.rows("SELECT current_setting($1)", [SQLValue(name)])[0] }
        #expect(values == ["cascade", "UTC", "ISO, MDY", "on", "5s", "1s", "UTF8", "hex"])
        #expect(await failure { try await pool.rows("CREATE TABLE made (a int)") }?.code == "25006")
        let named = try await Self.make(address: PostgresServer.shared.address + "?application_name=mine")
        #expect(try await named.rows("SELECT current_setting('application_name')") == [["mine"]])
        // Settings that this server does not have are left out.
        let newer = try await Self.make { $0.settings["setting_of_the_future"] = "on" }
        #expect(try await newer.rows("SELECT current_setting('TimeZone')") == [["UTC"]])
    }

    @Test func aDeallocatedPoolClosesItsConnections() async throws {
        let address = try await PostgresServer.shared.address + "?application_name=gone"
        var pool: PostgresPool? = try await Self.make(address: address)
        _ = try await pool?.rows("SELECT 1")
        pool = nil
        let other = try await Self.make()
        try await eventually {
            try await other.rows("SELECT count(*) FROM pg_stat_activity WHERE application_name = 'gone'") == [["0"]]
        }
    }
}
