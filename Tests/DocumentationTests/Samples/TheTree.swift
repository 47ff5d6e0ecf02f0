// The samples of docs/explanation/the-tree.md.
import CascadingTable

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

@TableActor
private func makeTree() -> TableView {
    let fruit = CascadingSectionTableDelegate(childDelegates: [FruitRow("Apple"), FruitRow("Pear")])
    let offers = OffersSection()
    let root = CascadingRootTableDelegate(childDelegates: [fruit, offers])
    let tableView = TableView(title: "Market", root: root)
    return tableView
}
