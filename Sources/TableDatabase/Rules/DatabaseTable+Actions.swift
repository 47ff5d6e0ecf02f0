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
    /// Performs the action, tells the visitor about it, and lets them undo it.
    @TableActor
    fileprivate func perform(onRows ids: [String], of editor: any RowEditor, in tableView: TableView) async throws {
        let author = EditAuthor(user: TableVisitor(user: tableView.visitor.user).id)
        let changes = ids.map { id in
            var change = RowChange(.change, id: id, types: .any)
            change.action = self.id
            return change
        }
        let rows = try await Self.edit(changes, of: editor, by: author)
        let count = rows.count { $0.before?.tag != $0.after?.tag }
        tableView.tell(message?(count) ?? Self.message(aboutChanges: count))
        let inverse = rows.inverse
        if !inverse.isEmpty {
            tableView.registerUndo(
                LocalizedMessage(verbatim: title), holding: inverse.byteCount, undoing(inverse, of: editor, by: author))
        }
        try? await tableView.hosting.updateHandler?(tableView)
    }

    private static func message(aboutChanges count: Int) -> LocalizedMessage {
        count == 1 ? "1 row was changed." : "\(count) rows were changed."
    }

    /// Makes changes, or throws the first reason why one cannot be made.
    private static func edit(
        _ changes: [RowChange], of editor: any RowEditor, by author: EditAuthor
    ) async throws -> [EditedRow] {
        do { return try await editor.edit(changes, isRehearsal: false, by: author) } catch let error as RowEditError {
            switch error.rows.lazy.compactMap(\.failure).first {
            case .invalid(let issues)?: throw TableViewValidationError(issues)
            default: throw TableViewError(.vetoed, "Nothing was changed, because the row was changed since.")
            }
        }
    }

    private func undoing(
        _ changes: [RowChange], of editor: any RowEditor, by author: EditAuthor
    ) -> @TableActor (TableView) async throws -> Void {
        { tableView in
            let inverse = try await Self.edit(changes, of: editor, by: author).inverse
            if !inverse.isEmpty {
                tableView.registerUndo(
                    LocalizedMessage(verbatim: title), holding: inverse.byteCount,
                    undoing(inverse, of: editor, by: author))
            }
            try? await tableView.hosting.updateHandler?(tableView)
        }
    }
}
