import FoundationEssentials
import OrderedCollections

/// The rows that a visitor has selected in a table, by identifier, in the order of selection.
///
/// Visitors who selected nearly equal sets of rows share one list of them. Each visitor stores only the differences:
/// exceptions from the list, and other rows that were selected later.
struct SelectedRows: Sendable {
    /// The maximum number of selected rows in a table without a `selectionLimit`.
    static let limit = 10_000
    /// The number of own rows beyond which a shared list is made.
    private static let maxOwnRows = 64

    private var list: SharedSelection?
    /// The rows of the list that are not selected.
    private var exceptions: Set<String> = []
    private var others: OrderedDictionary<String, IndexPath> = [:]
    /// The largest number of entries that `exceptions` and `others` have had. Their memory is still allocated.
    private var room = 0
    /// The bytes of the identifiers in `others`.
    private var textCount = 0

    /// A change that can be undone.
    enum Change {
        case added(String)
        /// A row of `others` was removed, or was seen at another place.
        case changed(String, IndexPath, index: Int)
        case excepted(String)
        case replaced(SelectedRows)
    }

    init() {}

    init(_ rows: OrderedDictionary<String, IndexPath>) {
        // Copied, because the dictionary may have room for many more rows.
        others = OrderedDictionary(uniqueKeys: rows.keys, values: rows.values)
        textCount = rows.keys.reduce(0) { $0 + Self.byteCount(of: $1) }
        room = rows.count
    }

    var count: Int { (list?.rows.count ?? 0) - exceptions.count + others.count }

    var isEmpty: Bool { count == 0 }

    /// The bytes that are stored for this visitor alone.
    var byteCount: Int { room * SharedSelection.bytesPerRow + textCount }

    /// Returns the index path where a selected row was last seen; nil for a row that is not selected.
    subscript(identifier: String) -> IndexPath? {
        if let place = others[identifier] { return place }
        guard let list, let place = list.rows[identifier], !exceptions.contains(identifier) else { return nil }
        return place
    }

    /// All selected rows in the order of selection, with the index paths where they were last seen.
    var all: OrderedDictionary<String, IndexPath> {
        guard let list else { return others }
        var rows = list.rows
        if !exceptions.isEmpty { rows.removeAll { exceptions.contains($0.key) } }
        for (identifier, place) in others { rows[identifier] = place }
        return rows
    }

    /// Selects a row in addition to the others.
    ///
    /// - Returns: The change, or nil if nothing changed.
    mutating func insert(_ identifier: String, at place: IndexPath) -> Change? {
        if let index = others.index(forKey: identifier) {
            let before = others.values[index]
            guard before != place else { return nil }
            others.values[index] = place
            return .changed(identifier, before, index: index)
        }
        // The place in the list may be stale. It is only where a search begins, and the list belongs to other visitors
        // too.
        guard self[identifier] == nil else { return nil }
        others[identifier] = place
        textCount += Self.byteCount(of: identifier)
        measure()
        return .added(identifier)
    }

    /// Deselects a row.
    ///
    /// - Returns: The change, or nil if the row was not selected.
    mutating func remove(_ identifier: String) -> Change? {
        if let index = others.index(forKey: identifier) {
            textCount -= Self.byteCount(of: identifier)
            return .changed(identifier, others.remove(at: index).value, index: index)
        }
        guard let list, let index = list.rows.index(forKey: identifier) else { return nil }
        // The text of the list is stored, because it needs no further memory.
        guard exceptions.insert(list.rows.elements[index].key).inserted else { return nil }
        measure()
        return .excepted(identifier)
    }

    /// Undoes the last change, or an earlier one as far as later changes allow.
    mutating func revert(_ change: Change) {
        switch change {
        case .added(let identifier): _ = remove(identifier)
        case .changed(let identifier, let place, let index):
            if others.removeValue(forKey: identifier) == nil { textCount += Self.byteCount(of: identifier) }
            others.updateValue(place, forKey: identifier, insertingAt: min(index, others.count))
        case .excepted(let identifier): exceptions.remove(identifier)
        case .replaced(let before): self = before
        }
    }

    private mutating func measure() { room = max(room, exceptions.count + others.count) }

    /// The heap bytes of a text. Texts of up to 15 bytes need none.
    static func byteCount(of text: String) -> Int {
        let count = text.utf8.count
        return count > 15 ? count + 32 : 0
    }
}

extension SelectedRows {
    /// Replaces many rows of the visitor by a list that visitors share.
    @TableActor
    mutating func share(among lists: SharedSelections) {
        guard room > Self.maxDifferences(from: list) else { return }
        let rows = all
        self = rows.count > Self.maxOwnRows ? lists.selection(of: rows) : SelectedRows(rows)
    }

    /// The rows as differences from a list; nil if they differ too much.
    init?(_ rows: OrderedDictionary<String, IndexPath>, from list: SharedSelection) {
        let limit = Self.maxDifferences(from: list)
        guard abs(list.rows.count - rows.count) <= limit else { return nil }
        self.list = list
        var found = 0
        for (identifier, place) in list.rows {
            if found < rows.count, rows.keys[found] == identifier, rows.values[found] == place {
                found += 1
            } else {
                exceptions.insert(identifier)
                guard exceptions.count <= limit else { return nil }
            }
        }
        guard exceptions.count + rows.count - found <= limit else { return nil }
        for (identifier, place) in rows.elements[found...] { _ = insert(identifier, at: place) }
        measure()
    }

    private static func maxDifferences(from list: SharedSelection?) -> Int {
        max(maxOwnRows, (list?.rows.count ?? 0) / 4)
    }
}
