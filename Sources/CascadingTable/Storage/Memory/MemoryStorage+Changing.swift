public import FoundationEssentials

extension MemoryStorage {
    /// Tells that the item at that place looks different, though it is the same.
    public func reloadItem(at indexPath: IndexPath) throws(StorageError) {
        try replaceItem(at: indexPath, with: checkedItem(at: indexPath))
    }

    public func replaceItem(at indexPath: IndexPath, with item: Item) throws(StorageError) {
        let old = try checkedItem(at: indexPath)
        perform(StorageUpdate([.updateItem(item, old: old, at: indexPath)]))
    }

    /// Moves an item.
    ///
    /// - Parameter source: The place of the item.
    /// - Parameter destination: where it stands afterwards.
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
