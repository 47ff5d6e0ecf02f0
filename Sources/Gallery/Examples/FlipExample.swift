import CascadingTable

/// Rows that come into view one after the other, each way there is; readers who want no motion see none.
enum FlipExample {
    @TableActor
    static func make() -> TableView {
        let ways: [TableView.RowAnimation] = [.left, .right, .top, .bottom, .middle, .fade, .none]
        let section = CascadingSectionTableDelegate(childDelegates: ways.map(WayRow.init))
        section.headerTitle = "Choose how the rows appear"
        section.reloadModeOnChildDelegatesChanged = .whole
        let tableView = TableView(
            title: "Entry animation", root: CascadingRootTableDelegate(childDelegates: [section]))
        tableView.appearance.entryAnimation = .left
        return tableView
    }
}

private final class WayRow: CascadingBareTableDelegate {
    private let way: TableView.RowAnimation

    init(_ way: TableView.RowAnimation) {
        self.way = way
        super.init()
    }

    override var identifier: String { way.rawValue }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(
            title: way.rawValue, accessory: tableView.appearance.entryAnimation == way ? .checkmark : .none)
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath)
        tableView.performBatchUpdates {
            tableView.appearance.entryAnimation = way
            // Which row has the checkmark.
            tableView.reloadData()
        }
    }
}
