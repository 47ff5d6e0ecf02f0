/// Values by key, in the order of their last use. Every operation takes constant time.
///
/// It has no limit of its own: who inserts removes the oldest values until ``cost`` or ``count`` is within bounds.
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
        /// Places of the entries used just before and just after, -1 at either end.
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

    /// All keys and values, in no order.
    package var elements: some Sequence<(key: Key, value: Value)> { entries.lazy.map { ($0.key, $0.value) } }

    /// Finds a value, which is the one used last from then on.
    package mutating func value(for key: Key) -> Value? {
        update(key) { $0 }
    }

    /// Changes a value in place, which is the one used last from then on.
    ///
    /// - Returns: Nil if there is no such value.
    package mutating func update<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
        // Most often it is the one used last.
        guard let place = isNewest(key) ? newest : places[key] else { return nil }
        if place != newest {
            unlink(place)
            link(place)
        }
        return body(&entries[place].value)
    }

    private func isNewest(_ key: Key) -> Bool { newest >= 0 && entries[newest].key == key }

    /// Inserts a value as the one used last.
    ///
    /// - Returns: The value that it replaces.
    @discardableResult
    package mutating func insert(_ value: Value, for key: Key, cost: Int = 0) -> Value? {
        self.cost += cost
        guard update(key, { _ in }) != nil else {
            places[key] = entries.count
            entries.append(Entry(key: key, value: value, cost: cost))
            link(entries.count - 1)
            return nil
        }
        // What was used last is the newest.
        let before = entries[newest]
        (entries[newest].value, entries[newest].cost) = (value, cost)
        self.cost -= before.cost
        return before.value
    }

    /// Counts the value that was used last, if there is one, at that cost.
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

    /// Removes the value that was not used for longest.
    @discardableResult
    package mutating func removeOldest() -> Value? {
        oldest < 0 ? nil : removeValue(for: entries[oldest].key)
    }

    /// Removes those that were not used for longest until all cost no more than that.
    package mutating func removeOldest(untilCostIsAtMost capacity: Int) {
        while cost > capacity, removeOldest() != nil {}
    }

    /// Closes the gap that a removed entry leaves.
    private mutating func moveLast(to place: Int) {
        let last = entries.removeLast()
        guard place < entries.count else { return }
        entries[place] = last
        places[last.key] = place
        if last.older < 0 { oldest = place } else { entries[last.older].newer = place }
        if last.newer < 0 { newest = place } else { entries[last.newer].older = place }
    }

    /// Takes an entry out of the order.
    private mutating func unlink(_ place: Int) {
        let (older, newer) = (entries[place].older, entries[place].newer)
        if older < 0 { oldest = newer } else { entries[older].newer = newer }
        if newer < 0 { newest = older } else { entries[newer].older = older }
    }

    /// Puts an entry at the end of the order.
    private mutating func link(_ place: Int) {
        (entries[place].older, entries[place].newer) = (newest, -1)
        if newest < 0 { oldest = place } else { entries[newest].newer = place }
        newest = place
    }
}
