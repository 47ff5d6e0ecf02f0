public import FoundationEssentials

/// From the table's sections and index paths to the storage's, and back.
extension TableManager {
    /// The row of the storage that the table shows there, or nil for a row of another section of the tree.
    public final func storagePath(_ tablePath: IndexPath) -> IndexPath? {
        guard parentDelegate != nil else { return tablePath }
        guard tablePath.count == 2, tablePath.section == index else { return nil }
        return IndexPath(row: tablePath.row, section: 0)
    }

    /// Where the table shows that row of the storage, or nil when it does not.
    public final func tablePath(_ storagePath: IndexPath) -> IndexPath? {
        guard parentDelegate != nil else { return storagePath }
        guard storagePath.count == 2, storagePath.section == 0 else { return nil }
        return IndexPath(row: storagePath.row, section: index)
    }

    func storageSection(_ tableSection: Int) -> Int? {
        guard parentDelegate != nil else { return tableSection }
        return tableSection == index ? 0 : nil
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
