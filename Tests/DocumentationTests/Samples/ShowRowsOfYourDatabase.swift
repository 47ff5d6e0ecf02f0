// The samples of docs/how-to/show-rows-of-your-database.md. They are tested.
import CascadingTable
import Foundation
import GRDB
import TableDatabase
import TablePostgres
import TableServer
import TableTesting
import Testing

final class PaidOrdersController: RowSourceController<DatabaseRows> {
    override func cell(for order: DatabaseRow) -> TableViewCell {
        var cell = order.cell
        cell.accessory = order["paid"] == .boolean(true) ? .checkmark : .none
        return cell
    }
}

func showRows(of database: PostgresDatabase, on server: inout TableServer) async throws {
    let orders = try await database.rows(of: "orders")
    server.mount("/orders/", PaidOrdersController(orders))
}

@Suite struct ShowRowsOfYourDatabaseTests {
    /// An order of the database.
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

        /// Makes a file with orders, and a number that each change raises.
        init(path: String, count: Int) throws {
            database = try DatabasePool(path: path)
            try database.write { db in
                try db.execute(
                    literal: """
                        CREATE TABLE orders (id INTEGER PRIMARY KEY, customer, status, total, placed);
                        CREATE TABLE version (number INTEGER NOT NULL);
                        INSERT INTO version VALUES (0);
                        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(count))
                            INSERT INTO orders SELECT i, 'Ada', 'open', 0, '2026-01-01' FROM n;
                        CREATE TRIGGER changed AFTER UPDATE ON orders BEGIN UPDATE version SET number = number + 1; END;
                        CREATE TRIGGER added AFTER INSERT ON orders BEGIN UPDATE version SET number = number + 1; END;
                        """)
            }
        }

        /// Marks orders as shipped, all or none of them.
        func ship(_ ids: [Int64]) async throws {
            try await database.write { db in
                for id in ids {
                    try db.execute(sql: "UPDATE orders SET status = 'shipped' WHERE id = ?", arguments: [id])
                }
            }
        }

        /// Adds an order, and writes the number of orders into the first one.
        func add() async throws {
            try await database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO orders VALUES (NULL, 'Zoe', 'open', 0, '2026-01-01');
                        UPDATE orders SET total = (SELECT max(id) FROM orders) WHERE id = 1;
                        """)
            }
        }

        /// Calls a closure after each change of the orders, until the result is released.
        func observe(_ onChange: @escaping @Sendable () -> Void) -> any DatabaseCancellable {
            DatabaseRegionObservation(tracking: GRDB.Table("orders")).start(in: database) { error in
                print("The orders are not observed: \(error)")
            } onChange: { _ in
                onChange()
            }
        }
    }

    /// The orders of the database, as rows of a table.
    struct Orders: RowSource {
        let database: any DatabaseReader

        var capabilities: RowCapabilities { [.all, .groups] }

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
                    from: "orders", Self.columns, key: "id",
                    state: try Int.fetchOne(db, sql: "SELECT number FROM version"),
                    values: { try db.values($0, $1) }, rows: { try Order.fetchAll(db, sql: $0, arguments: .init($1)) })
            }
        }

        func groups(_ request: GroupRequest) async throws -> [[FieldValue]]? {
            try await database.read { db in
                try request.groups(from: "orders", Self.columns) { try db.rows($0, $1) }
            }
        }

        func frozen() async throws -> Orders? {
            try (database as? DatabasePool).map { Orders(database: try $0.makeSnapshot()) }
        }
    }

    /// The list of orders.
    final class OrdersController: RowSourceController<Orders> {
        private let store: OrderStore
        private var observation: (any DatabaseCancellable)?

        init(_ store: OrderStore) {
            self.store = store
            super.init(Orders(database: store.database))
        }

        override func viewDidLoad() {
            title = "Orders"
            tableView.appearance.showsEditButton = true
            addSelectionAction(id: "ship", title: "Mark shipped") { [store] in try await store.ship($0.map(\.id)) }
            observation = store.observe { [weak self] in Task { await self?.reload() } }
        }

        override func cell(for order: Order) -> TableViewCell {
            TableViewCell(
                style: .columns,
                fields: [
                    Field("id", .integer(order.id)), Field("customer", .text(order.customer)),
                    Field("status", .text(order.status)), Field("total", .number(order.price)),
                    Field("placed", .date(order.placed, precision: .day)),
                ])
        }
    }

    @Test func exportsBesideAWriterHaveOneState() async throws {
        let path = NSTemporaryDirectory() + "orders-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let store = try OrderStore(path: path, count: 2_000)
        var server = TableServer()
        server.mount("/", OrdersController(store))
        try await server.test(.inProcess) { client in
            try await withThrowingTaskGroup { group in
                group.addTask {
                    while (try? await Task.sleep(for: .milliseconds(20))) != nil { try await store.add() }
                }
                for _ in 0..<5 {
                    let lines = try await client.get("/table.csv").text.split(separator: "\r\n").dropFirst()
                    #expect(lines.count >= 2_000)
                    let ids = lines.map { String($0.prefix { $0 != "," }) }
                    #expect(ids == (1...lines.count).map(String.init))
                    let total = lines.first?.split(separator: ",")[3] ?? ""
                    #expect(lines.count == 2_000 || Double(total) == Double(lines.count) / 100, "\(total)")
                }
                group.cancelAll()
            }
            #expect(try await client.post("/selected/ship", form: "rows=0.0@1&rows=0.1@2").status == 200)
            #expect(try await client.get("/table.json?status=shipped").text.contains(#""count":2"#))
        }
    }

    @Test func groupsOfTheDatabaseAreThoseOfTheRows() async throws {
        let path = NSTemporaryDirectory() + "groups-\(UUID().uuidString).sqlite"
        defer { for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + suffix) } }
        let store = try OrderStore(path: path, count: 60)
        try await store.database.write { db in
            try db.execute(
                sql: """
                    UPDATE orders SET status = CASE WHEN id % 3 THEN 'open' ELSE 'paid' END, total = id * 151 % 4000,
                        customer = 'C' || (id % 7), placed = date('2026-01-01', id || ' days')
                    """)
        }
        /// The same orders, grouped by the table.
        struct Ungrouped: RowSource {
            let orders: Orders
            var capabilities: RowCapabilities { .all }
            func columns() async throws -> [TableViewColumn] { try await orders.columns() }
            func rows(_ request: RowRequest<Int64>) async throws -> RowPage<Order> { try await orders.rows(request) }
        }
        final class Controller: RowSourceController<Ungrouped> {
            let cells: OrdersController
            init(_ cells: OrdersController) {
                self.cells = cells
                super.init(Ungrouped(orders: cells.source))
            }
            override func cell(for order: Order) -> TableViewCell { cells.cell(for: order) }
        }
        var server = TableServer()
        let controller = await OrdersController(store)
        let grouping = await Controller(controller)
        server.mount("/sql/", controller)
        server.mount("/rows/", grouping)
        try await server.test(.inProcess) { client in
            for query in [
                "_group=status&_sum=total&_max=placed", "_group=total&_bin=10&_mean=total&total__gt=5.5",
                "_group=placed&_bin=month&_count=customer&_distinct=status", "_stats=total&_stats=customer",
                "_group=customer&_max=total&_having=max_total__gt=36.5",
                "_group=customer&_having=sum_total__gt=150.5&_sum=total&_sort_desc=sum_total",
                "_group=status&_across=placed&_bin=&_bin=quarter&_sum=total", "_group=status&_median=total",
            ] {
                let (one, other) = (
                    try await client.get("/sql/table.ndjson?\(query)"),
                    try await client.get("/rows/table.ndjson?\(query)")
                )
                #expect(
                    one.status == 200 && one.text == other.text && !one.text.isEmpty,
                    "\(query): \(one.text) \(other.text)")
            }
        }
    }
}

extension StatementArguments {
    /// Creates arguments from the values of a statement.
    init(_ values: [SQLValue]) {
        self.init(
            values.map { value -> DatabaseValue in
                switch value {
                case .null: .null
                case .integer(let number): number.databaseValue
                case .real(let number): number.databaseValue
                case .text(let bytes): String(decoding: bytes, as: UTF8.self).databaseValue
                case .blob(let bytes): Data(bytes).databaseValue
                }
            })
    }
}

extension Database {
    /// Returns the values of the first row of a statement; nil if there is none.
    func values(_ sql: String, _ arguments: [SQLValue]) throws -> [SQLValue]? { try rows(sql, arguments).first }

    /// Returns the values of the rows of a statement.
    func rows(_ sql: String, _ arguments: [SQLValue]) throws -> [[SQLValue]] {
        try GRDB.Row.fetchAll(self, sql: sql, arguments: StatementArguments(arguments)).map { row in
            row.databaseValues.map { value in
                switch value.storage {
                case .null: .null
                case .int64(let number): .integer(number)
                case .double(let number): .real(number)
                case .string(let text): SQLValue(text)
                case .blob(let data): .blob(Array(data))
                }
            }
        }
    }
}
