/// The rows of a table that match a query, in the order of the query.
struct QueryResult: Sendable {
    /// The query that the rows match.
    let query: TableQuery
    /// The numbers of the matching rows, by section; missing for a section without such rows.
    private let sections: [Int: [Int32]]
    /// The number of matching rows in all sections.
    let count: Int

    init(_ query: TableQuery, sections: [(section: Int, rows: [Int32])]) {
        self.query = query
        self.sections = Dictionary(sections.lazy.filter { !$0.rows.isEmpty }.map { ($0.section, $0.rows) }) { $1 }
        count = sections.reduce(0) { $0 + $1.rows.count }
    }

    /// Returns the numbers of the matching rows of a section, in the order of the query.
    func rows(inSection section: Int) -> [Int32] { sections[section] ?? [] }
}

/// The row numbers of a section that match a query, in the order of the query.
///
/// Row numbers have 32 bits, so that a million of them take 4 MB.
public enum TableRowOrder: Sendable {
    /// The row numbers are known.
    case rows([Int32])
    /// The row numbers are computed by this closure, which runs outside of ``TableActor``.
    case awaiting(@Sendable () async throws -> [Int32])
}

/// The latest query results of a table, for one revision.
@TableActor
final class QueryResultCache {
    private var revision: UInt64 = 0
    /// The results. The cost of a result is the number of its rows.
    private var cache = LRUCache<TableQuery, QueryResult>()
    /// The queries that are running.
    let reads = SharedReads<TableQuery>(limit: 256)

    private static let maxCount = 16
    /// The maximum number of rows in all results. A row takes 4 bytes.
    private static let maxRows = 4 << 20

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
}
