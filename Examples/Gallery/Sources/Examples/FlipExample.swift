import CascadingTable

/// Rows with each entry animation. Visitors who prefer reduced motion see none.
enum FlipExample {
    @TableActor
    static func make() -> TableView {
        let animations: [TableView.RowAnimation] = [.left, .right, .top, .bottom, .middle, .fade, .none]
        let section = CascadingSectionTableDelegate(childDelegates: animations.map(makeRow))
        section.headerTitle = "Choose how the rows appear"
        section.reloadModeOnChildDelegatesChanged = .whole
        let tableView = TableView(
            title: "Entry animation", root: CascadingRootTableDelegate(childDelegates: [section]))
        tableView.appearance.entryAnimation = .left
        return tableView
    }

    @TableActor
    private static func makeRow(_ animation: TableView.RowAnimation) -> CellRow {
        CellRow(animation.rawValue) { tableView in
            let isChosen = tableView.appearance.entryAnimation == animation
            return TableViewCell(title: animation.rawValue, accessory: isChosen ? .checkmark : .none)
        } action: { tableView, indexPath in
            tableView.deselectRow(at: indexPath)
            tableView.performBatchUpdates {
                tableView.appearance.entryAnimation = animation
                // The checkmark is on another row now.
                tableView.reloadData()
            }
        }
    }
}
