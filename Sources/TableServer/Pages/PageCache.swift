import CascadingTable
import MicroHTTPD
import Synchronization
import TableRendering

/// The rendered pages of all tables, bounded in bytes. Those that were not used for longest go first.
final class PageCache: Sendable {
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

    private final class Entry: Sendable {
        let page: CachedPage
        /// What the page of the next revision may be made from.
        let table: RenderedTable?
        /// The revision of the table that the page shows.
        let revision: UInt64

        init(page: CachedPage, table: RenderedTable?, revision: UInt64) {
            (self.page, self.table, self.revision) = (page, table, revision)
        }
    }

    private let capacity: Int
    private let entries = Mutex(LRUCache<Key, Entry>())

    /// - Parameter capacity: The most bytes of all pages. 0: nothing is cached.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Whether nothing is cached.
    var isOff: Bool { capacity == 0 }

    /// Bytes of all pages.
    var byteCount: Int { entries.withLock(\.cost) }

    /// The page of that revision.
    func page(for key: Key, revision: UInt64) -> CachedPage? {
        guard let entry = entries.withLock({ $0.value(for: key) }), entry.revision == revision else { return nil }
        return entry.page
    }

    /// The latest page, and the revision that it shows.
    func latest(for key: Key) -> (table: RenderedTable, revision: UInt64)? {
        guard let entry = entries.withLock({ $0.value(for: key) }), let table = entry.table else { return nil }
        return (table, entry.revision)
    }

    /// Caches a page, unless there is one of a later revision.
    func insert(_ page: CachedPage, _ table: RenderedTable? = nil, for key: Key, revision: UInt64) {
        let cost = cost(of: page, table, key)
        // Entries that leave the cache are freed when the lock is released.
        _ = entries.withLock { entries -> [Entry?] in
            if let entry = entries.value(for: key), entry.revision > revision { return [] }
            guard cost <= capacity / 4 else { return [entries.removeValue(for: key)] }
            var removed = [entries.insert(Entry(page: page, table: table, revision: revision), for: key, cost: cost)]
            while entries.cost > capacity, let oldest = entries.removeOldest() { removed.append(oldest) }
            return removed
        }
    }

    /// Counts a page again, because it was compressed.
    func recount(_ key: Key) {
        entries.withLock { entries in
            guard let entry = entries.value(for: key) else { return }
            entries.setCostOfNewest(cost(of: entry.page, entry.table, key))
            entries.removeOldest(untilCostIsAtMost: capacity)
        }
    }

    private func cost(of page: CachedPage, _ table: RenderedTable?, _ key: Key) -> Int {
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
