public import CascadingTable
public import FoundationEssentials

/// A table delegate that implements only the required methods. All other answers are the protocols' defaults.
///
/// ```swift
/// let root = CascadingRootTableDelegate(childDelegates: [SilentTableDelegate()])
/// ```
public final class SilentTableDelegate: CascadingTableDelegate {
    /// The position among the child delegates of the parent. The parent sets it.
    public var index: Int
    /// The child delegates. They receive no calls.
    public var childDelegates: [any CascadingTableDelegate] = []
    /// The delegate above this one in the tree, or nil.
    public weak var parentDelegate: (any CascadingTableDelegate)?

    /// Creates a delegate without rows.
    ///
    /// - Parameter index: The position among the child delegates of the parent.
    public init(index: Int = 0) {
        self.index = index
    }

    /// Does nothing. The method is required.
    public func prepare(tableView: TableView) {}
    public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 0 }
    public func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell()
    }
}
