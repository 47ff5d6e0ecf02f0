public import CascadingTable

extension StorageUpdate {
    /// What the update makes of those items, word for word, or what is wrong with it.
    public func replayed(
        on items: [[Item]], by areEqual: (Item, Item) -> Bool
    ) throws(StorageContractViolation) -> [[Item]] {
        guard !isEmpty else { throw StorageContractViolation("An empty update was delivered.") }
        do {
            var replay = StorageReplay(old: items)
            try replay.update(changes, by: areEqual)
            try replay.remove(changes, by: areEqual)
            return try replay.insert(changes)
        } catch {
            throw StorageContractViolation("\(error.message), by \(self)")
        }
    }
}
