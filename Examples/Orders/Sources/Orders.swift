import CascadingTable
import GRDB
import TableDatabase

/// The orders of the database, as rows of a table.
struct Orders: RowSource {
    let database: any DatabaseReader

    var capabilities: RowCapabilities { .all }

    private static let columns = [
        SQLColumn("id", .number, isSearched: false, isNullable: false), SQLColumn("customer", isNullable: false),
        SQLColumn("status", isNullable: false), SQLColumn("total", .fixedPoint(2), isNullable: false),
        SQLColumn("placed", .day, isNullable: false),
    ]

    func columns() async throws -> [TableViewColumn] {
        [
            TableViewColumn("id", title: "Order", alignment: .trailing, numberFormat: .plain),
            TableViewColumn("customer", title: "Customer"),
            TableViewColumn("status", title: "Status"),
            TableViewColumn("total", title: "Total", alignment: .trailing),
            TableViewColumn("placed", title: "Placed"),
        ]
    }

    func rows(_ request: RowRequest<Int64>) async throws -> RowPage<Order> {
        try await database.read { db in
            try request.page(
                from: "orders", Self.columns, key: "id", state: try Int.fetchOne(db, sql: "SELECT number FROM version"),
                values: { try db.values($0, $1) }, rows: { try Order.fetchAll(db, sql: $0, arguments: .init($1)) })
        }
    }

    func frozen() async throws -> Orders? {
        try (database as? DatabasePool).map { Orders(database: try $0.makeSnapshot()) }
    }
}
