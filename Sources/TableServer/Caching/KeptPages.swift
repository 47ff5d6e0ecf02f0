import CascadingTable
import MicroHTTPD

/// Finished pages, ready to be sent again, and what the next of each view is made from: bounded in bytes, the one not
/// asked for longest goes first.
@TableActor
final class KeptPages {
    struct Key: Hashable {
        var table: String
        var view: PageRequest
        /// The visitor's state the page was made from; empty for the page everybody sees.
        var variant: String
    }

    private let capacity: Int
    private var pages = RecentlyUsed<Key, KeptPage>()

    nonisolated init(capacity: Int) {
        self.capacity = capacity
    }

    /// Whether nothing is kept.
    nonisolated var isOff: Bool { capacity == 0 }

    /// Bytes of all that is kept.
    var byteCount: Int { pages.cost }

    func page(_ key: Key) -> KeptPage? { pages.use(key) }

    func content(for key: Key, revision: UInt64) -> KeptPage.Content? { page(key)?.content(at: revision) }

    func keep(_ content: KeptPage.Content, for key: Key, revision: UInt64) {
        change(key) { $0.keep(content, at: revision) }
    }

    /// Changes what is kept under that key, or what there is to be kept.
    ///
    /// - Returns: nil where it is too much to be kept.
    @discardableResult
    func change(_ key: Key, _ change: (KeptPage) -> Void) -> KeptPage? {
        let known = pages.use(key)
        let page = known ?? KeptPage()
        change(page)
        let cost = page.cost + key.cost
        guard cost <= capacity / 4 else {
            pages.remove(key)
            return nil
        }
        if known == nil { pages.keep(page, for: key, cost: cost) } else { pages.setCostOfNewest(cost) }
        pages.removeOldest(untilAtMost: capacity)
        return page
    }

    /// Counts again what is kept under that key, for there may be more of it.
    func recount(_ key: Key) {
        if pages.use(key) != nil { change(key) { _ in } }
    }
}

extension KeptPages.Key {
    /// The texts in it that clients write, and may write long.
    fileprivate var cost: Int {
        view.base.utf8.count + (view.parameters.anchor.token?.identifier.utf8.count ?? 0)
            + view.parameters.expanded.reduce(0) { $0 + $1.utf8.count } + variant.utf8.count
            + view.parameters.query.items.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count }
    }
}
