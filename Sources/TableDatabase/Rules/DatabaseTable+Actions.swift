package import CascadingTable
import LocalizedMessages

extension DatabaseTable {
    /// Offers the actions in a table of rows, or on the page of a row.
    @TableActor
    package func offerActions(in tableView: TableView) {
        guard !actions.isEmpty, let editor = tableView.hosting.editing?.editor else { return }
        if let row = tableView.hosting.editing?.record {
            tableView.toolbar += actions.map { action in
                TableViewToolbarAction(id: action.id, title: action.title, style: action.style) { tableView in
                    try await action.perform(onRows: [row], of: editor, in: tableView)
                }
            }
        } else {
            tableView.allowsMultipleSelection = true
            tableView.selectionActions += actions.map { action in
                TableViewSelectionAction(id: action.id, title: action.title, style: action.style) { tableView, rows in
                    try await action.perform(onRows: rows.map(\.identifier), of: editor, in: tableView)
                }
            }
        }
    }
}

extension DatabaseTable.Action {
    /// Performs the action, and tells the visitor how many rows it changed.
    @TableActor
    fileprivate func perform(onRows ids: [String], of editor: any RowEditor, in tableView: TableView) async throws {
        let changes = ids.map { id in
            var change = RowChange(.change, id: id, types: .any)
            change.action = self.id
            return change
        }
        let author = EditAuthor(user: TableVisitor(user: tableView.visitor.user).id)
        let rows = try await carryOut(changes, of: editor, by: author, in: tableView)
        let count = rows.count { $0.before?.tag != $0.after?.tag }
        tableView.tell(message?(count) ?? Self.message(aboutChanges: count))
    }

    private static func message(aboutChanges count: Int) -> LocalizedMessage {
        count == 1 ? "1 row was changed." : "\(count) rows were changed."
    }

    /// Makes changes, lets the visitor undo them, and reads the tables again.
    ///
    /// - Throws: The first reason why a change cannot be made. Then none was made.
    @TableActor @discardableResult
    private func carryOut(
        _ changes: [RowChange], of editor: any RowEditor, by author: EditAuthor, in tableView: TableView
    ) async throws -> [EditedRow] {
        let rows: [EditedRow]
        do { rows = try await editor.edit(changes, isRehearsal: false, by: author) } catch let error as RowEditError {
            if case .invalid(let issues)? = error.rows.lazy.compactMap(\.failure).first {
                throw TableViewValidationError(issues)
            }
            throw TableViewError(.vetoed, "Nothing was changed, because the row was changed since.")
        }
        let inverse = rows.inverse
        if !inverse.isEmpty {
            tableView.registerUndo(LocalizedMessage(verbatim: title), holding: inverse.byteCount) { tableView in
                try await carryOut(inverse, of: editor, by: author, in: tableView)
            }
        }
        try? await tableView.hosting.updateHandler?(tableView)
        return rows
    }
}
