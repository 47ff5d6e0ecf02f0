import Foundation
import TableClient
import TableDatabase
import TableServer
import TestSupport
import Testing

@testable import TablePostgres
@testable import TableTesting

/// Tests the client of a table in PostgreSQL.
@Suite(.serialized) struct TableClientTests {
    private func serve(_ script: String, _ body: (URL, PostgresPool) async throws -> Void) async throws {
        let address = try await PostgresServer.shared.database()
        try await PostgresServer.run(script.statements, at: address)
        var configuration = PostgresDatabase.Configuration()
        configuration.editableTables = .all
        let database = try PostgresDatabase(address, configuration: configuration)
        var server = try await Shop.server(database)
        server.configuration.editing = EditingAccess()
        let pool = try PostgresPool(writingTo: address)
        let following = Task { await database.follow() }
        defer { following.cancel() }
        try await server.test(.socket) { client in
            let port = try #require(client as? SocketClient).port
            try await body(#require(URL(string: "http://127.0.0.1:\(port)/orders/")), pool)
        }
        await pool.close()
    }

    // A sorted page does not continue exactly if the row before it is gone (RelationTableDelegate).
    @Test(arguments: TableClientContract.allCases.filter { $0 != .rowsComeOnceInAnyOrder }) func contract(
        _ contract: TableClientContract
    ) async throws {
        try await serve(TableClientContract.postgres) { url, pool in
            try await contract.check(url) { try await pool.rows($0).map { $0.first.flatMap(\.self) ?? "" } }
        }
    }

    /// A number keeps more digits than a value in Swift has.
    @Test func numbersKeepTheirDigits() async throws {
        struct Order: Codable, Sendable {
            var id: Int
            var total: Decimal
            var exact: Double
            var note: String?
        }
        let digits = "12345678901234567890123456789012345678901234567890.120"
        let script =
            "CREATE TABLE orders(id int PRIMARY KEY, total numeric, exact numeric, note text);\nINSERT INTO orders VALUES (1, 12345678901234567890.120, \(digits), NULL)"
        try await serve(script) { url, pool in
            let orders = TableClient(url)
            let row = try await orders.row("1", as: Order.self)
            #expect(row.total == Decimal(string: "12345678901234567890.12"))
            var draft = row.value
            draft.note = "x"
            let saved = try await orders.save(draft, old: row)
            #expect(try await pool.rows("SELECT exact FROM orders") == [[digits]])
            try await orders.delete(saved)
        }
    }
}
