public import Essentials

extension TableView.Gestures {
    /// Performs an action of the toolbar.
    ///
    /// - Parameter id: The identifier of the action.
    /// - Throws: ``TableViewError`` with `noSuchAction`; errors of the handler.
    public func performToolbarAction(_ id: String) async throws {
        guard let action = tableView.toolbar.first(where: { $0.id == id }) else {
            throw TableViewError(.noSuchAction, "The table has no action \"\(id)\".")
        }
        try await tableView.carryOut { try await action.handler(tableView) }
    }

    /// Performs an action of a section's header.
    ///
    /// The section is reloaded afterwards, unless a change was announced.
    ///
    /// - Parameters:
    ///   - id: The identifier of the action.
    ///   - section: The index of the section.
    /// - Throws: ``TableViewError`` with `noSuchSection` or `noSuchAction`; errors of the handler.
    public func performHeaderAction(_ id: String, inSection section: Int) async throws {
        try await perform(id, of: tableView.headerView(forSection: section), inSection: section)
    }

    /// Performs an action of a section's footer.
    ///
    /// The section is reloaded afterwards, unless a change was announced.
    ///
    /// - Parameters:
    ///   - id: The identifier of the action.
    ///   - section: The index of the section.
    /// - Throws: ``TableViewError`` with `noSuchSection` or `noSuchAction`; errors of the handler.
    public func performFooterAction(_ id: String, inSection section: Int) async throws {
        try await perform(id, of: tableView.footerView(forSection: section), inSection: section)
    }

    private func perform(_ id: String, of view: TableViewHeaderFooterView?, inSection section: Int) async throws {
        try tableView.requireSection(section)
        guard let action = view?.actions.first(where: { $0.id == id }) else {
            throw TableViewError(.noSuchAction, "The section has no action \"\(id)\".")
        }
        let isAnnounced = try await tableView.announces { try await action.handler(tableView, section) }
        if !isAnnounced, section < tableView.numberOfSections { tableView.reloadSections([section]) }
    }

    /// Performs an action on several rows.
    ///
    /// Each row must be selected, or the delegate must allow a tap to select it: `allowsSelection`,
    /// `shouldHighlightRowAt` and `willSelectRowAt`. A destructive action also needs `canEditRowAt` for each row, if the
    /// data source implements `commit`. If one row is refused, nothing is done.
    ///
    /// The rows are reloaded afterwards, unless a change was announced.
    ///
    /// - Parameters:
    ///   - id: The identifier of the action.
    ///   - indexPaths: The index paths of the rows.
    /// - Returns: The current index paths of the rows that still exist.
    /// - Throws: ``TableViewError`` with `noSuchAction`, `noSuchRow`, `disabled`, `notHighlightable`, `notEditable`, or
    ///   `vetoed` if there are no rows or the delegate refuses one; errors of the handler.
    @discardableResult
    public func performSelectionAction(_ id: String, forRowsAt indexPaths: [IndexPath]) async throws -> [IndexPath] {
        try await resultOfSelectionAction(id, forRowsAt: indexPaths).rows
    }

    /// Performs an action as ``performSelectionAction(_:forRowsAt:)`` does.
    package func resultOfSelectionAction(
        _ id: String, forRowsAt indexPaths: [IndexPath]
    ) async throws -> SelectionResult {
        let action = try await tableView.carryOut { try selectionAction(id, forRowsAt: indexPaths) }
        let rows = indexPaths.map {
            RowReference(indexPath: $0, identifier: tableView.identifier(forRowAt: $0))
        }
        let isAnnounced = try await tableView.announces { try await action.handler(tableView, rows) }
        // Rows of a database or a source have no places until the next request reads them again.
        let known = try? tableView.asking(tableView.context.request) {
            rows.compactMap { tableView.currentIndexPath(ofRow: $0.identifier, lastSeenAt: $0.indexPath) }
        }
        var result = SelectionResult(rows: known?.result ?? [])
        if known == nil { result.unread = rows }
        if !isAnnounced, !result.rows.isEmpty { tableView.reloadRows(at: result.rows) }
        return result
    }

    /// Returns the action with an identifier, if the delegate allows it on all of the rows.
    package func selectionAction(_ id: String, forRowsAt rows: [IndexPath]) throws -> TableViewSelectionAction {
        guard let action = tableView.selectionActions.first(where: { $0.id == id }) else {
            throw TableViewError(.noSuchAction, "The table has no action \"\(id)\".")
        }
        guard !rows.isEmpty else { throw TableViewError(.vetoed, "No row is selected. Select rows first.") }
        for indexPath in rows {
            try tableView.requireUsableRow(at: indexPath)
            let row = tableView.responder(forRowAt: indexPath)
            if !tableView.isSelected(identifier: row.identifier) { try row.requireSelectable() }
            if action.style == .destructive, row.isProtected {
                throw TableViewError(.notEditable, "The row cannot be edited.")
            }
        }
        return action
    }

    /// Returns the fields of the form for a new row in a section; empty if visitors cannot add rows.
    ///
    /// - Parameter section: The index of the section.
    public func fieldsForNewRow(inSection section: Int) -> [TableViewEditableField] {
        tableView.delegate?.tableView(tableView, fieldsForCreatingRowInSection: section) ?? []
    }

    /// Checks the values that a visitor entered for a new row, and asks the delegate to create the row.
    ///
    /// The section is reloaded afterwards, unless a change was announced.
    ///
    /// - Parameters:
    ///   - values: The entered texts by the names of their fields. A field that is missing has its default value.
    ///   - files: The chosen files by the names of their fields. Default: none.
    ///   - section: The index of the section.
    /// - Throws: ``TableViewValidationError`` for values that the fields or the delegate do not accept;
    ///   ``TableViewError`` with `noSuchSection` or `notEditable`.
    public func createRow(
        with values: [String: String], files: [String: TableViewFile] = [:], inSection section: Int
    ) async throws {
        try tableView.requireSection(section)
        let fields = fieldsForNewRow(inSection: section)
        guard let delegate = tableView.delegate, !fields.isEmpty else {
            throw TableViewError(.notEditable, "No row can be added here.")
        }
        let checked = try fields.checked(values, files)
        try await tableView.giving(files) {
            let isAnnounced = try await tableView.announces {
                try tableView.startUpdates {
                    try await delegate.tableView(tableView, createRowWith: checked, inSection: section)
                }
            }
            if !isAnnounced { tableView.reloadData() }
        }
    }
}
