import CascadingTable
import Foundation
import GRDB
import TableDatabase
import TableTesting
import Testing

/// Tests a row source that reads pages by SQL.
@Suite struct RowRequestSQLTests {
    private struct Order: FetchableRecord, Identifiable, Sendable {
        let id: Int64

        init(row: GRDB.Row) { id = row["id"] }
    }

    /// Orders of a database in memory, with equal values and NULL.
    private struct Orders: RowSource {
        let database: DatabaseQueue
        var condition: SQLCondition?

        var capabilities: RowCapabilities { .all }

        static let columns = [
            SQLColumn("id", .number, isNullable: false), SQLColumn("customer"), SQLColumn("total", .fixedPoint(2)),
            SQLColumn("status", isNullable: false),
        ]

        init(count: Int) throws {
            database = try DatabaseQueue()
            try database.write { db in
                try db.execute(sql: "CREATE TABLE orders (id INTEGER PRIMARY KEY, customer, total, status NOT NULL)")
                for id in 1...count {
                    try db.execute(
                        sql: "INSERT INTO orders VALUES (?, ?, ?, ?)",
                        arguments: [
                            id * 2, id % 5 == 0 ? nil : "customer \(id % 7)", id % 3 == 0 ? nil : id % 11, "s\(id % 2)",
                        ])
                }
            }
        }

        func rows(_ request: RowRequest<Int64>) async throws -> RowPage<Order> {
            try await database.read { db in
                try request.page(
                    from: "orders", where: condition, Self.columns, key: "id", state: 1,
                    values: { sql, arguments in
                        try GRDB.Row.fetchOne(db, sql: sql, arguments: Self.arguments(arguments)).map { row in
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
                    },
                    rows: { try Order.fetchAll(db, sql: $0, arguments: Self.arguments($1)) })
            }
        }

        private static func arguments(_ values: [SQLValue]) -> StatementArguments {
            StatementArguments(
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

    private func order(_ columns: String...) -> TableQuery {
        TableQuery(sort: columns.map { .init(String($0.drop { $0 == "-" }), isAscending: !$0.hasPrefix("-")) })
    }

    @Test func everyPositionLeadsToTheRows() async throws {
        try await RowSourceContract(
            Orders(count: 97),
            queries: [
                order("customer"), order("-customer"), order("total"), order("-total"), order("status", "-total"),
                order("-status", "customer"), order("customer", "-total", "id"), order("-id"), order("total", "-id"),
                TableQuery(sort: order("-total").sort, filters: [.init("status", .exact, "s1")]),
                TableQuery(filters: [.init("customer", .isnull)]), TableQuery(search: "customer 3"),
                TableQuery(filters: [.init("total", .gt, "99999")]),
            ], missing: [0, 7, 1000]
        ).check()
    }

    /// A row outside of the condition is on no page, in no count, and no place to go on from.
    @Test func aConditionDecidesWhichRowsExist() async throws {
        var orders = try Orders(count: 97)
        let status = "s1' OR 1 = 1 --"
        orders.condition = "(status = \("s1") OR status = \(status)) AND id > \(20)"
        try await RowSourceContract(
            orders,
            queries: [
                order("customer"), order("-total", "customer"), order("-id"),
                TableQuery(sort: order("total").sort, filters: [.init("customer", .isnull)]),
                TableQuery(search: "customer 3"),
            ], missing: [2, 20, 24, 28]
        ).check()
        let page = try await orders.rows(RowRequest(limit: 200))
        #expect(page.count == .exact(44) && page.rows.allSatisfy { $0.id > 20 && $0.id / 2 % 2 == 1 })
        await #expect(throws: TableViewError.self) {
            try await orders.rows(RowRequest(query: order("customer"), position: .after(24), limit: 3))
        }
    }

    /// Rows in the order of their keys go on after a key whose row is gone. In another order, the source says so.
    @Test func aKeyThatIsGoneIsNoPlaceInAnotherOrder() async throws {
        let orders = try Orders(count: 20)
        let page = try await orders.rows(RowRequest(position: .after(7), limit: 3))
        #expect(page.rows.map(\.id) == [8, 10, 12])
        await #expect(throws: TableViewError.self) {
            try await orders.rows(RowRequest(query: order("customer"), position: .after(7), limit: 3))
        }
    }

    @Test func theNumberOfRowsIsCountedOnRequest() async throws {
        let orders = try Orders(count: 20)
        let query = TableQuery(filters: [.init("status", .exact, "s1")])
        #expect(try await orders.rows(RowRequest(query: query)).count == .exact(10))
        #expect(try await orders.rows(RowRequest(query: query, countsRows: false)).count == .unknown)
    }
}
