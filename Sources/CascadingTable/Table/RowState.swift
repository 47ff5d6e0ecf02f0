import FoundationEssentials
import OrderedCollections

/// What the visitor, and not the row, decides of how a row is shown.
package struct RowState: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    // Computed, for a stored one is asked of its module for each row.
    package static var selected: RowState { RowState(rawValue: 1 << 0) }
    package static var expanded: RowState { RowState(rawValue: 1 << 1) }
    package static var preferredForFocus: RowState { RowState(rawValue: 1 << 2) }
}

/// The marks of all rows for the visitor whose page is written, looked up once.
package final class SessionRowStates: Sendable {
    private let selection: SelectedRows
    private let expandedRows: OrderedSet<String>
    private let preferredFocusedRow: IndexPath?
    /// Whether the page is in edit mode.
    package let isEditing: Bool
    /// Whether no row has any.
    package let arePlain: Bool

    @TableActor
    package init(of tableView: TableView) {
        selection = tableView.selection
        expandedRows = tableView.context.expandedRows
        preferredFocusedRow = tableView.preferredFocusedRow
        isEditing = tableView.showsEditing
        arePlain = selection.isEmpty && expandedRows.isEmpty && preferredFocusedRow == nil
    }

    /// Whether these are plain, and those of a table's page of a visitor of whom nothing is remembered that shows.
    @TableActor
    package func hold(in tableView: TableView) -> Bool {
        let context = tableView.context
        return arePlain && context.knownSession?.isEmpty != false
            && isEditing == (context.request.isEditing ?? false) && context.expandedRows.isEmpty
            && tableView.preferredFocusedRow == nil
    }

    package func marks(ofRow identifier: String, section: Int, row: Int) -> RowState {
        guard !arePlain else { return [] }
        var marks: RowState = []
        if !selection.isEmpty, selection[identifier] != nil { marks.insert(.selected) }
        if !expandedRows.isEmpty, expandedRows.contains(identifier) { marks.insert(.expanded) }
        if preferredFocusedRow == IndexPath(row: row, section: section) { marks.insert(.preferredForFocus) }
        return marks
    }
}
