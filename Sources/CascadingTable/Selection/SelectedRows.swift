import Essentials
import HashTreeCollections

/// The rows that a visitor has selected in a table, by identifier, in the order of selection.
///
/// A copy shares its memory with the original, and a change of one of them copies only the nodes on the way to a row.
struct SelectedRows: Sendable {
    /// The maximum number of selected rows in a table without a `selectionLimit`.
    static let limit = 10_000
    /// The approximate bytes of a row without a long identifier.
    private static let bytesPerRow = 80

    struct Row: Sendable {
        /// The place where the row was last seen.
        var place: IndexPath
        /// The number of rows that were selected before, which orders the rows.
        let number: Int
    }

    /// A change that can be undone.
    enum Change {
        /// A row was selected, deselected, or seen at another place. It was this before; nil if it was not selected.
        case row(String, Row?)
        case replaced(SelectedRows)
    }

    /// The rows, in no particular order.
    private(set) var rows: TreeDictionary<String, Row> = [:]
    private var nextNumber = 0
    /// The bytes of the identifiers.
    private var textCount = 0

    var count: Int { rows.count }
    var isEmpty: Bool { rows.isEmpty }

    /// The approximate number of bytes that the rows need.
    var byteCount: Int { rows.count * Self.bytesPerRow + textCount }

    /// Returns the place where a selected row was last seen; nil for a row that is not selected.
    subscript(identifier: String) -> IndexPath? { rows[identifier]?.place }

    /// The rows in the order of selection. It takes time in proportion to their number.
    var all: [(identifier: String, place: IndexPath)] {
        rows.sorted { $0.value.number < $1.value.number }.map { ($0.key, $0.value.place) }
    }

    /// Adds a row as the last one. A row that is selected keeps its number.
    ///
    /// - Returns: The change; nil if the row is already selected there.
    mutating func insert(_ identifier: String, at place: IndexPath) -> Change? {
        let before = rows[identifier]
        guard before?.place != place else { return nil }
        set(Row(place: place, number: before?.number ?? nextNumber), for: identifier)
        if before == nil { nextNumber += 1 }
        return .row(identifier, before)
    }

    /// Removes a row.
    ///
    /// - Returns: The change; nil if the row is not selected.
    mutating func remove(_ identifier: String) -> Change? {
        guard let before = rows[identifier] else { return nil }
        set(nil, for: identifier)
        return .row(identifier, before)
    }

    /// Undoes a change.
    mutating func revert(_ change: Change) {
        switch change {
        case .row(let identifier, let before): set(before, for: identifier)
        case .replaced(let before): self = before
        }
    }

    private mutating func set(_ row: Row?, for identifier: String) {
        // A text of at most 15 bytes needs no memory of its own.
        let bytes = identifier.utf8.count > 15 ? identifier.utf8.count + 32 : 0
        if let row {
            if rows.updateValue(row, forKey: identifier) == nil { textCount += bytes }
        } else if rows.removeValue(forKey: identifier) != nil {
            textCount -= bytes
        }
    }
}

/// The changes of a visitor's selection during an action, recorded so that a failed action can undo them.
///
/// A copy of the old selection would make each change copy the selection.
struct SelectionChanges {
    /// The changes in order.
    private var changes: [SelectedRows.Change] = []
    private var isNeeded = false

    mutating func note(_ change: SelectedRows.Change) {
        if isNeeded { changes.append(change) }
    }

    /// Begins to record changes.
    ///
    /// - Returns: The state of the outer recording, for `end(_:)`.
    mutating func begin() -> (count: Int, isNeeded: Bool) {
        defer { isNeeded = true }
        return (changes.count, isNeeded)
    }

    /// Removes and returns the last change since the beginning.
    mutating func popLast(since outer: (count: Int, isNeeded: Bool)) -> SelectedRows.Change? {
        changes.count > outer.count ? changes.popLast() : nil
    }

    mutating func end(_ outer: (count: Int, isNeeded: Bool)) {
        isNeeded = outer.isNeeded
        if !isNeeded { changes.removeAll(keepingCapacity: changes.count <= 8) }
    }
}
