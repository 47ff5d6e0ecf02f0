import CascadingTable
import MicroHTTPD
import TableRendering

/// Finished pages, ready to be sent again, and what the next ones are made from: what was written of each view, and what
/// the rows of each table answered. Bounded in bytes, what was not asked for longest goes first.
@TableActor
final class KeptPages {
    /// What a page is kept under.
    ///
    /// An object that knows its hash, for there is much in it and it is looked up for each page.
    final class Key: Sendable {
        let table: String
        let view: PageRequest
        /// The visitor's state the page was made from; empty for the page everybody sees.
        let variant: String
        private let hash: Int
        /// The bytes of the texts in it that clients write, and may write long.
        let cost: Int

        init(table: String, view: PageRequest, variant: String = "") {
            self.table = table
            self.view = view
            self.variant = variant
            var hasher = Hasher()
            hasher.combine(table)
            hasher.combine(view)
            hasher.combine(variant)
            hash = hasher.finalize()
            cost = view.textCount + variant.utf8.count
        }
    }

    private let capacity: Int
    private var pages = RecentlyUsed<Key, KeptPage>()
    private var answers = RecentlyUsed<String, AnsweredRows>()

    nonisolated init(capacity: Int) {
        self.capacity = capacity
    }

    /// Whether nothing is kept.
    nonisolated var isOff: Bool { capacity == 0 }

    /// Bytes of all that is kept.
    var byteCount: Int { pages.cost + answers.cost }

    func page(_ view: PageView) -> KeptPage? {
        let page = pages.use(view.keptKey)
        // Who asks by the same object again is known by that.
        if page != nil, let key = pages.newestKey, key !== view.keptKey { view.keptKey = key }
        return page
    }

    func content(for key: Key, revision: UInt64) -> KeptPage.Content? { pages.use(key)?.content(at: revision) }

    func keep(_ content: KeptPage.Content, for key: Key, revision: UInt64) {
        change(key) { $0.keep(content, at: revision) }
    }

    /// Changes what is kept under that key, or what there is to be kept, and keeps it where it is not too much.
    func change(_ key: Key, _ change: @TableActor (KeptPage) -> Void) {
        let known = pages.use(key)
        let page = known ?? KeptPage()
        change(page)
        page.isCounted = true
        let cost = page.cost + key.cost
        guard cost <= capacity / 4 else {
            pages.remove(key)
            return
        }
        if known == nil { pages.keep(page, for: key, cost: cost) } else { pages.setCostOfNewest(cost) }
        removeOldest()
    }

    /// What rows of the table of that tag answered last.
    func answers(ofTable tag: String) -> AnsweredRows? { answers.use(tag) }

    /// Keeps what rows of a table answered in place of what they did before.
    ///
    /// - Parameter textCount: about how many bytes of text are in it.
    /// - Returns: what is not needed any more, which takes a while to be freed.
    func keep(_ rows: AnsweredRows, ofTable tag: String, besides textCount: Int) -> AnsweredRows? {
        let cost = rows.cost + textCount
        guard cost <= capacity / 4 else { return answers.remove(tag) }
        let old = answers.keep(rows, for: tag, cost: cost)
        removeOldest()
        return old
    }

    /// Answers go first, for pages are what is sent.
    private func removeOldest() {
        while byteCount > capacity, answers.removeOldest() != nil {}
        pages.removeOldest(untilAtMost: capacity)
    }

    /// Counts again what is kept under that key, for there may be more of it.
    func recount(_ key: Key) {
        if pages.use(key) != nil { change(key) { _ in } }
    }
}

extension KeptPages.Key: Hashable {
    static func == (one: KeptPages.Key, other: KeptPages.Key) -> Bool {
        one === other
            || one.hash == other.hash && one.table == other.table && one.variant == other.variant
                && one.view == other.view
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
