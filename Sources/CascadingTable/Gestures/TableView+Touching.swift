public import Essentials

extension TableView {
    /// The gestures of a visitor on the table, for servers and tests.
    ///
    /// A gesture asks and tells the delegates as a visitor's click does:
    ///
    /// ```swift
    /// try await tableView.gestures.touchRow(at: IndexPath(row: 0, section: 0))
    /// #expect(tableView.indexPathForSelectedRow == IndexPath(row: 0, section: 0))
    /// ```
    ///
    /// A delegate changes a table by methods of the table itself, such as ``TableView/selectRow(at:)``.
    public var gestures: Gestures { Gestures(tableView: self) }

    /// Methods that act on a table as its visitor does.
    @TableActor
    public struct Gestures {
        let tableView: TableView
    }
}

extension TableView.Gestures {
    /// Highlights and selects a row, asking and telling the delegate in UIKit's order.
    ///
    /// If only one row can be selected, the selected row is deselected first, and the delegate can refuse that. If the
    /// delegate refuses in `didSelectRowAt`, that row is selected again, but `didDeselectRowAt` was called for it.
    ///
    /// - Returns: The index path of the selected row, or nil if the delegate deleted it. `willSelectRowAt` may have
    ///   chosen another row.
    /// - Throws: ``TableViewError`` with `noSuchRow`, `disabled`, `notHighlightable`, `vetoed` or
    ///   `selectionLimitReached`; any error passed to `refuse(_:)`. After an error, the selection is as it was before.
    @discardableResult
    public func touchRow(at indexPath: IndexPath) async throws -> IndexPath? {
        try await tableView.touch(rowAt: indexPath)?.indexPath
    }

    /// Deselects a row, asking and telling the delegate in UIKit's order.
    ///
    /// If the row is not selected, nothing happens.
    ///
    /// - Returns: The index path of the deselected row, or nil if the delegate deleted it. `willDeselectRowAt` may have
    ///   chosen another row.
    /// - Throws: ``TableViewError`` with `noSuchRow` or `vetoed`; any error passed to `refuse(_:)`. After an error, the
    ///   row is still selected.
    @discardableResult
    public func releaseRow(at indexPath: IndexPath) async throws -> IndexPath? {
        try await tableView.release(rowAt: indexPath)?.indexPath
    }

    /// Tells the delegate that the visitor presses a row and has not released it yet.
    ///
    /// - Throws: ``TableViewError`` with `noSuchRow`, `disabled` or `notHighlightable`; any error passed to
    ///   `refuse(_:)`.
    public func highlightRow(at indexPath: IndexPath) async throws {
        try tableView.requireUsableRow(at: indexPath)
        guard let delegate = tableView.delegate else { return }
        try await tableView.carryOut { try tableView.highlight(indexPath, delegate) }
    }

    /// Tells the delegate that the visitor released a row, which may be disabled.
    ///
    /// - Throws: ``TableViewError`` with `noSuchRow`; any error passed to `refuse(_:)`.
    public func unhighlightRow(at indexPath: IndexPath) async throws {
        try tableView.requireRow(at: indexPath)
        try await tableView.carryOut { tableView.delegate?.tableView(tableView, didUnhighlightRowAt: indexPath) }
    }
}

extension TableView {
    /// Selects a row as `touchRow(at:)` does, and returns its identifier as well.
    package func touch(rowAt indexPath: IndexPath) async throws -> RowReference? {
        try await touch(rowAt: indexPath, besideOthers: selectsSeveralRows)
    }

    /// Selects a row as `touchRow(at:)` does.
    ///
    /// - Parameter besideOthers: Whether the other rows stay selected, whatever the table allows.
    func touch(rowAt indexPath: IndexPath, besideOthers: Bool) async throws -> RowReference? {
        try requireUsableRow(at: indexPath)
        let proposed = try await carryOut { try rowToSelect(touchedAt: indexPath) }
        try reporting(at: indexPath) { () throws(TableViewError) in try requireRow(at: proposed) }
        let identifier = identifier(forRowAt: proposed)
        if selection[identifier] == nil { try makeRoom(forRows: 1, besideOthers: besideOthers) }
        // The deselection of other rows is part of the change, so that it is undone with it.
        let selected = try await changingSelection {
            if !besideOthers { try await releaseRows(exceptThatNamed: identifier) }
            // The delegate may have moved the row when it was told about the deselection.
            guard let target = currentIndexPath(ofRow: identifier, lastSeenAt: proposed) else {
                throw TableViewError(.noSuchRow, "The row no longer exists.")
            }
            select(identifier, at: target, besideOthers: besideOthers)
            try await responder(forRowAt: target).didSelect()
            return target
        }
        return location(ofRow: identifier, lastSeenAt: selected)
    }

    /// Deselects a row as `releaseRow(at:)` does, and returns its identifier as well.
    package func release(rowAt indexPath: IndexPath) async throws -> RowReference? {
        try requireRow(at: indexPath)
        let identifier = identifier(forRowAt: indexPath)
        guard selection[identifier] != nil else { return RowReference(indexPath: indexPath, identifier: identifier) }
        let released = try await release(at: indexPath)
        return location(ofRow: released.identifier, lastSeenAt: released.indexPath)
    }

    /// Deselects a row that is selected, or the row that the delegate chooses in its place.
    ///
    /// - Returns: The row that was deselected, with its index path at that time.
    private func release(at indexPath: IndexPath) async throws -> RowReference {
        let target = try await carryOut {
            guard let delegate else { return indexPath }
            guard let proposed = delegate.tableView(self, willDeselectRowAt: indexPath) else {
                throw TableViewError(.vetoed, "The table refused to deselect the row.")
            }
            return proposed
        }
        try reporting(at: indexPath) { () throws(TableViewError) in try requireRow(at: target) }
        let released = RowReference(indexPath: target, identifier: identifier(forRowAt: target))
        try await changingSelection {
            deselect(released.identifier)
            try await responder(forRowAt: target).didDeselect()
        }
        return released
    }

    fileprivate func highlight(_ indexPath: IndexPath, _ delegate: any TableViewDelegate) throws {
        guard allowsSelection, delegate.tableView(self, shouldHighlightRowAt: indexPath) else {
            throw TableViewError(.notHighlightable, "The row cannot be selected.")
        }
        delegate.tableView(self, didHighlightRowAt: indexPath)
    }

    /// Highlights a row, and asks the delegate which row to select.
    private func rowToSelect(touchedAt indexPath: IndexPath) throws -> IndexPath {
        guard let delegate else { return indexPath }
        try highlight(indexPath, delegate)
        delegate.tableView(self, didUnhighlightRowAt: indexPath)
        guard let target = delegate.tableView(self, willSelectRowAt: indexPath) else {
            throw TableViewError(.vetoed, "The table refused to select the row.")
        }
        return target
    }

    private func releaseRows(exceptThatNamed identifier: String) async throws {
        for (other, lastSeen) in selection.all where other != identifier {
            // The deselection of an earlier row may have deselected this one too.
            guard selection[other] != nil, let place = currentIndexPath(ofRow: other, lastSeenAt: lastSeen) else {
                continue
            }
            _ = try await release(at: place)
        }
    }
}
