import CascadingTable
import TableDatabase
import TableServer
import TableTesting
import Testing

@testable import TablePostgres

/// Tests the rows of a database as a source of a controller.
@Suite struct DatabaseRowsTests {
    private static let queries = [
        TableQuery(sort: [.init("total")]), TableQuery(sort: [.init("total", isAscending: false), .init("at")]),
        TableQuery(filters: [.init("paid", .exact, "true")]), TableQuery(search: "note 1"),
        TableQuery(sort: [.init("note")], filters: [.init("id", .lt, "30")]),
    ]

    @Test func theyKeepTheContractOfARowSource() async throws {
        let address = try await Shop.address()
        let rows = try await Shop.database(address).rows(of: "orders")
        try await RowSourceContract(rows, queries: Self.queries, missing: ["0", "x", "1,2"]) {
            try await PostgresServer.run(["DELETE FROM orders WHERE id % 2 = 0"], at: address)
        }.check()
        // Rows without a key are named by their places.
        try await RowSourceContract(try await Shop.database(address).rows(of: "keyless")).check()
        try await RowSourceContract(try await Shop.database(address).rows(of: "totals")).check()
    }

    @Test func aViewWithoutAKeyIsNoSource() async throws {
        let address = try await Shop.address()
        try await PostgresServer.run(["CREATE VIEW single AS SELECT 1 AS n"], at: address)
        let database = try Shop.database(address)
        let error = await #expect(throws: TableViewError.self) { try await database.rows(of: "single") }
        #expect(error?.message.description == "The rows of single have no key. Say which columns identify them.")
        await #expect(throws: PostgresError.self) { try await database.rows(of: "missing") }
    }

    /// A table with cells of its own, whose rows can be marked.
    @TableActor private final class OrdersController: RowSourceController<DatabaseRows> {
        override func cell(for order: DatabaseRow) -> TableViewCell {
            var cell = order.cell
            cell.fields.append(Field("double", .text("\(order.id) twice")))
            return cell
        }
    }

    @Test func aControllerShowsThemWithCellsOfItsOwn() async throws {
        let address = try await Shop.address()
        let rows = try await Shop.database(address).rows(of: "orders")
        var server = TableServer()
        server.mount("/orders/", OrdersController(rows))
        try await server.test(.inProcess) { client in
            let page = try await client.get("/orders/table.json?_sort_desc=id&_size=2&id__lt=500&_shape=objects").text
            #expect(page.contains("499 twice") && page.contains("498 twice") && !page.contains("497 twice"), "\(page)")
            #expect(!page.contains("row/499"))
            let lines = try await client.get("/orders/table.csv?paid=true").text.split(separator: "\r\n")
            #expect(lines.count == 201)
            // Another program takes a column away.
            try await PostgresServer.run(["ALTER TABLE orders DROP COLUMN note"], at: address)
            let later = try await client.get("/orders/table.csv?paid=true").text.split(separator: "\r\n")
            #expect(later.count == 201, "\(later.first ?? "")")
            #expect(try await client.get("/orders/table.json?_sort_desc=total&_size=3").status == 200)
        }
    }
}
