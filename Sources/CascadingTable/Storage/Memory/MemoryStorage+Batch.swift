extension MemoryStorage {
    /// Does several things and tells of them as one update, or as one reload where a part of them makes one necessary.
    ///
    /// A body that throws has changed nothing, and nothing is told. One within another is a part of it: where it
    /// throws, only what it did itself is undone.
    ///
    /// ```swift
    /// try storage.performUpdates {
    ///     try storage.removeItem(at: [0, 0])
    ///     try storage.addItem("z")
    /// }
    /// ```
    public func performUpdates(_ body: () throws -> Void) rethrows {
        guard let batch = try collect(body) else { return }
        if batch.needsReload {
            observers.sendReload()
        } else {
            observers.send(batch.update(to: sections))
        }
    }

    /// Does several things of which nobody is told, such as those that a table shows already.
    ///
    /// Within ``performUpdates(_:)`` they are a part of the update. A body that throws has changed nothing.
    public func performWithoutUpdates(_ body: () throws -> Void) rethrows {
        guard let batch = try collect(body) else { return }
        if batch.needsReload || !batch.updates.isEmpty { observers.skip() }
    }

    /// Answers what the body did, or nil when it is a part of a batch that goes on.
    private func collect(_ body: () throws -> Void) rethrows -> MemoryStorageBatch<Item>? {
        let outer = batch
        let before = sections
        if outer == nil { batch = MemoryStorageBatch(before: before) }
        do {
            try body()
        } catch {
            sections = before
            batch = outer
            throw error
        }
        guard outer == nil else { return nil }
        defer { batch = nil }
        return batch
    }

    /// Makes the changes of an update, which must be right, and tells of them.
    func perform(_ update: StorageUpdate<Item>) {
        sections.apply(update, make: { $0 }, replace: { $0 = $1 })
        tell(update)
    }

    /// Tells of an update that has been made, now or at the end of the batch.
    func tell(_ update: StorageUpdate<Item>) {
        guard !update.isEmpty else { return }
        if batch == nil { observers.send(update) } else { batch?.updates.append(update) }
    }

    /// Tells that anything may have changed, now or at the end of the batch.
    func tellReload() {
        if batch == nil { observers.sendReload() } else { batch?.needsReload = true }
    }
}

/// Changes of a storage within a body, which are told as one or undone.
struct MemoryStorageBatch<Item> {
    /// The sections at the beginning.
    var before: [StorageSection<Item>]
    var updates: [StorageUpdate<Item>] = []
    var needsReload = false

    func update(to after: [StorageSection<Item>]) -> StorageUpdate<Item> {
        updates.count == 1 ? updates[0] : StorageUpdate(composing: updates, from: before, to: after)
    }
}
