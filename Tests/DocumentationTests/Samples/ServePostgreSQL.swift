import CascadingTable
import HTTPMessages
import TablePostgres
import TableServer

// docs/how-to/serve-postgresql.md

private func serveOwnOrders(_ server: inout TableServer, _ database: PostgresDatabase) {
    server.mount("/orders/", forEach: .visitor) { visitor, _ in
        guard let account = visitor.user as? Account else { throw HTTPError(.unauthorized, "Log in first.") }
        return try await database.acting(as: "customer", claims: #"{"sub": "\#(account.id)"}"#)
            .makeTable(named: "orders")
    }
}

private func serveOrders(_ server: inout TableServer) async throws {
    let database = try PostgresDatabase("postgres://reader@db.example/shop")
    try await server.mount("/shop/", database)
    server.mount("/orders/", try await database.makeTable(named: "orders"))
}

private func share(_ server: inout TableServer) throws {
    server.stateStore = try PostgresStateStore("postgres://writer@db.example/shop")
}
