import TablePostgres
import TableServer

// docs/how-to/serve-postgresql.md

private func serveOrders(_ server: inout TableServer) async throws {
    let database = try PostgresDatabase("postgres://reader@db.example/shop")
    server.mount("/orders/", try await database.makeTable(named: "orders"))
}
