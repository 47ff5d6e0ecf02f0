/// The latest query results of a table, for one revision, and the queries that are running.
@TableActor
final class QueryResultCache {
    private var revision: UInt64 = 0
    /// The results. The cost of a result is the number of its rows.
    private var cache = LRUCache<TableQuery, QueryResult>()
    private(set) var running: [TableQuery: Task<Void, any Error>] = [:]

    private static let maxCount = 16
    /// The maximum number of rows in all results. A row takes 4 bytes.
    private static let maxRows = 4 << 20
    /// The maximum number of queries that run at a time.
    private static let maxRunning = 8

    nonisolated init() {}

    /// Returns the result of a query at a revision, if it is cached.
    func arrangement(of query: TableQuery, revision: UInt64) -> QueryResult? {
        revision == self.revision ? cache.value(for: query) : nil
    }

    /// Caches a result, whatever its length.
    func insert(_ arrangement: QueryResult, revision: UInt64) {
        if revision != self.revision { cache.removeAll() }
        self.revision = revision
        cache.insert(arrangement, for: arrangement.query, cost: arrangement.count)
        while cache.count > 1, cache.count > Self.maxCount || cache.cost > Self.maxRows { cache.removeOldest() }
    }

    /// Runs a query, or waits for it if it is already running.
    ///
    /// - Throws: ``TableViewError`` with `busy` if too many queries are running; errors of the work.
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
