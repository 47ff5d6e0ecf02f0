import CascadingTable

/// A pile of cards. One card at a time is open.
enum PileExample {
    @TableActor
    static func make() -> TableView {
        let cards = [
            CardRow("Library card", "Number", "0042 1138", 3), CardRow("Swimming pool", "Visits left", "7", 8),
            CardRow("Bicycle pass", "Valid until", "31 December", 15),
            CardRow("Museum", "Member since", "2019", 21),
        ]
        let tableView = TableView(
            title: "Pile of cards",
            root: CascadingRootTableDelegate(childDelegates: [CascadingSectionTableDelegate(childDelegates: cards)]))
        tableView.appearance.style = .pile
        return tableView
    }
}

private final class CardRow: CascadingBareTableDelegate {
    private let name: String
    private let field: Field
    private let number: Int

    init(_ name: String, _ field: String, _ value: String, _ number: Int) {
        self.name = name
        self.field = Field(field, .text(value))
        self.number = number
        super.init()
    }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(title: name, image: GalleryImage.landscape.image(number))
    }

    override func tableView(_ tableView: TableView, expansionForRowAt indexPath: IndexPath) -> TableViewRowExpansion? {
        TableViewRowExpansion(.init(image: GalleryImage.landscape.image(number), fields: [field]))
    }

    override func tableView(_ tableView: TableView, didExpandRowAt indexPath: IndexPath) async {
        for row in 0..<tableView.numberOfRows(inSection: indexPath.section) where row != indexPath.row {
            try? await tableView.gestures.setExpanded(false, forRowAt: IndexPath(row: row, section: indexPath.section))
        }
    }

    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { false }
}
