public import CascadingTable

extension StorageUpdate {
    /// Returns the items after this update, computed from its changes only.
    ///
    /// - Parameters:
    ///   - items: The items before the update, by sections.
    ///   - areEqual: A closure that returns whether two items are equal.
    /// - Throws: ``StorageContractViolation`` if the update is empty or does not match the items.
    public func replayed(
        on items: [[Item]], by areEqual: (Item, Item) -> Bool
    ) throws(StorageContractViolation) -> [[Item]] {
        guard !isEmpty else { throw StorageContractViolation("Observers got an empty update.") }
        do {
            var replay = StorageReplay(old: items)
            try replay.update(changes, by: areEqual)
            try replay.remove(changes, by: areEqual)
            return try replay.insert(changes)
        } catch {
            throw StorageContractViolation("\(error.message). The update is \(self).")
        }
    }
}
