import CascadingTable
import MicroHTTPD

/// Finished answers, ready to be sent again: bounded in bytes, the one not asked for longest goes first.
@TableActor
final class ResponseCache {
    struct Key: Hashable {
        var table: String
        var view: PageRequest
        /// The visitor's state the page was made from; empty for the page everybody sees.
        var variant: String
    }

    struct Entry {
        var revision: UInt64
        var content: Content
        /// Bytes, with what keeping it costs besides.
        var cost: Int
    }

    enum Content {
        case page(PreparedPage)
        /// The page shows something of each visitor's own, so there is none for everybody.
        case perVisitor
    }

    private let capacity: Int
    /// What is kept now.
    private(set) var byteCount = 0
    private var entries = RecentlyUsed<Key, Entry>()

    nonisolated init(capacity: Int) {
        self.capacity = capacity
    }

    /// Whether nothing is kept.
    nonisolated var isOff: Bool { capacity == 0 }

    func content(for key: Key, revision: UInt64) -> Content? {
        guard let entry = entries.use(key), entry.revision == revision else { return nil }
        return entry.content
    }

    func keep(_ content: Content, for key: Key, revision: UInt64) {
        let entry = Entry(revision: revision, content: content, cost: content.cost + key.cost)
        guard entry.cost <= capacity / 4 else {
            byteCount -= entries.remove(key)?.cost ?? 0
            return
        }
        byteCount += entry.cost - (entries.keep(entry, for: key)?.cost ?? 0)
        while byteCount > capacity, let oldest = entries.removeOldest() { byteCount -= oldest.cost }
    }

    /// Counts again what is kept under that key, for there may be more of it.
    func recount(_ key: Key) {
        guard let entry = entries.use(key) else { return }
        keep(entry.content, for: key, revision: entry.revision)
    }
}

extension ResponseCache.Content {
    fileprivate var cost: Int {
        switch self {
        case .page(let page): page.byteCount + 1024
        case .perVisitor: 256
        }
    }
}

extension ResponseCache.Key {
    /// The texts in it that clients write, and may write long.
    fileprivate var cost: Int {
        view.base.utf8.count + (view.parameters.anchor.token?.identifier.utf8.count ?? 0)
            + view.parameters.expanded.reduce(0) { $0 + $1.utf8.count } + variant.utf8.count
            + view.parameters.query.items.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }
}
