import CascadingTable
public import FoundationEssentials

extension MemoryStorage {
    /// Removes the item at an index path.
    ///
    /// - Throws: ``StorageError`` with `itemNotFound`.
    public func removeItem(at indexPath: IndexPath) throws(StorageError) {
        try removeItems(at: [indexPath])
    }

    /// Removes the items at index paths, all counted before the removal. One that is given twice is removed once.
    ///
    /// - Throws: ``StorageError`` with `itemNotFound`. Nothing is removed then.
    public func removeItems(at indexPaths: [IndexPath]) throws(StorageError) {
        var changes: [StorageUpdate<Item>.Change] = []
        for path in Set(indexPaths).sorted() { changes.append(.deleteItem(try checkedItem(at: path), at: path)) }
        perform(StorageUpdate(changes))
    }

    /// Removes every item for which the predicate is true. Cost: O(items).
    public func removeItems(where shouldBeRemoved: (Item) throws -> Bool) rethrows {
        var changes: [StorageUpdate<Item>.Change] = []
        for (section, content) in sections.enumerated() {
            for (row, item) in content.items.enumerated() where try shouldBeRemoved(item) {
                changes.append(.deleteItem(item, at: IndexPath(row: row, section: section)))
            }
        }
        perform(StorageUpdate(changes))
    }

    /// Removes all items of a section and keeps the section.
    ///
    /// - Throws: ``StorageError`` with `sectionOutOfRange`.
    public func removeItems(fromSection section: Int) throws(StorageError) {
        try checkSection(section)
        perform(
            StorageUpdate(
                sections[section].items.enumerated().map { row, item in
                    .deleteItem(item, at: IndexPath(row: row, section: section))
                }))
    }
}
