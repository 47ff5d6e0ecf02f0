extension MemoryStorage {
    /// Makes several changes and tells observers about them as one update.
    ///
    /// If one of the changes needs a reload, observers are told to reload instead. If the body throws, all its changes
    /// are undone and observers are told nothing. A nested call is part of the outer update. If it throws, only its own
    /// changes are undone.
    ///
    /// ```swift
    /// try storage.performUpdates {
    ///     try storage.removeItem(at: [0, 0])
    ///     try storage.addItem("z")
    /// }
    /// ```
    public func performUpdates(_ body: () throws -> Void) rethrows {
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
        guard outer == nil, let made = batch else { return }
        batch = nil
        if made.needsReload {
            observers.sendReload()
        } else {
            observers.send(made.update(to: sections))
        }
    }

    /// Makes several changes, and then has observers reload. They are not told what has changed.
    ///
    /// Rows then appear in their new places at once, and many changes cost no more than one. As in
    /// ``performUpdates(_:)``, all changes are undone if the body throws.
    ///
    /// ```swift
    /// try storage.updateWithoutAnimations {
    ///     for post in posts { try storage.addItem(post) }
    /// }
    /// ```
    public func updateWithoutAnimations(_ body: () throws -> Void) rethrows {
        try performUpdates {
            batch?.needsReload = true
            try body()
        }
    }

    /// Makes the changes of an update, which must be valid, and tells observers about them.
    func perform(_ update: StorageUpdate<Item>) {
        sections.apply(update, make: { $0 }, replace: { $0 = $1 })
        tell(update)
    }

    /// Tells observers about changes that were made, now or at the end of the batch.
    func tell(_ update: StorageUpdate<Item>) {
        guard !update.isEmpty else { return }
        if batch == nil { return observers.send(update) }
        if batch?.needsReload != true { batch?.updates.append(update) }
    }

    /// Tells observers to reload, now or at the end of the batch.
    func tellReload() {
        if batch == nil { observers.sendReload() } else { batch?.needsReload = true }
    }
}

/// The changes of a batch, which are announced as one update or undone.
package struct MemoryStorageBatch<Item> {
    /// The sections at the beginning of the batch.
    var before: [StorageSection<Item>]
    package var updates: [StorageUpdate<Item>] = []
    package var needsReload = false

    package init(before: [StorageSection<Item>]) { self.before = before }

    package func update(to after: [StorageSection<Item>]) -> StorageUpdate<Item> {
        updates.count == 1 ? updates[0] : StorageUpdate(composing: updates, from: before, to: after)
    }
}
