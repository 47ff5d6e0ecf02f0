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
        byteCount -= entries.remove(key)?.cost ?? 0
        guard written.cost <= capacity / 4 else { return }
        while byteCount + written.cost > capacity, let oldest = entries.removeOldest() { byteCount -= oldest.cost }
        entries.keep(written, for: key)
        byteCount += written.cost
    }
}
