public import FoundationEssentials

extension TableView {
    /// Whether the visitor can reach the row itself, and not only what is in it.
    public func canFocusRow(at indexPath: IndexPath) -> Bool {
        questions(forRowAt: indexPath).isFocusable
    }

    /// The row that the delegate wants the focus to be on when the page is opened; nil where it names none that is.
    public var preferredFocusedRow: IndexPath? {
        if let preferred = answers.preferredFocusedRow { return preferred }
        let named = delegate?.indexPathForPreferredFocusedView(in: self)
        let preferred = named.flatMap { hasRow(at: $0) ? $0 : nil }
        answers.preferredFocusedRow = .some(preferred)
        return preferred
    }

    /// The visitor's focus came to a row: asks the delegate whether it may, and tells it.
    ///
    /// Nobody is asked when it is there already. Where selection follows focus the row is touched as well; a touch that
    /// is refused leaves the focus where it is.
    ///
    /// - Returns: where the row is then; nil when the delegate has deleted it.
    @discardableResult
    public func focusRow(at indexPath: IndexPath) throws -> IndexPath? {
        try requireUsableRow(at: indexPath)
        guard canFocusRow(at: indexPath) else {
            throw TableViewError(.notFocusable, "The row cannot have the focus.")
        }
        let identifier = identifier(forRowAt: indexPath)
        guard focusedRow != indexPath else { return indexPath }
        try moveFocus(to: indexPath, named: identifier)
        if let place = currentIndexPath(ofRow: identifier, lastSeenAt: indexPath),
            delegate?.tableView(self, selectionFollowsFocusForRowAt: place) == true
        {
            _ = try? touchRow(at: place)
        }
        return currentIndexPath(ofRow: identifier, lastSeenAt: indexPath)
    }

    /// The visitor's focus left the table: asks the delegate whether it may, and tells it; nothing when no row had it.
    ///
    /// - Returns: where the row is that had it; nil when none did, or it is gone.
    @discardableResult
    public func endFocus() throws -> IndexPath? {
        guard let focus = context.knownSession?.focus else { return nil }
        guard let indexPath = focusedRow else {
            context.session.focus = nil
            return nil
        }
        try moveFocus(to: nil, named: nil)
        return currentIndexPath(ofRow: focus.identifier, lastSeenAt: indexPath)
    }

    /// Nothing that is shown may be made from it, for it may change without the page being another.
    private var focusedRow: IndexPath? {
        context.knownSession?.focus.flatMap { currentIndexPath(ofRow: $0.identifier, lastSeenAt: $0.lastSeenAt) }
    }

    private func moveFocus(to indexPath: IndexPath?, named identifier: String?) throws {
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
            try carryOut { delegate?.tableView(self, didUpdateFocusIn: update) }
        } catch {
            session.focus = before
            throw error
        }
    }
}
