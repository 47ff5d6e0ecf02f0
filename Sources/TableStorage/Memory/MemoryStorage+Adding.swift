import CascadingTable
public import FoundationEssentials

extension MemoryStorage {
    /// Adds an item at the end of a section, which is created if it is missing.
    ///
    /// - Throws: ``StorageError`` with `sectionOutOfRange`.
    public func addItem(_ item: Item, toSection section: Int = 0) throws(StorageError) {
        try addItems([item], toSection: section)
    }

    /// Adds items at the end of a section, which is created if it is missing.
    ///
    /// - Throws: ``StorageError`` with `sectionOutOfRange`.
    public func addItems(_ items: [Item], toSection section: Int = 0) throws(StorageError) {
        try insertItems(items, at: IndexPath(row: numberOfItems(inSection: section), section: section))
    }

    /// Inserts an item. The section is created if it is missing.
    ///
    /// - Throws: ``StorageError`` with `indexPathOutOfRange` or `sectionOutOfRange`.
    public func insertItem(_ item: Item, at indexPath: IndexPath) throws(StorageError) {
        try insertItems([item], at: indexPath)
    }

    /// Inserts items one after the other, the first of them at the index path.
    ///
    /// - Throws: ``StorageError`` with `indexPathOutOfRange` or `sectionOutOfRange`.
    public func insertItems(_ items: [Item], at indexPath: IndexPath) throws(StorageError) {
        try checkPlace(indexPath, count: numberOfItems(inSection: indexPath.section))
        guard !items.isEmpty else { return }
        var update = StorageUpdate<Item>(sectionsToMake(upTo: indexPath.section))
        for (offset, item) in items.enumerated() {
            let place = IndexPath(row: indexPath.row + offset, section: indexPath.section)
            update.changes.append(.insertItem(item, at: place))
        }
        perform(update)
    }
}
