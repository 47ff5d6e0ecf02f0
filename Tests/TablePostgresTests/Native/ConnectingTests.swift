import CascadingTable
import Foundation
import TableDatabase
import Testing

@testable import TablePostgres

@Suite(.serialized) struct ConnectingTests {
    private static func error(of address: String) async -> PostgresError? {
        await failure {
            var configuration = PostgresPool.Configuration()
            configuration.queueTimeout = .milliseconds(700)
            return try await PostgresPool(try PostgresAddress(address), configuration: configuration).rows("SELECT 1")
        }
    }

    @Test func refusalsHaveCodes() async throws {
        let address = try await PostgresServer.shared.address
        #expect(await Self.error(of: address) == nil)
        let password = await Self.error(of: address.replacing("secret-word", with: "secret-wrong"))
        #expect((password?.code, password?.kind, password?.isRefusal) == ("28P01", .failed, true))
        #expect(password?.reason == "password authentication failed for user \"cascade\"")
        let database = await Self.error(
            of: address.replacing("/postgres", with: "/none").replacing("none://", with: "postgres://"))
        #expect((database?.code, database?.isRefusal) == ("3D000", true))
        let unreachable = await Self.error(of: address.replacing(/:\d+\//, with: ":1/"))
        #expect((unreachable?.code, unreachable?.kind) == ("08001", .unavailable))
        let unknown = await Self.error(of: "postgres://cascade:secret-word@none.invalid/postgres")
        #expect(unknown?.code == "08001")
    }

    /// A refusal is told at once, not after the time that tasks wait.
    @Test func tasksThatWaitAreRefused() async throws {
        let address = try await PostgresServer.shared.address.replacing("secret-word", with: "secret-wrong")
        let pool = PostgresPool(try PostgresAddress(address))
        let start = ContinuousClock.now
        #expect(await failure { try await pool.rows("SELECT 1") }?.code == "28P01")
        #expect(start.duration(to: .now) < .seconds(1.5))
    }

    private static let addresses = [
        "postgres://cascade:secret-word@127.0.0.1:1/postgres", "postgresql://u:secret-word@/x?host=/nowhere",
        "host=127.0.0.1 port=1 user=u password=secret-word", "host=127.0.0.1 port=1 password='secret-word' dbname=x",
        "postgres://127.0.0.1:1/x?user=u&password=secret-word", "postgres://u:secret-word@none.invalid/x",
        "postgres://u:12@secret-word@127.0.0.1/x", "postgres://u:secret-word/1@127.0.0.1:1/x",
        "postgres://u:1@secret-word/2@127.0.0.1:1/x?sslmode=disable", "postgres://u:secret-word@127.0.0.1:1/x?none=1",
        "host=127.0.0.1 none=1 password=secret-word", "postgres://u:%zz-secret-word@127.0.0.1/x",
        "postgres://u:secret-word@127.0.0.1:1,127.0.0.1:2/x", "postgres://u:secret-word@[::1/x",
        "host=127.0.0.1 port=1 password=secret-word'", "postgres://u:secret-word@127.0.0.1:1/x?options=secret-word",
    ]

    @Test(arguments: addresses)
    func thePasswordIsInNoText(address: String) async throws {
        let error = try #require(await Self.error(of: address))
        let texts = [error.description, error.message.description, "\(error)", String(reflecting: error)]
        for text in texts { #expect(!text.contains("secret-word"), "\(address)") }
        guard let parsed = try? PostgresAddress(address), !address.contains("options=") else { return }
        #expect(!"\(parsed)".contains("secret-word"))
    }

    @Test func theAddressIsShownWithAsterisks() throws {
        for (address, shown) in [
            ("postgres://ann:pass@db:5433/shop?sslmode=require", "postgres://ann:***@db:5433/shop?sslmode=require"),
            ("postgres://db/shop?user=ann&password=pass&a=b", nil),
            ("postgres://ann@db/shop", "postgres://ann@db/shop"),
            ("host=db password=pass user=ann", "host=db password=*** user=ann"),
            ("host=db password = 'pa ss' user=ann", "host=db password = *** user=ann"),
            ("service=shop", "service=shop"),
        ] {
            guard let shown else { continue }
            #expect(try PostgresAddress(address).description == shown)
        }
        #expect(PostgresAddress.masked("postgres://a:bü@c/d") == "postgres://a:***@c/d")
    }

    @Test func libpqReadsTheAddress() async throws {
        let server = try await PostgresServer.shared
        let port = try #require(server.address.firstMatch(of: /:(\d+)\//)?.output.1)
        let folder = FileManager.default.temporaryDirectory.appending(path: "cascade-\(UUID())")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "passwords").path
        try "127.0.0.1:*:*:cascade:secret-word\n".write(toFile: file, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
        for address in [
            "postgresql://cascade@127.0.0.1:\(port)/postgres?passfile=\(file)",
            "host=127.0.0.1 port=\(port) user=cascade dbname=postgres passfile=\(file)",
            // The first host does not answer.
            "postgres://cascade:secret-word@127.0.0.1:1,127.0.0.1:\(port)/postgres",
            "postgres://cascade:secret-word@127.0.0.1:\(port)/postgres?target_session_attrs=primary&sslmode=disable",
        ] {
            let pool = PostgresPool(try PostgresAddress(address))
            #expect(try await pool.rows("SELECT current_user") == [["cascade"]], "\(address)")
        }
    }

    @Test func aServerThatRestartsLosesNoRequest() async throws {
        let server = try await PostgresServer()
        let pool = PostgresPool(try PostgresAddress(server.address))
        for _ in 0..<3 {
            async let rows = [pool.rows("SELECT 1"), pool.rows("SELECT 1"), pool.rows("SELECT 1")]
            #expect(try await rows == [[["1"]], [["1"]], [["1"]]])
            try await server.stop()
            try await server.start()
        }
        #expect(try await pool.rows("SELECT 1") == [["1"]])
        try await server.stop()
        // Requests are told that the server is away, and the pool recovers when it is back.
        for _ in 0..<2 {
            let start = ContinuousClock.now
            let error = await failure { try await pool.rows("SELECT 1") }
            #expect((error?.code, error?.kind) == ("08001", .unavailable))
            #expect(start.duration(to: .now) < .seconds(3))
        }
        let running = Task { try await eventually { try? await pool.rows("SELECT 2") } }
        try await server.start()
        let start = ContinuousClock.now
        #expect(try await running.value == [["2"]])
        #expect(start.duration(to: .now) < .seconds(5))
    }

    /// A server that ends a query is asked again, and a killed connection does not fail the next request.
    @Test func aConnectionThatTheServerEndsIsReplaced() async throws {
        let address = try await PostgresServer.shared.database()
        let killer = try PostgresPool(writingTo: try await PostgresServer.shared.address)
        let pool = PostgresPool(try PostgresAddress(address))
        _ = try await pool.rows("SELECT 1")
        let name = try #require(address.split(separator: "/").last)
        let kill = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '\(name)'"
        for _ in 0..<20 {
            _ = try await killer.rows(kill)
            #expect(try await pool.rows("SELECT 2") == [["2"]])
        }
        let sleeper = Task { try await pool.rows("SELECT pg_sleep(0.5), 3") }
        try await Task.sleep(for: .milliseconds(200))
        _ = try await killer.rows(kill)
        #expect(try await sleeper.value == [["", "3"]])
    }
}
