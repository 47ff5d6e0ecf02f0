import CascadingTable

/// The first page: a table with links to the examples.
enum HomeTable {
    @TableActor
    static func make(_ examples: [GalleryExample]) -> TableView {
        let section = CascadingSectionTableDelegate(childDelegates: examples.map(HomeRow.init))
        section.columns = [
            TableViewColumn("example", title: "Example"), TableViewColumn("shows", title: "Shows"),
        ]
        let tableView = TableView(title: "Gallery", root: CascadingRootTableDelegate(childDelegates: [section]))
        tableView.queryOptions = [.sorting, .searching]
        return tableView
    }
}

private final class HomeRow: CascadingBareTableDelegate {
    private let example: GalleryExample

    init(_ example: GalleryExample) {
        self.example = example
        super.init()
    }

    override var identifier: String { example.name }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(
            style: .columns, title: example.title,
            fields: [Field("example", .text(example.title)), Field("shows", .text(example.shows))],
            accessory: .disclosure, to: "\(example.name)/")
    }
}
