/// A cache that keeps its values in the order of their last use. Every operation takes constant time.
///
/// The cache has no limit of its own. After inserting, remove the oldest values until ``cost`` or ``count`` is within
/// your limit.
///
/// ```swift
/// cache.insert(page, for: key, cost: page.byteCount)
/// cache.removeOldest(untilCostIsAtMost: capacity)
/// ```
package struct LRUCache<Key: Hashable, Value> {
    private struct Entry {
        var key: Key
        var value: Value
        var cost: Int
        /// The index of the entry that was used just before this one; -1 for the oldest.
        var older = -1
        var newer = -1
    }

    /// The sum of the costs of all values.
    package private(set) var cost = 0
    private var places: [Key: Int] = [:]
    private var entries: [Entry] = []
    private var oldest = -1
    private var newest = -1

    package init() {}

    package var count: Int { entries.count }

    /// The key of the value that was used last.
    package var newestKey: Key? { newest < 0 ? nil : entries[newest].key }

    /// All keys and values, in no particular order.
    package var elements: some Sequence<(key: Key, value: Value)> { entries.lazy.map { ($0.key, $0.value) } }

    /// Returns the value for a key, and marks it as used last.
    package mutating func value(for key: Key) -> Value? {
        update(key) { $0 }
    }

    /// Changes a value in place, and marks it as used last.
    ///
    /// - Returns: The result of the body; nil if there is no value for the key.
    package mutating func update<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
        // Most often, it is the value that was used last.
        guard let place = isNewest(key) ? newest : places[key] else { return nil }
        if place != newest {
            unlink(place)
            link(place)
        }
        return body(&entries[place].value)
    }

    private func isNewest(_ key: Key) -> Bool { newest >= 0 && entries[newest].key == key }

    /// Inserts a value, and marks it as used last.
    ///
    /// - Returns: The value that it replaces, or nil.
    @discardableResult
    package mutating func insert(_ value: Value, for key: Key, cost: Int = 0) -> Value? {
        self.cost += cost
        guard update(key, { _ in }) != nil else {
            places[key] = entries.count
            entries.append(Entry(key: key, value: value, cost: cost))
            link(entries.count - 1)
            return nil
        }
        // The call of `update` marked the value as the newest.
        let before = entries[newest]
        (entries[newest].value, entries[newest].cost) = (value, cost)
        self.cost -= before.cost
        return before.value
    }

    /// Changes the cost of the value that was used last. Does nothing if the cache is empty.
    package mutating func setCostOfNewest(_ cost: Int) {
        guard newest >= 0 else { return }
        self.cost += cost - entries[newest].cost
        entries[newest].cost = cost
    }

    @discardableResult
    package mutating func removeValue(for key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        unlink(place)
        let removed = entries[place]
        moveLast(to: place)
        cost -= removed.cost
        return removed.value
    }

    package mutating func removeAll() { self = LRUCache() }

    /// Removes the least recently used value.
    ///
    /// - Returns: The removed value, or nil.
    @discardableResult
    package mutating func removeOldest() -> Value? {
        oldest < 0 ? nil : removeValue(for: entries[oldest].key)
    }

    /// Removes the least recently used values until the sum of all costs is at most `capacity`.
    package mutating func removeOldest(untilCostIsAtMost capacity: Int) {
        while cost > capacity, removeOldest() != nil {}
    }

    /// Moves the last entry to the index of a removed entry.
    private mutating func moveLast(to place: Int) {
        let last = entries.removeLast()
        guard place < entries.count else { return }
        entries[place] = last
        places[last.key] = place
        if last.older < 0 { oldest = place } else { entries[last.older].newer = place }
        if last.newer < 0 { newest = place } else { entries[last.newer].older = place }
    }

    /// Removes an entry from the order of use.
    private mutating func unlink(_ place: Int) {
        let (older, newer) = (entries[place].older, entries[place].newer)
        if older < 0 { oldest = newer } else { entries[older].newer = newer }
        if newer < 0 { newest = older } else { entries[newer].older = older }
    }

    /// Adds an entry at the newest end of the order of use.
    private mutating func link(_ place: Int) {
        (entries[place].older, entries[place].newer) = (newest, -1)
        if newest < 0 { oldest = place } else { entries[newest].newer = place }
        newest = place
    }
}
