import FoundationEssentials
import OrderedCollections
import Synchronization

/// Rows that one or more visitors have selected in a table. They never change.
final class SharedSelection: Sendable {
    /// Bytes of a row besides the text of its identifier.
    static let bytesPerRow = 64

    /// Where each row was last seen, by identifier, in the order of selection.
    let rows: OrderedDictionary<String, IndexPath>
    private let byteCount: Int
    /// The owner, which counts these bytes.
    private let owner: SharedSelections

    fileprivate init(_ rows: OrderedDictionary<String, IndexPath>, ownedBy owner: SharedSelections) {
        // Copied, because the dictionary may have room for many more rows.
        self.rows = OrderedDictionary(uniqueKeys: rows.keys, values: rows.values)
        byteCount = rows.keys.reduce(rows.count * Self.bytesPerRow) { $0 + SelectedRows.byteCount(of: $1) }
        self.owner = owner
        owner.bytes.add(byteCount, ordering: .relaxed)
    }

    deinit { owner.bytes.subtract(byteCount, ordering: .relaxed) }
}

/// The long selections of all visitors, each kept once, and as long as a visitor has it.
@TableActor
package final class SharedSelections {
    /// The number of lists that a new selection is compared with. Beyond it, the oldest list is dropped.
    private static let capacity = 8
    private var lists: [WeakList] = []
    fileprivate nonisolated let bytes = Atomic(0)

    private struct WeakList {
        weak var list: SharedSelection?
    }

    package nonisolated init() {}

    /// Bytes of all lists that a visitor has.
    package var byteCount: Int { bytes.load(ordering: .relaxed) }

    /// Returns the rows as differences from a list that another visitor has, or else from a new one.
    func selection(of rows: OrderedDictionary<String, IndexPath>) -> SelectedRows {
        lists.removeAll { $0.list == nil }
        for known in lists.reversed() {
            if let list = known.list, let selection = SelectedRows(rows, from: list) { return selection }
        }
        let list = SharedSelection(rows, ownedBy: self)
        if lists.count >= Self.capacity { lists.removeFirst() }
        lists.append(WeakList(list: list))
        return SelectedRows(rows, from: list) ?? SelectedRows(rows)
    }
}
