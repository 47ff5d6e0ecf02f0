import CascadingTable
public import FoundationEssentials

extension MemoryStorage {
    /// Replaces the item at an index path. Replace an object by itself if it looks different.
    ///
    /// - Throws: ``StorageError`` with `itemNotFound`.
    public func replaceItem(at indexPath: IndexPath, with item: Item) throws(StorageError) {
        let old = try checkedItem(at: indexPath)
        perform(StorageUpdate([.updateItem(item, old: old, at: indexPath)]))
    }

    /// Moves an item. The section of the destination is created if it is missing.
    ///
    /// - Parameters:
    ///   - source: The index path of the item.
    ///   - destination: The index path of the item after the move.
    /// - Throws: ``StorageError`` with `itemNotFound`, `indexPathOutOfRange` or `sectionOutOfRange`.
    public func moveItem(at source: IndexPath, to destination: IndexPath) throws(StorageError) {
        let item = try checkedItem(at: source)
        let count = numberOfItems(inSection: destination.section)
        try checkPlace(destination, count: destination.section == source.section ? count - 1 : count)
        guard source != destination else { return }
        perform(
            StorageUpdate(
                sectionsToMake(upTo: destination.section) + [.moveItem(item, from: source, to: destination)]))
    }
}
