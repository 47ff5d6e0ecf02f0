public import Essentials

extension TableView.Gestures {
    /// Returns the button that edit mode shows for a row: `.delete`, `.insert` or `.none`.
    ///
    /// It is `.none` if the row cannot be edited.
    public func editingStyle(forRowAt indexPath: IndexPath) -> TableViewCell.EditingStyle {
        tableView.responder(forRowAt: indexPath).editingStyle
    }

    /// Asks the data source to delete or insert a row, after the visitor pressed the button of edit mode.
    ///
    /// - Throws: ``TableViewError`` with `noSuchRow`, `disabled`, or `notEditable` if the row has another style; any
    ///   error passed to `refuse(_:)`.
    public func commit(
        _ editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) async throws {
        try tableView.requireUsableRow(at: indexPath)
        guard editingStyle != .none, self.editingStyle(forRowAt: indexPath) == editingStyle else {
            throw TableViewError(.notEditable, "The row has no \(editingStyle.rawValue) button.")
        }
        try await tableView.carryOut { try tableView.commit(editingStyle, ofRowAt: indexPath) }
    }

    /// Tells the delegate that the visitor begins to edit a row.
    ///
    /// - Throws: ``TableViewError`` with `noSuchRow`, `disabled` or `notEditable`; any error passed to `refuse(_:)`.
    public func beginEditing(rowAt indexPath: IndexPath) async throws {
        try tableView.requireUsableRow(at: indexPath)
        guard tableView.responder(forRowAt: indexPath).isEditable else {
            throw TableViewError(.notEditable, "The row cannot be edited.")
        }
        try await tableView.carryOut { tableView.delegate?.tableView(tableView, willBeginEditingRowAt: indexPath) }
    }

    /// Tells the delegate that the visitor has ended editing a row.
    ///
    /// - Parameter indexPath: The index path of the row, which may be disabled; nil if the row was removed.
    /// - Throws: ``TableViewError`` with `noSuchRow`; any error passed to `refuse(_:)`.
    public func endEditing(rowAt indexPath: IndexPath?) async throws {
        if let indexPath { try tableView.requireRow(at: indexPath) }
        try await tableView.carryOut { tableView.delegate?.tableView(tableView, didEndEditingRowAt: indexPath) }
    }
}

extension TableView {
    /// A Boolean value that indicates whether the page is shown in edit mode.
    ///
    /// The parameter `_edit` of the request decides. Without the parameter, the visitor's session decides. Default:
    /// false. A delegate that reads this value makes its answer personal: it is not cached for other requests.
    public var isEditing: Bool {
        note(read: .query)
        if context.request.isEditing == nil { note(read: .session) }
        return showsEditing
    }

    /// A Boolean value that indicates whether the page is shown in edit mode, for code that writes the page.
    ///
    /// Unlike ``isEditing``, reading it does not make the answer personal.
    package var showsEditing: Bool {
        context.request.isEditing ?? context.knownSession?.isEditing ?? false
    }

    /// Turns edit mode on or off in the visitor's session.
    ///
    /// Unlike in UIKit, the state belongs to one visitor, and there is no animation. The page that follows the action has it,
    /// also if the parameter `_edit` of the page decided before.
    public func setEditing(_ editing: Bool) {
        context.session.isEditing = editing
        context.hasSetEditing = true
    }

    /// Asks the data source to delete or insert a row, as a part of the current action.
    func commit(_ editingStyle: TableViewCell.EditingStyle, ofRowAt indexPath: IndexPath) throws {
        let row = responder(forRowAt: indexPath)
        try startUpdates { try await row.commit(editingStyle) }
    }
}
