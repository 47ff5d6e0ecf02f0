public import CascadingTable
public import FoundationEssentials

/// A node that implements what a node must and nothing more, so that all it answers are the protocols' defaults.
///
/// ```swift
/// let root = CascadingRootTableDelegate(childDelegates: [SilentTableDelegate()])
/// ```
public final class SilentTableDelegate: CascadingTableDelegate {
    public var index: Int
    public var childDelegates: [any CascadingTableDelegate] = []
    public weak var parentDelegate: (any CascadingTableDelegate)?

    public init(index: Int = 0) {
        self.index = index
    }

    public func prepare(tableView: TableView) {}
    public func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 0 }
    public func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        TableViewCell()
    }
}
