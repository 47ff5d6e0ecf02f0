import CascadingTable
import MicroHTTPD
import TableRendering

/// The rendered pages of all tables, bounded in bytes. Those that were not used for longest go first.
@TableActor
final class PageCache {
    /// What a page is rendered for.
    ///
    /// An object that knows its hash, because there is much in it.
    final class Key: Sendable {
        let table: String
        let request: PageRequest
        /// The visitor and the revision of what is remembered of the visitor; empty for everybody's page.
        let visitor: String
        private let hash: Int
        /// The bytes of the texts in it that clients write, and may write long.
        let cost: Int

        init(table: String, request: PageRequest, visitor: String = "") {
            self.table = table
            self.request = request
            self.visitor = visitor
            var hasher = Hasher()
            hasher.combine(table)
            hasher.combine(request)
            hasher.combine(visitor)
            hash = hasher.finalize()
            cost = request.textCount + visitor.utf8.count
        }
    }

    private struct Entry {
        var page: PreparedPage
        /// What the page of the next revision may be made from.
        var table: RenderedTable?
        /// The revision of the table that the page shows.
        var revision: UInt64
    }

    private let capacity: Int
    private var entries = RecentlyUsed<Key, Entry>()

    nonisolated init(capacity: Int) {
        self.capacity = capacity
    }

    /// Whether nothing is cached.
    nonisolated var isOff: Bool { capacity == 0 }

    /// Bytes of all pages.
    var byteCount: Int { entries.cost }

    /// The page of that revision.
    func page(for key: Key, revision: UInt64) -> PreparedPage? {
        guard let entry = entries.use(key), entry.revision == revision else { return nil }
        return entry.page
    }

    /// The latest page, and the revision that it shows.
    func latest(for key: Key) -> (table: RenderedTable, revision: UInt64)? {
        entries.use(key).flatMap { entry in entry.table.map { ($0, entry.revision) } }
    }

    /// Caches a page, unless there is one of a later revision.
    ///
    /// - Returns: The pages that are not cached any more, to be freed where the tree is not locked.
    func insert(_ page: PreparedPage, _ table: RenderedTable? = nil, for key: Key, revision: UInt64) -> [PreparedPage] {
        if let entry = entries.use(key), entry.revision > revision { return [] }
        let cost = cost(of: page, table, key)
        var removed: [PreparedPage] = []
        if cost <= capacity / 4 {
            if let old = entries.keep(Entry(page: page, table: table, revision: revision), for: key, cost: cost) {
                removed.append(old.page)
            }
            while entries.cost > capacity, let oldest = entries.removeOldest() { removed.append(oldest.page) }
        } else if let old = entries.remove(key) {
            removed.append(old.page)
        }
        return removed
    }

    /// Counts a page again, because it was compressed.
    func recount(_ key: Key) {
        guard let entry = entries.use(key) else { return }
        entries.setCostOfNewest(cost(of: entry.page, entry.table, key))
        entries.removeOldest(untilAtMost: capacity)
    }

    private func cost(of page: PreparedPage, _ table: RenderedTable?, _ key: Key) -> Int {
        page.byteCount + 1024 + (table?.cost ?? 0) + key.cost
    }
}

extension PageCache.Key: Hashable {
    static func == (one: PageCache.Key, other: PageCache.Key) -> Bool {
        one === other
            || one.hash == other.hash && one.table == other.table && one.visitor == other.visitor
                && one.request == other.request
    }

    func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

extension PageRequest {
    /// The bytes of the texts in it.
    fileprivate var textCount: Int {
        base.utf8.count + (parameters.anchor.token?.identifier.utf8.count ?? 0)
            + parameters.expanded.reduce(0) { $0 + $1.utf8.count }
            + parameters.query.items.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }
}
