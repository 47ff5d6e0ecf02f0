import FoundationEssentials
import OrderedCollections

/// The state of a row that depends on the visitor: selected, expanded, preferred for focus.
package struct RowState: OptionSet, Sendable, Hashable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    // Computed, because reading a stored static property costs a call into the module for each row.
    package static var selected: RowState { RowState(rawValue: 1 << 0) }
    package static var expanded: RowState { RowState(rawValue: 1 << 1) }
    package static var preferredForFocus: RowState { RowState(rawValue: 1 << 2) }
}

/// The states of all rows for the visitor whose page is written, looked up once for each page.
package final class SessionRowStates: Sendable {
    private let selection: SelectedRows
    private let expandedRows: OrderedSet<String>
    private let preferredFocusedRow: IndexPath?
    /// A Boolean value that indicates whether the page is in edit mode.
    package let isEditing: Bool
    /// A Boolean value that indicates whether no row has a state.
    package let arePlain: Bool

    @TableActor
    package init(of tableView: TableView) {
        selection = tableView.selection
        expandedRows = tableView.context.expandedRows
        preferredFocusedRow = tableView.gestures.preferredFocusedRow
        isEditing = tableView.showsEditing
        arePlain = selection.isEmpty && expandedRows.isEmpty && preferredFocusedRow == nil
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
