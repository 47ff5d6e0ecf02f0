public import Essentials
import OrderedCollections

extension TableView {
    /// The rows that are selected in the visitor's session, in the order of selection.
    ///
    /// Rows that no longer exist are left out. Unlike in UIKit, it is never nil. Reading it makes the answer personal:
    /// it is not cached for other visitors. Cost: one lookup for each selected row.
    public var indexPathsForSelectedRows: [IndexPath] {
        note(read: .session)
        return selection.all.compactMap { currentIndexPath(ofRow: $0.identifier, lastSeenAt: $0.place) }
    }

    /// The number of rows that are selected in the visitor's session, including rows that no longer exist.
    package var numberOfSelectedRows: Int { selection.count }

    /// The row that was selected first in the visitor's session, or nil if no row is selected.
    ///
    /// Cost: as for ``indexPathsForSelectedRows``.
    public var indexPathForSelectedRow: IndexPath? { indexPathsForSelectedRows.first }

    /// Selects a row in the visitor's session without asking or telling the delegate.
    ///
    /// A row that does not exist is reported as an anomaly. ``selectionLimit`` is not checked. To act as a visitor
    /// does, call ``Gestures-swift.struct/touchRow(at:)``.
    public func selectRow(at indexPath: IndexPath) {
        guard hasRow(at: indexPath) else {
            return report(.indexOutOfRange, "There is no row \(indexPath) to select.", at: indexPath)
        }
        select(identifier(forRowAt: indexPath), at: indexPath, besideOthers: selectsSeveralRows)
    }

    /// Deselects a row in the visitor's session without asking or telling the delegate.
    ///
    /// If the row does not exist, nothing happens. To act as a visitor does, call ``Gestures-swift.struct/releaseRow(at:)``.
    public func deselectRow(at indexPath: IndexPath) {
        guard hasRow(at: indexPath) else { return }
        deselect(identifier(forRowAt: indexPath))
    }

    /// Returns whether the row with an identifier is selected in the visitor's session.
    package func isSelected(identifier: String) -> Bool {
        !selection.isEmpty && selection[identifier] != nil
    }

    /// The rows that are selected in the visitor's session, with the index paths where they were last seen.
    var selection: SelectedRows {
        context.knownSession?.selection ?? SelectedRows()
    }

    /// Selects a row in the visitor's session, and records the change.
    func select(_ identifier: String, at indexPath: IndexPath, besideOthers: Bool) {
        let context = context
        if let change = context.session.select(identifier, at: indexPath, besideOthers: besideOthers) {
            context.selectionChanges.note(change)
        }
    }

    /// Deselects a row in the visitor's session, and records the change.
    func deselect(_ identifier: String) {
        let context = context
        if let change = context.session.deselect(identifier) { context.selectionChanges.note(change) }
    }

    /// Carries out an action. If it fails, its changes of the visitor's selection are undone.
    func changingSelection<Result>(_ body: () async throws -> Result) async throws -> Result {
        let context = context
        let outer = context.selectionChanges.begin()
        defer { context.selectionChanges.end(outer) }
        do {
            return try await carryOut(body)
        } catch {
            while let change = context.selectionChanges.popLast(since: outer) { context.session.revert(change) }
            throw error
        }
    }

    /// Runs a check of an index path that a delegate returned, and reports an anomaly if it fails.
    func reporting(
        at indexPath: IndexPath, _ check: () throws(TableViewError) -> Void
    ) throws(TableViewError) {
        do { try check() } catch {
            report(.indexOutOfRange, "A delegate named a place that is none. \(error.message)", at: indexPath)
            throw error
        }
    }

    func requireRow(at indexPath: IndexPath) throws(TableViewError) {
        guard hasRow(at: indexPath) else {
            throw TableViewError(.noSuchRow, "There is no row \(indexPath.row) in section \(indexPath.section).")
        }
    }

    func requireUsableRow(at indexPath: IndexPath) throws(TableViewError) {
        try requireRow(at: indexPath)
        guard responder(forRowAt: indexPath).cell.isEnabled else {
            throw TableViewError(.disabled, "The row cannot be used.")
        }
    }
}

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
