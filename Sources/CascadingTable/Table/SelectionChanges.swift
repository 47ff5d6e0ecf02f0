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
