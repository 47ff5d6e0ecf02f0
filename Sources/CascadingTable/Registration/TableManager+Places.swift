public import FoundationEssentials

/// Conversion between index paths of the table and of the storage.
extension TableManager {
    /// Returns the index path in the storage for an index path in the table.
    ///
    /// - Parameter tablePath: An index path in the table.
    /// - Returns: The index path in the storage, or nil for a row of another section of the tree.
    public final func storagePath(_ tablePath: IndexPath) -> IndexPath? {
        guard tablePath.count == 2 else { return nil }
        return parentDelegate == nil ? tablePath : ownIndexPath(at: tablePath)
    }

    /// Returns the index path in the table for an index path in the storage.
    ///
    /// - Parameter storagePath: An index path in the storage.
    /// - Returns: The index path in the table, or nil if the table does not show that section of the storage.
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
