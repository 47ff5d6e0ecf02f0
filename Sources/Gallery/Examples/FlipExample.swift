import CascadingTable

/// Rows with each entry animation. Visitors who prefer reduced motion see none.
enum FlipExample {
    @TableActor
    static func make() -> TableView {
        let animations: [TableView.RowAnimation] = [.left, .right, .top, .bottom, .middle, .fade, .none]
        let section = CascadingSectionTableDelegate(childDelegates: animations.map(AnimationRow.init))
        section.headerTitle = "Choose how the rows appear"
        section.reloadModeOnChildDelegatesChanged = .whole
        let tableView = TableView(
            title: "Entry animation", root: CascadingRootTableDelegate(childDelegates: [section]))
        tableView.appearance.entryAnimation = .left
        return tableView
    }
}

private final class AnimationRow: CascadingBareTableDelegate {
    private let animation: TableView.RowAnimation

    init(_ animation: TableView.RowAnimation) {
        self.animation = animation
        super.init()
    }

    override var identifier: String { animation.rawValue }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell(
            title: animation.rawValue, accessory: tableView.appearance.entryAnimation == animation ? .checkmark : .none)
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath)
        tableView.performBatchUpdates {
            tableView.appearance.entryAnimation = animation
            // The checkmark is on another row now.
            tableView.reloadData()
        }
    }
}
