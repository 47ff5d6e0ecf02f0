public import FoundationEssentials

/// What finds items by their value; each looks at every item until it has found them.
extension MemoryStorage where Item: Equatable {
    /// Where the first item stands that equals this one.
    public func indexPath(forItem item: Item) -> IndexPath? {
        firstIndexPath { $0 == item }
    }

    public func reloadItem(_ item: Item) throws(StorageError) {
        try reloadItem(at: checkedIndexPath(forItem: item))
    }

    public func replaceItem(_ item: Item, with newItem: Item) throws(StorageError) {
        try replaceItem(at: checkedIndexPath(forItem: item), with: newItem)
    }

    public func removeItem(_ item: Item) throws(StorageError) {
        try removeItem(at: checkedIndexPath(forItem: item))
    }

    /// Removes one item for each of these. If you name a value more often than the storage has it, all its copies are removed.
    ///
    /// - Throws: ``StorageError`` if one of them is not there at all. Nothing is removed then.
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
