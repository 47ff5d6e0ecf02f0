/// The answers to the queries of a table that were asked last, of one revision, and those that are being worked out.
@TableActor
final class QueryResultCache {
    private var revision: UInt64 = 0
    /// An arrangement costs the number of its rows.
    private var cache = LRUCache<TableQuery, QueryResult>()
    private(set) var running: [TableQuery: Task<Void, any Error>] = [:]

    private static let maxCount = 16
    /// The most rows of all of them, four bytes each.
    private static let maxRows = 4 << 20
    /// The most queries that are worked out at a time.
    private static let maxRunning = 8

    nonisolated init() {}

    /// The arrangement of a query at a revision, if it is cached.
    func arrangement(of query: TableQuery, revision: UInt64) -> QueryResult? {
        revision == self.revision ? cache.value(for: query) : nil
    }

    /// Caches an arrangement, however long it is.
    func insert(_ arrangement: QueryResult, revision: UInt64) {
        if revision != self.revision { cache.removeAll() }
        self.revision = revision
        cache.insert(arrangement, for: arrangement.query, cost: arrangement.count)
        while cache.count > 1, cache.count > Self.maxCount || cache.cost > Self.maxRows { cache.removeOldest() }
    }

    /// Does the work, or waits for it if it is being done for the same query already.
    ///
    /// - Throws: What the work throws, and ``TableViewError`` with `busy` if too many queries are being worked out.
    func run(_ query: TableQuery, _ work: @escaping @TableActor () async throws -> Void) async throws {
        if let other = running[query] { return try await other.value }
        guard running.count < Self.maxRunning else {
            throw TableViewError(.busy, "Too many visitors are sorting and searching this table. Try again.")
        }
        let task = Task { @TableActor in
            defer { running[query] = nil }
            try await work()
        }
        running[query] = task
        try await task.value
    }
}
