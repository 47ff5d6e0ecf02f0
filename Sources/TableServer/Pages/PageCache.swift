import Bytes
import CascadingTable
import HTTPMessages
import Synchronization
import TableRendering

/// The cache of rendered pages of all tables, limited in bytes. The least recently used pages leave first.
final class PageCache: Sendable {
    /// The identity of a cached page: table, request and visitor.
    ///
    /// A class that stores its hash value, because the request is large.
    final class Key: Sendable {
        let table: String
        let request: PageRequest
        /// The visitor and the revision of the visitor's session; empty for a shared page.
        let visitor: String
        private let hash: Int
        /// The size in bytes of the texts that come from clients.
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
        /// The revision of the table that the page shows.
        let revision: UInt64

        init(page: CachedPage, revision: UInt64) { (self.page, self.revision) = (page, revision) }
    }

    private let capacity: Int
    private let entries = Mutex(LRUCache<Key, Entry>())

    /// - Parameter capacity: The limit in bytes of all pages. 0 turns the cache off.
    init(capacity: Int) {
        self.capacity = capacity
    }

    /// A Boolean value that indicates whether the cache is off.
    var isOff: Bool { capacity == 0 }

    /// The size in bytes of all pages.
    var byteCount: Int { entries.locked(\.cost) }

    /// Returns the cached page of a revision.
    func page(for key: Key, revision: UInt64) -> CachedPage? {
        guard let entry = entries.locked({ $0.value(for: key) }), entry.revision == revision else { return nil }
        return entry.page
    }

    /// Caches a page, unless a page of a later revision is cached.
    func insert(_ page: CachedPage, for key: Key, revision: UInt64) {
        let cost = cost(of: page, key)
        // Entries that leave the cache are freed when the lock is released.
        _ = entries.locked { entries -> [Entry?] in
            if let entry = entries.value(for: key), entry.revision > revision { return [] }
            guard cost <= capacity / 4 else { return [entries.removeValue(for: key)] }
            var removed = [entries.insert(Entry(page: page, revision: revision), for: key, cost: cost)]
            while entries.cost > capacity, let oldest = entries.removeOldest() { removed.append(oldest) }
            return removed
        }
    }

    /// Updates the size of a page after it was compressed.
    func recount(_ key: Key) {
        entries.locked { entries in
            guard let entry = entries.value(for: key) else { return }
            entries.setCostOfNewest(cost(of: entry.page, key))
            entries.removeOldest(untilCostIsAtMost: capacity)
        }
    }

    private func cost(of page: CachedPage, _ key: Key) -> Int { page.byteCount + 1024 + key.cost }
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
    /// The size in bytes of the texts in the request.
    fileprivate var textCount: Int {
        base.utf8.count + parameters.anchor.textCount + (parameters.embed?.utf8.count ?? 0)
            + parameters.expanded.reduce(0) { $0 + $1.wrappedValue.utf8.count }
            + parameters.query.items.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }
}
