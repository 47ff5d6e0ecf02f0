public import Essentials

extension TableView.Gestures {
    /// Returns whether a visitor can move the keyboard focus to a row.
    ///
    /// If it is false, links and buttons in the row can still have the focus.
    public func canFocusRow(at indexPath: IndexPath) -> Bool {
        tableView.responder(forRowAt: indexPath).isFocusable
    }

    /// The row that has the focus when the page is opened, as named by the delegate; nil for none.
    ///
    /// The delegate is asked once between reloads. A row that does not exist counts as nil.
    public var preferredFocusedRow: IndexPath? {
        if let preferred = tableView.answers.preferredFocusedRow { return preferred }
        let named = tableView.delegate?.indexPathForPreferredFocusedView(in: tableView)
        let preferred = named.flatMap { tableView.hasRow(at: $0) ? $0 : nil }
        tableView.answers.preferredFocusedRow = .some(preferred)
        return preferred
    }

    /// Moves the visitor's focus to a row, after asking the delegate, and tells the delegate.
    ///
    /// If the row already has the focus, nothing happens. If selection follows focus, the row is also selected. A
    /// refused selection does not undo the focus.
    ///
    /// - Returns: The index path where the row is now, or nil if the delegate deleted it.
    /// - Throws: ``TableViewError`` with `noSuchRow`, `disabled`, `notFocusable`, or `vetoed` if `shouldUpdateFocusIn`
    ///   returns false; any error passed to `refuse(_:)`.
    @discardableResult
    public func focusRow(at indexPath: IndexPath) async throws -> IndexPath? {
        try tableView.requireUsableRow(at: indexPath)
        guard canFocusRow(at: indexPath) else {
            throw TableViewError(.notFocusable, "The row cannot have the focus.")
        }
        let identifier = tableView.identifier(forRowAt: indexPath)
        guard tableView.focusedRow != indexPath else { return indexPath }
        try await tableView.moveFocus(to: RowReference(indexPath: indexPath, identifier: identifier))
        if let place = tableView.currentIndexPath(ofRow: identifier, lastSeenAt: indexPath),
            tableView.delegate?.tableView(tableView, selectionFollowsFocusForRowAt: place) == true
        {
            _ = try? await touchRow(at: place)
        }
        return tableView.currentIndexPath(ofRow: identifier, lastSeenAt: indexPath)
    }

    /// Takes the visitor's focus away from the table, after asking the delegate, and tells the delegate.
    ///
    /// If no row has the focus, nothing happens.
    ///
    /// - Returns: The index path of the row that had the focus; nil if no row had it or the row no longer exists.
    /// - Throws: ``TableViewError`` with `vetoed` if `shouldUpdateFocusIn` returns false; any error passed to
    ///   `refuse(_:)`.
    @discardableResult
    public func endFocus() async throws -> IndexPath? {
        guard let focus = tableView.context.knownSession?.focus else { return nil }
        guard let indexPath = tableView.focusedRow else {
            tableView.context.session.focus = nil
            return nil
        }
        try await tableView.moveFocus(to: nil)
        return tableView.currentIndexPath(ofRow: focus.identifier, lastSeenAt: indexPath)
    }
}

extension TableView {
    /// The row that has the visitor's focus. No part of a page may depend on it, because a new focus makes no new page.
    fileprivate var focusedRow: IndexPath? {
        context.knownSession?.focus.flatMap { currentIndexPath(ofRow: $0.identifier, lastSeenAt: $0.indexPath) }
    }

    fileprivate func moveFocus(to row: RowReference?) async throws {
        let update = TableViewFocusUpdateContext(
            previouslyFocusedIndexPath: focusedRow, nextFocusedIndexPath: row?.indexPath)
        try await carryOut {
            guard delegate?.tableView(self, shouldUpdateFocusIn: update) != false else {
                throw TableViewError(.vetoed, "The table refused to move the focus.")
            }
        }
        let session = context.session
        let before = session.focus
        session.focus = row
        do {
            try await carryOut { delegate?.tableView(self, didUpdateFocusIn: update) }
        } catch {
            session.focus = before
            throw error
        }
    }
}
