/// Values by key, in the order of their last use; every step takes the same time however many there are.
///
/// Who bounds what they cost removes those that were not used for longest.
struct RecentlyUsed<Key: Hashable, Value> {
    private struct Entry {
        var key: Key
        var value: Value
        var cost: Int
        /// Places of the entries used just before and just after, -1 at either end.
        var older = -1
        var newer = -1
    }

    /// What all cost.
    private(set) var cost = 0
    private var places: [Key: Int] = [:]
    private var entries: [Entry] = []
    private var oldest = -1
    private var newest = -1

    var count: Int { entries.count }

    /// The key of the value that was used last.
    var newestKey: Key? { newest < 0 ? nil : entries[newest].key }

    /// The value of that key, which thereby is the one used last.
    mutating func use(_ key: Key) -> Value? {
        use(key) { $0 }
    }

    /// The same, to be changed in place.
    mutating func use<Result>(_ key: Key, _ body: (inout Value) -> Result) -> Result? {
        // Most often it is the one used last.
        guard let place = isNewest(key) ? newest : places[key] else { return nil }
        if place != newest {
            unlink(place)
            link(place)
        }
        return body(&entries[place].value)
    }

    private func isNewest(_ key: Key) -> Bool { newest >= 0 && entries[newest].key == key }

    /// Keeps a value as the one used last.
    ///
    /// - Returns: the one of that key until now.
    @discardableResult
    mutating func keep(_ value: Value, for key: Key, cost: Int = 0) -> Value? {
        self.cost += cost
        guard use(key, { _ in }) != nil else {
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

    /// Counts the value that was used last, where there is one, at that cost.
    mutating func setCostOfNewest(_ cost: Int) {
        guard newest >= 0 else { return }
        self.cost += cost - entries[newest].cost
        entries[newest].cost = cost
    }

    @discardableResult
    mutating func remove(_ key: Key) -> Value? {
        guard let place = places.removeValue(forKey: key) else { return nil }
        unlink(place)
        let removed = entries[place]
        moveLast(to: place)
        cost -= removed.cost
        return removed.value
    }

    /// Removes the value that was not used for longest.
    @discardableResult
    mutating func removeOldest() -> Value? {
        oldest < 0 ? nil : remove(entries[oldest].key)
    }

    /// Removes those that were not used for longest until all cost no more than that.
    mutating func removeOldest(untilAtMost capacity: Int) {
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
