/// The arrangements of a table that were asked for last, of one revision.
struct Arrangements {
    private var revision: UInt64 = 0
    /// An arrangement costs the number of its rows.
    private var cache = LRUCache<TableQuery, TableArrangement>()

    private static let maxCount = 16
    /// The most rows of all of them, four bytes each.
    private static let maxRows = 4 << 20

    /// The arrangement of a query at a revision, if it is cached.
    mutating func arrangement(of query: TableQuery, revision: UInt64) -> TableArrangement? {
        revision == self.revision ? cache.value(for: query) : nil
    }

    /// Caches an arrangement, however long it is.
    mutating func insert(_ arrangement: TableArrangement, revision: UInt64) {
        if revision != self.revision { cache.removeAll() }
        self.revision = revision
        cache.insert(arrangement, for: arrangement.query, cost: arrangement.count)
        while cache.count > 1, cache.count > Self.maxCount || cache.cost > Self.maxRows { cache.removeOldest() }
    }
}
