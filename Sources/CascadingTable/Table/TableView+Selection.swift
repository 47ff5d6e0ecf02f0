public import FoundationEssentials
import OrderedCollections

extension TableView {
    /// The rows selected in the visitor's session, in the order of selection.
    public var indexPathsForSelectedRows: [IndexPath] {
        note(read: .session)
        return selection.compactMap { currentIndexPath(ofRow: $0.key, lastSeenAt: $0.value) }
    }

    /// The row selected first, or nil when none is.
    public var indexPathForSelectedRow: IndexPath? { indexPathsForSelectedRows.first }

    /// Selects a row without asking or telling the delegate; nothing where there is no such row.
    public func selectRow(at indexPath: IndexPath) {
        guard hasRow(at: indexPath) else {
            return report(.indexOutOfRange, "There is no row \(indexPath) to select.", at: indexPath)
        }
        let identifier = identifier(forRowAt: indexPath)
        let keepsOthers = allowsMultipleSelection
        updateState { state in
            if !keepsOthers { state.selection.removeAll() }
            state.selection[identifier] = indexPath
        }
    }

    /// Deselects a row without asking or telling the delegate; nothing where there is no such row.
    public func deselectRow(at indexPath: IndexPath) {
        guard hasRow(at: indexPath) else { return }
        let identifier = identifier(forRowAt: indexPath)
        guard selection[identifier] != nil else { return }
        updateState { $0.selection[identifier] = nil }
    }

    /// Whether the row of that name is selected in the visitor's session.
    public func isSelected(identifier: String) -> Bool {
        !selection.isEmpty && selection[identifier] != nil
    }

    /// A touch on a row: highlights and selects it, asking and telling the delegate as UIKit does.
    ///
    /// Where only one row can be selected, the one that is must let itself be deselected first.
    ///
    /// - Returns: where the row that was selected is then, which `willSelectRowAt` may have made another; nil when the
    ///   delegate has deleted it.
    @discardableResult
    public func touchRow(at indexPath: IndexPath) throws(TableViewError) -> IndexPath? {
        try requireUsableRow(at: indexPath)
        guard let delegate else {
            selectRow(at: indexPath)
            return indexPath
        }
        guard delegate.tableView(self, shouldHighlightRowAt: indexPath) else {
            throw TableViewError(.notHighlightable, "The row cannot be selected.")
        }
        delegate.tableView(self, didHighlightRowAt: indexPath)
        delegate.tableView(self, didUnhighlightRowAt: indexPath)
        guard let target = delegate.tableView(self, willSelectRowAt: indexPath) else {
            throw TableViewError(.vetoed, "The table refused to select the row.")
        }
        try requireRow(at: target)
        let targetIdentifier = identifier(forRowAt: target)
        if !allowsMultipleSelection { try releaseRows(exceptThatNamed: targetIdentifier) }
        // A delegate that was told of the deselection may have moved the row.
        guard let target = currentIndexPath(ofRow: targetIdentifier, lastSeenAt: target) else {
            throw TableViewError(.noSuchRow, "The row is gone.")
        }
        selectRow(at: target)
        delegate.tableView(self, didSelectRowAt: target)
        return currentIndexPath(ofRow: targetIdentifier, lastSeenAt: target)
    }

    /// Deselects a row, asking and telling the delegate as UIKit does; nothing when it is not selected.
    ///
    /// - Returns: where the row that was deselected is then, which `willDeselectRowAt` may have made another; nil when the
    ///   delegate has deleted it.
    @discardableResult
    public func releaseRow(at indexPath: IndexPath) throws(TableViewError) -> IndexPath? {
        try requireRow(at: indexPath)
        guard selection[identifier(forRowAt: indexPath)] != nil else { return indexPath }
        guard let target = delegate.map({ $0.tableView(self, willDeselectRowAt: indexPath) }) ?? indexPath else {
            throw TableViewError(.vetoed, "The table refused to deselect the row.")
        }
        try requireRow(at: target)
        let targetIdentifier = identifier(forRowAt: target)
        deselectRow(at: target)
        delegate?.tableView(self, didDeselectRowAt: target)
        return currentIndexPath(ofRow: targetIdentifier, lastSeenAt: target)
    }

    private func releaseRows(exceptThatNamed identifier: String) throws(TableViewError) {
        for (other, lastSeen) in selection where other != identifier {
            guard let indexPath = currentIndexPath(ofRow: other, lastSeenAt: lastSeen) else { continue }
            try releaseRow(at: indexPath)
        }
    }

    private var selection: OrderedDictionary<String, IndexPath> {
        context.request.session.state.selection
    }

    func updateState(_ change: (inout TableSession.State) -> Void) {
        context.request.session.update(change)
    }

    /// Runs a check of what a delegate answered, which is an anomaly where it fails.
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
        guard cellForRow(at: indexPath)?.isEnabled != false else {
            throw TableViewError(.disabled, "The row cannot be used.")
        }
    }
}
