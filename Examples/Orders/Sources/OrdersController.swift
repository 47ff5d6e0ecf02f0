import CascadingTable
import GRDB

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
