import CascadingTable

/// A picture and a title above the rows, which get small when the rows are scrolled.
enum HeaderExample {
    @TableActor
    static func make() -> TableView {
        let days = (1...28).map { day in
            FactRow("February \(day)", day % 7 < 2 ? "Long loop, 14 km" : day % 3 == 0 ? "Rest" : "Short loop, 6 km")
        }
        let section = CascadingSectionTableDelegate(childDelegates: days)
        section.headerTitle = "Plan"
        let tableView = TableView(title: "A header above", root: CascadingRootTableDelegate(childDelegates: [section]))
        tableView.appearance.headerView = TableViewHeaderFooterView(
            title: "Hill runs", subtitle: "Four slow weeks.",
            image: GalleryImage.landscape.image(2, "Hills in the morning"), fields: [Field("Days", 28)])
        return tableView
    }
}
