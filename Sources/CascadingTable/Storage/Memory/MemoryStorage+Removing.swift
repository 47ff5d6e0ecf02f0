public import FoundationEssentials

extension MemoryStorage {
    public func removeItem(at indexPath: IndexPath) throws(StorageError) {
        try removeItems(at: [indexPath])
    }

    /// Removes what stands at these places now; one that is named twice is removed once.
    public func removeItems(at indexPaths: [IndexPath]) throws(StorageError) {
        var changes: [StorageUpdate<Item>.Change] = []
        for path in Set(indexPaths).sorted() { changes.append(.deleteItem(try checkedItem(at: path), at: path)) }
        perform(StorageUpdate(changes))
    }

    /// Removes every item that answers true.
    public func removeItems(where shouldBeRemoved: (Item) throws -> Bool) rethrows {
        var changes: [StorageUpdate<Item>.Change] = []
        for (section, content) in sections.enumerated() {
            for (row, item) in content.items.enumerated() where try shouldBeRemoved(item) {
                changes.append(.deleteItem(item, at: IndexPath(row: row, section: section)))
            }
        }
        perform(StorageUpdate(changes))
    }

    /// Empties a section, which stays.
    public func removeItems(fromSection section: Int) throws(StorageError) {
        try checkSection(section)
        perform(
            StorageUpdate(
                sections[section].items.enumerated().map { row, item in
                    .deleteItem(item, at: IndexPath(row: row, section: section))
                }))
    }
}
