import CascadingTable

/// The first page: a table with links to the examples.
enum HomeTable {
    @TableActor
    static func make(_ examples: [GalleryExample]) -> TableView {
        let section = CascadingSectionTableDelegate(
            childDelegates: examples.map { example in
                CellRow(
                    example.name,
                    TableViewCell(
                        style: .columns, title: example.title,
                        fields: [Field("example", .text(example.title)), Field("shows", .text(example.shows))],
                        accessory: .disclosure, to: "\(example.name)/"))
            })
        section.columns = [
            TableViewColumn("example", title: "Example"), TableViewColumn("shows", title: "Shows"),
        ]
        let tableView = TableView(title: "Gallery", root: CascadingRootTableDelegate(childDelegates: [section]))
        tableView.queryOptions = [.sorting, .searching]
        return tableView
    }
}
