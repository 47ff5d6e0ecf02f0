import FoundationEssentials
import OrderedCollections
import Synchronization

/// A list of rows that one or more visitors have selected in a table. It never changes.
final class SharedSelection: Sendable {
    /// The bytes of a row, without the text of its identifier.
    static let bytesPerRow = 64

    /// The index path where each row was last seen, by identifier, in the order of selection.
    let rows: OrderedDictionary<String, IndexPath>
    private let byteCount: Int
    /// The owner, which counts the bytes of the list.
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

/// The long selections of all visitors. Each is stored once, as long as a visitor has it.
@TableActor
package final class SharedSelections {
    /// The maximum number of lists that a new selection is compared with. Beyond it, the oldest list is dropped.
    private static let capacity = 8
    private var lists: [WeakList] = []
    fileprivate nonisolated let bytes = Atomic(0)

    private struct WeakList {
        weak var list: SharedSelection?
    }

    package nonisolated init() {}

    /// The bytes of all lists that visitors have.
    package var byteCount: Int { bytes.load(ordering: .relaxed) }

    /// Returns the rows as differences from the list of another visitor, or else from a new list.
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
