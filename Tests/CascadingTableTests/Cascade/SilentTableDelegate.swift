import CascadingTable
import FoundationEssentials

/// A table delegate that implements only the required methods. All other answers are the protocols' defaults.
final class SilentTableDelegate: CascadingTableDelegate {
    /// The position among the child delegates of the parent. The parent sets it.
    var index: Int
    /// The child delegates. They receive no calls.
    var childDelegates: [any CascadingTableDelegate] = []
    /// The delegate above this one in the tree, or nil.
    weak var parentDelegate: (any CascadingTableDelegate)?

    /// Creates a delegate without rows.
    ///
    /// - Parameter index: The position among the child delegates of the parent.
    init(index: Int = 0) {
        self.index = index
    }

    /// Does nothing. The method is required.
    func prepare(tableView: TableView) {}
    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 0 }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell()
    }
}
