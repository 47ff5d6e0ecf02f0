// The samples of docs/explanation/what-is-cached.md.
import CascadingTable

private final class PriceRow: CascadingBareTableDelegate {
    private var price = 1.0

    func setPrice(_ price: Double) {
        self.price = price
        tableView?.reloadRows(at: [IndexPath(row: index, section: parentDelegate?.index ?? 0)])
    }
}

private final class Names: TableViewDataSource {
    private var names = ["Ada", "Ben", "Cy"]

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { names.count }

    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: names[indexPath.row])
    }

    func replace(in tableView: TableView) {
        tableView.performBatchUpdates {
            names.removeFirst()
            names.append("Dora")
            tableView.deleteRows(at: [IndexPath(row: 0, section: 0)])
            tableView.insertRows(at: [IndexPath(row: names.count - 1, section: 0)])
        }
    }
}

private func priceArrived(_ price: Double, row: PriceRow) {
    TableActor.run { row.setPrice(price) }
}
