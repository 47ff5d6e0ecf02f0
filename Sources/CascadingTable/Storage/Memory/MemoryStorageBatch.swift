/// What is done to a storage within a body, to be told as one, or to be undone.
struct MemoryStorageBatch<Item> {
    /// What was there when it began.
    var before: [StorageSection<Item>]
    var updates: [StorageUpdate<Item>] = []
    var needsReload = false

    func update(to after: [StorageSection<Item>]) -> StorageUpdate<Item> {
        updates.count == 1 ? updates[0] : StorageUpdate(composing: updates, from: before, to: after)
    }
}
