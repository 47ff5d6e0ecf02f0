public import FoundationEssentials

extension TableView {
    /// Returns whether a visitor can move the keyboard focus to a row.
    ///
    /// If it is false, links and buttons in the row can still have the focus.
    public func canFocusRow(at indexPath: IndexPath) -> Bool {
        responder(forRowAt: indexPath).isFocusable
    }

    /// The row that has the focus when the page is opened, as named by the delegate; nil for none.
    ///
    /// The delegate is asked once between reloads. A row that does not exist counts as nil.
    public var preferredFocusedRow: IndexPath? {
        if let preferred = answers.preferredFocusedRow { return preferred }
        let named = delegate?.indexPathForPreferredFocusedView(in: self)
        let preferred = named.flatMap { hasRow(at: $0) ? $0 : nil }
        answers.preferredFocusedRow = .some(preferred)
        return preferred
    }

    /// Moves the visitor's focus to a row, after asking the delegate, and tells the delegate.
    ///
    /// If the row already has the focus, nothing happens. If selection follows focus, the row is also selected. A
    /// refused selection does not undo the focus. Route: `POST ./focus/S/R`.
    ///
    /// - Returns: The index path where the row is now, or nil if the delegate deleted it.
    /// - Throws: ``TableViewError`` with `noSuchRow`, `disabled`, `notFocusable`, or `vetoed` if `shouldUpdateFocusIn`
    ///   returns false; any error passed to `refuse(_:)`.
    @discardableResult
    public func focusRow(at indexPath: IndexPath) async throws -> IndexPath? {
        try requireUsableRow(at: indexPath)
        guard canFocusRow(at: indexPath) else {
            throw TableViewError(.notFocusable, "The row cannot have the focus.")
        }
        let identifier = identifier(forRowAt: indexPath)
        guard focusedRow != indexPath else { return indexPath }
        try await moveFocus(to: indexPath, named: identifier)
        if let place = currentIndexPath(ofRow: identifier, lastSeenAt: indexPath),
            delegate?.tableView(self, selectionFollowsFocusForRowAt: place) == true
        {
            _ = try? await touchRow(at: place)
        }
        return currentIndexPath(ofRow: identifier, lastSeenAt: indexPath)
    }

    /// Takes the visitor's focus away from the table, after asking the delegate, and tells the delegate.
    ///
    /// If no row has the focus, nothing happens. Route: `POST ./blur`.
    ///
    /// - Returns: The index path of the row that had the focus; nil if no row had it or the row no longer exists.
    /// - Throws: ``TableViewError`` with `vetoed` if `shouldUpdateFocusIn` returns false; any error passed to
    ///   `refuse(_:)`.
    @discardableResult
    public func endFocus() async throws -> IndexPath? {
        guard let focus = context.knownSession?.focus else { return nil }
        guard let indexPath = focusedRow else {
            context.session.focus = nil
            return nil
        }
        try await moveFocus(to: nil, named: nil)
        return currentIndexPath(ofRow: focus.identifier, lastSeenAt: indexPath)
    }

    /// The row that has the visitor's focus. No part of a page may depend on it, because a new focus makes no new page.
    private var focusedRow: IndexPath? {
        context.knownSession?.focus.flatMap { currentIndexPath(ofRow: $0.identifier, lastSeenAt: $0.lastSeenAt) }
    }

    private func moveFocus(to indexPath: IndexPath?, named identifier: String?) async throws {
        let update = TableViewFocusUpdateContext(
            previouslyFocusedIndexPath: focusedRow, nextFocusedIndexPath: indexPath)
        guard delegate?.tableView(self, shouldUpdateFocusIn: update) != false else {
            throw TableViewError(.vetoed, "The table refused to move the focus.")
        }
        let session = context.session
        let before = session.focus
        session.focus = indexPath.flatMap { place in
            identifier.map { TableSession.Focus(identifier: $0, lastSeenAt: place) }
        }
        do {
            try await carryOut { delegate?.tableView(self, didUpdateFocusIn: update) }
        } catch {
            session.focus = before
            throw error
        }
    }
}
