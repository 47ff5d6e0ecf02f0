// The samples of docs/explanation/the-tree.md.
import CascadingTable
import FoundationEssentials
import Testing

private final class FruitRow: CascadingBareTableDelegate {
    private let name: String

    init(_ name: String) {
        self.name = name
        super.init()
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: name)
    }
}

private final class OffersSection: CascadingSectionTableDelegate {
    override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 1_000 }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: "Offer \(indexPath.row + 1)")
    }
}

private struct Order {
    var id: Int
    var title: String
}

private final class OrderRow: CascadingBareTableDelegate {
    private let order: Order

    init(_ order: Order) {
        self.order = order
        super.init()
    }

    override var identifier: String { "order-\(order.id)" }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: order.title)
    }
}

@TableActor
@Suite struct OrderRowTests {
    @Test func `Rows that are made again keep their names`() {
        let orders = [Order(id: 7, title: "Printer"), Order(id: 9, title: "Paper")]
        let section = CascadingSectionTableDelegate(childDelegates: orders.map(OrderRow.init))
        let tableView = TableView(root: CascadingRootTableDelegate(childDelegates: [section]))
        #expect(tableView.identifier(forRowAt: [0, 1]) == "order-9")
        section.childDelegates = orders.reversed().map(OrderRow.init)
        tableView.reloadData()
        #expect(tableView.indexPath(forRowWithIdentifier: "order-9") == [0, 0])
    }
}

@TableActor
private func makeTree() -> TableView {
    let fruit = CascadingSectionTableDelegate(childDelegates: [FruitRow("Apple"), FruitRow("Pear")])
    let offers = OffersSection()
    let root = CascadingRootTableDelegate(childDelegates: [fruit, offers])
    let tableView = TableView(title: "Market", root: root)
    return tableView
}
