import CascadingTable
import Foundation
import GRDB

struct Order: Codable, FetchableRecord, Identifiable, Sendable {
    var id: Int64
    var customer: String
    var status: String
    /// The sum in cents.
    var total: Int
    var placed: Date

    /// The sum in euros, with two digits after the point.
    var price: String { String(format: "%d.%02d", total / 100, total % 100) }
}

/// The orders in a SQLite file of your own.
struct OrderStore: Sendable {
    let database: DatabasePool

    /// Opens a file. A new file gets orders.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - count: The number of orders of a new file.
    init(path: String, count: Int) throws {
        database = try DatabasePool(path: path)
        try database.write { db in
            guard try !db.tableExists("orders") else { return }
            try db.execute(
                sql: """
                    CREATE TABLE orders (
                        id INTEGER PRIMARY KEY, customer TEXT NOT NULL, status TEXT NOT NULL, total INTEGER NOT NULL,
                        placed TEXT NOT NULL);
                    CREATE TABLE version (number INTEGER NOT NULL);
                    INSERT INTO version VALUES (0);
                    """)
            try Self.insert(count, into: db)
            // An index for each column that visitors sort by, and a number that each change raises.
            for column in ["customer", "status", "total", "placed"] {
                try db.execute(sql: "CREATE INDEX orders_\(column) ON orders (\(column), id)")
            }
            for event in ["INSERT", "UPDATE", "DELETE"] {
                try db.execute(
                    sql: """
                        CREATE TRIGGER orders_\(event) AFTER \(event) ON orders
                        BEGIN UPDATE version SET number = number + 1; END
                        """)
            }
        }
    }

    private static func insert(_ count: Int, into db: Database) throws {
        let names = ["Ada", "Bo", "Chen", "Dara", "Eli", "Fatma", "Grete", "Hiro", "Ines", "João"]
        let places = ["Bakery", "Cinema", "Garage", "Library", "Museum", "Pharmacy", "School"]
        let insert = try db.makeStatement(
            sql: "INSERT INTO orders (customer, status, total, placed) VALUES (?, ?, ?, date('2020-01-01', ?))")
        for number in 0..<count {
            let customer = "\(names[number * 7 % names.count])’s \(places[number * 3 % places.count])"
            let status = ["open", "shipped", "shipped", "cancelled"][number * 5 % 4]
            try insert.execute(
                arguments: [customer, status, 500 + number * 7919 % 90_000, "+\(number * 2000 / max(count, 1)) days"])
        }
    }

    /// Marks orders as shipped, all or none of them.
    func ship(_ ids: [Int64]) async throws {
        try await database.write { db in
            for id in ids {
                try db.execute(
                    sql: "UPDATE orders SET status = 'shipped' WHERE id = ? AND status <> 'cancelled'", arguments: [id])
                guard db.changesCount > 0 else {
                    throw TableViewError(.vetoed, "The order \(id) is cancelled. Select orders that are open.")
                }
            }
        }
    }

    /// Adds an order.
    func add(customer: String, total: Int) async throws {
        try await database.write { db in
            try db.execute(
                sql: "INSERT INTO orders (customer, status, total, placed) VALUES (?, 'open', ?, date('now'))",
                arguments: [customer, total])
        }
    }

    /// Calls a closure after each change of the orders, until the result is released.
    func observe(_ onChange: @escaping @Sendable () -> Void) -> any DatabaseCancellable {
        DatabaseRegionObservation(tracking: Table("orders")).start(in: database) { error in
            print("The orders are not observed: \(error)")
        } onChange: { _ in
            onChange()
        }
    }
}
