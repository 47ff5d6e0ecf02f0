// The samples of docs/how-to/show-rows-of-your-database.md that are not in Examples/Orders.
import CascadingTable
import TableDatabase
import TablePostgres
import TableServer

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
