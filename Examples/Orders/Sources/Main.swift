import Foundation
import GRDB
import TableSQLite
import TypedTables

/// An order. Its properties are the columns that visitors see.
struct Order: Codable, Identifiable, Sendable {
    enum Status: String, Codable, CaseIterable { case open, shipped, cancelled }

    var id: Int
    var customer: String
    var status: Status
    var total: Decimal
    var placed: Date
}

/// Serves 200,000 orders of a SQLite file, at a port of the environment variable `CASCADE_PORT`.
@main
struct Main {
    static func main() async {
        let environment = ProcessInfo.processInfo.environment
        await TableServer.main(configuration: try .init(environment: environment)) { server in
            let path = environment["ORDERS_FILE"] ?? "orders.sqlite"
            let pool = try DatabasePool(path: path)
            try await pool.write { try create(environment["ORDERS_COUNT"].flatMap(Int.init) ?? 200_000, in: $0) }
            let shop = try SQLiteDatabase(
                path: path, configuration: .init(editableTables: .all, history: EditHistory()))
            try await server.mount("/", shop) { tables, _ in
                var orders = tables["orders"]
                try orders.setType(Order.self) { $0.total.currency("EUR") }
                orders.willSave { (new: Order, _: Order?) in
                    guard new.total < 0 else { return }
                    throw TableViewValidationError("total", "The total is negative.")
                }
                orders.addAction(id: "ship", title: "Mark shipped") { (order: inout Order) in
                    guard order.status != .cancelled else {
                        throw TableViewError(
                            .vetoed, "The order \(order.id) is cancelled. Select orders that are open.")
                    }
                    order.status = .shipped
                }
                tables["orders"] = orders
            }
            // An order from elsewhere: curl -d 'customer=Ada&total=12.50' http://127.0.0.1:8080/hooks/order
            server.addRoutes { router in
                router.post("/hooks/order") { request, _ in
                    let form = try request.form()
                    guard let customer = form["customer"], let total = form["total"].flatMap(Double.init) else {
                        throw HTTPError(.badRequest, "Send customer, and total.")
                    }
                    try await pool.write { db in
                        try db.execute(
                            sql: "INSERT INTO orders VALUES (NULL, ?, 'open', ?, date('now'))",
                            arguments: [customer, total])
                    }
                    return Response(status: .noContent)
                }
            }
        }
    }

    /// Makes the table of a new file, with orders, and an index for each column that visitors sort by.
    private static func create(_ count: Int, in db: Database) throws {
        guard try !db.tableExists("orders") else { return }
        try db.execute(
            literal: """
                CREATE TABLE orders (
                    id INTEGER PRIMARY KEY, customer TEXT NOT NULL, status TEXT NOT NULL, total DECIMAL NOT NULL,
                    placed DATE NOT NULL);
                CREATE INDEX orders_customer ON orders (customer, id);
                CREATE INDEX orders_status ON orders (status, id);
                CREATE INDEX orders_total ON orders (total, id);
                CREATE INDEX orders_placed ON orders (placed, id);
                WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < \(count))
                    INSERT INTO orders (customer, status, total, placed)
                    SELECT
                        ('["Ada","Bo","Chen","Dara","Eli","Fatma","Grete","Hiro","Ines","João"]' ->> (i * 7 % 10))
                            || '’s ' || ('["Bakery","Cinema","Garage","Library","Museum"]' ->> (i * 3 % 5)),
                        '["open","shipped","shipped","cancelled"]' ->> (i * 5 % 4),
                        (500 + i * 7919 % 90000) / 100.0, date('2020-01-01', (i * 2000 / \(count)) || ' days')
                    FROM n;
                """)
    }
}
