import CascadingTable
import TableRendering

/// What was written last of each view of a table, for the next page of it to take over what has not changed: bounded in
/// bytes, the one not used for longest goes first.
///
/// It is nobody's own: rows made from what one visitor is are never taken over, and those that he is shown otherwise are
/// written for the next one again.
@TableActor
final class WrittenPages {
    struct Key: Hashable {
        var table: String
        var view: PageRequest
    }

    struct Written {
        var rows: WrittenRows?
        var shell: RenderedShell?
        var links: Links?

        /// The links of a page that has all rows, which follow from what was asked for and from this.
        struct Links {
            var links: PageLinks
            var isEditing: Bool
        }

        fileprivate var cost: Int { (rows?.cost ?? 0) + (shell == nil ? 0 : 8192) }
    }

    private let capacity: Int
    private var byteCount = 0
    private var entries = RecentlyUsed<Key, Written>()

    nonisolated init(capacity: Int) {
        self.capacity = capacity
    }

    func written(_ key: Key) -> Written? { entries.use(key) }

    func keep(_ written: Written, for key: Key) {
        guard written.cost <= capacity / 4 else {
            byteCount -= entries.remove(key)?.cost ?? 0
            return
        }
        byteCount += written.cost - (entries.keep(written, for: key)?.cost ?? 0)
        while byteCount > capacity, let oldest = entries.removeOldest() { byteCount -= oldest.cost }
    }
}
