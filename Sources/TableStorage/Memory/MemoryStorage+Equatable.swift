import CascadingTable
public import FoundationEssentials

/// Methods that find items by their value. Each compares all items until it has found them.
extension MemoryStorage where Item: Equatable {
    /// Returns the index path of the first item that equals this one, or nil.
    public func indexPath(forItem item: Item) -> IndexPath? {
        firstIndexPath { $0 == item }
    }

    /// Replaces the first item that equals this one.
    ///
    /// - Parameters:
    ///   - item: The item to replace.
    ///   - newItem: The new item.
    /// - Throws: ``StorageError`` with `itemNotFound`.
    public func replaceItem(_ item: Item, with newItem: Item) throws(StorageError) {
        try replaceItem(at: checkedIndexPath(forItem: item), with: newItem)
    }

    /// Removes the first item that equals this one.
    ///
    /// - Throws: ``StorageError`` with `itemNotFound`.
    public func removeItem(_ item: Item) throws(StorageError) {
        try removeItem(at: checkedIndexPath(forItem: item))
    }

    /// Removes one item for each given item.
    ///
    /// If you give a value more often than the storage contains it, all its copies are removed.
    ///
    /// - Throws: ``StorageError`` with `itemNotFound` if one of the values is missing. Nothing is removed then.
    public func removeItems(_ items: [Item]) throws(StorageError) {
        for item in items { _ = try checkedIndexPath(forItem: item) }
        var missing = items
        var indexPaths: [IndexPath] = []
        for (section, content) in sections.enumerated() where !missing.isEmpty {
            for (row, item) in content.items.enumerated() {
                guard let index = missing.firstIndex(of: item) else { continue }
                missing.remove(at: index)
                indexPaths.append(IndexPath(row: row, section: section))
            }
        }
        try removeItems(at: indexPaths)
    }

    private func checkedIndexPath(forItem item: Item) throws(StorageError) -> IndexPath {
        guard let indexPath = indexPath(forItem: item) else {
            throw StorageError(.itemNotFound, "The storage has no item \(described(item)).")
        }
        return indexPath
    }
}
