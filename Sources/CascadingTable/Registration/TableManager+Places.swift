public import FoundationEssentials

/// From the table's index paths to the storage's, and back.
extension TableManager {
    /// The row of the storage that the table shows there, or nil for a row of another section of the tree.
    public final func storagePath(_ tablePath: IndexPath) -> IndexPath? {
        guard tablePath.count == 2 else { return nil }
        return parentDelegate == nil ? tablePath : ownIndexPath(at: tablePath)
    }

    /// Where the table shows that row of the storage, or nil when it does not.
    public final func tablePath(_ storagePath: IndexPath) -> IndexPath? {
        guard storagePath.count == 2 else { return nil }
        return parentDelegate == nil ? storagePath : tableIndexPath(ofOwn: storagePath)
    }

    func storageDrop(_ drop: TableViewDrop) -> TableViewDrop? {
        storagePath(drop.destination).map { TableViewDrop(items: drop.items, destination: $0) }
    }

    func storageFocus(_ context: TableViewFocusUpdateContext) -> TableViewFocusUpdateContext {
        TableViewFocusUpdateContext(
            previouslyFocusedIndexPath: context.previouslyFocusedIndexPath.flatMap(storagePath),
            nextFocusedIndexPath: context.nextFocusedIndexPath.flatMap(storagePath))
    }
}
