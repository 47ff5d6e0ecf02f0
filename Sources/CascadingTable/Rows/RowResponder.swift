import Essentials

/// The questions about one row and its actions, sent directly to the delegate of the tree that answers them.
///
/// A page asks about 15 questions for each row. Delegates that only forward them are skipped once for all of them; see
/// ``CascadingTableDelegate/forwardingTarget(forRowAt:)``.
@TableActor
package struct RowResponder {
    private let tableView: TableView
    package let indexPath: IndexPath
    private let dataSource: any TableViewDataSource
    private let delegate: any TableViewDelegate

    /// The cell of the row, which must exist.
    package var cell: TableViewCell {
        guard tableView.models.isNeeded else { return dataSource.tableView(tableView, cellForRowAt: indexPath) }
        return tableView.models.observing(.row(indexPath), of: tableView) {
            dataSource.tableView(tableView, cellForRowAt: indexPath)
        }
    }

    /// The identifier that the data source gives the row, or one made from its position.
    package var identifier: String {
        dataSource.tableView(tableView, identifierForRowAt: indexPath)
            ?? tableView.history.placeIdentifier(of: indexPath)
    }

    /// The height of the row, if the rows of its section do not have one height.
    package var height: Height {
        var height = delegate.tableView(tableView, heightForRowAt: indexPath)
        if height == .automatic { height = tableView.rowHeight }
        return height == .automatic ? height : tableView.checked(height, of: "heightForRowAt", at: indexPath)
    }

    package var isHighlightable: Bool {
        tableView.allowsSelection && delegate.tableView(tableView, shouldHighlightRowAt: indexPath)
    }

    /// Asks the delegate whether a tap selects the row.
    ///
    /// - Throws: ``TableViewError`` with `notHighlightable` or `vetoed`.
    func requireSelectable() throws(TableViewError) {
        guard isHighlightable else { throw TableViewError(.notHighlightable, "The row cannot be selected.") }
        guard delegate.tableView(tableView, willSelectRowAt: indexPath) == indexPath else {
            throw TableViewError(.vetoed, "The table refused to select the row.")
        }
    }

    package var isFocusable: Bool { delegate.tableView(tableView, canFocusRowAt: indexPath) }

    package var indentationLevel: Int { delegate.tableView(tableView, indentationLevelForRowAt: indexPath) }

    package var expansion: TableViewRowExpansion? { delegate.tableView(tableView, expansionForRowAt: indexPath) }

    package var hasPrimaryAction: Bool {
        delegate.tableView(tableView, canPerformPrimaryActionForRowAt: indexPath)
    }

    /// The actions that the row offers, by place; nil if it offers none.
    package var actions: TableView.RowActions? {
        let leading = delegate.tableView(tableView, leadingSwipeActionsConfigurationForRowAt: indexPath)
        let trailing = delegate.tableView(tableView, trailingSwipeActionsConfigurationForRowAt: indexPath)
        let menu = delegate.tableView(tableView, contextMenuConfigurationForRowAt: indexPath)
        guard leading != nil || trailing != nil || menu != nil else { return nil }
        return TableView.RowActions(leading: leading, trailing: trailing, menu: menu).withUniqueIdentifiers()
    }

    /// The menu entries that the delegate allows for the row.
    package var menuActions: [MenuAction] {
        guard delegate.tableView(tableView, shouldShowMenuForRowAt: indexPath) else { return [] }
        // The delegate may read the session, which is the sender. So the answer is not cached for other visitors.
        let sender = tableView.context.session
        tableView.context.note(.session)
        return MenuAction.allCases.filter {
            delegate.tableView(tableView, canPerformAction: $0, forRowAt: indexPath, withSender: sender)
        }
    }

    /// The fields of the row that a visitor can edit.
    package var fields: [TableViewEditableField] {
        delegate.tableView(tableView, fieldsForEditingRowAt: indexPath)
    }

    /// The button that edit mode shows for the row; `.none` if the row cannot be edited, or nothing edits it.
    package var editingStyle: TableViewCell.EditingStyle {
        guard isEditable, dataSource.implementsCommit(forRowAt: indexPath) else { return .none }
        return delegate.tableView(tableView, editingStyleForRowAt: indexPath)
    }

    var isEditable: Bool { dataSource.tableView(tableView, canEditRowAt: indexPath) }

    /// A Boolean value that indicates whether the row is protected: others of its data source can be deleted.
    var isProtected: Bool { dataSource.implementsCommit(forRowAt: indexPath) && !isEditable }

    package var deleteTitle: String? {
        delegate.tableView(tableView, titleForDeleteConfirmationButtonForRowAt: indexPath)
    }

    package var shouldIndentWhileEditing: Bool {
        delegate.tableView(tableView, shouldIndentWhileEditingRowAt: indexPath)
    }

    package var isMovable: Bool { dataSource.tableView(tableView, canMoveRowAt: indexPath) }

    /// Tells the delegate that the cell is about to be written to a page.
    package func willDisplay(_ cell: TableViewCell) {
        delegate.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
    }

    /// Tells the delegate that the cell was written to a page.
    package func didEndDisplaying(_ cell: TableViewCell) {
        delegate.tableView(tableView, didEndDisplaying: cell, forRowAt: indexPath)
    }

    // MARK: Actions, which may wait

    func didSelect() async throws { try await delegate.tableView(tableView, didSelectRowAt: indexPath) }

    func didDeselect() async throws { try await delegate.tableView(tableView, didDeselectRowAt: indexPath) }

    func didExpand() async throws { try await delegate.tableView(tableView, didExpandRowAt: indexPath) }

    func didCollapse() async throws { try await delegate.tableView(tableView, didCollapseRowAt: indexPath) }

    func accessoryButtonTapped() async throws {
        try await delegate.tableView(tableView, accessoryButtonTappedForRowWith: indexPath)
    }

    func performPrimaryAction() async throws {
        try await delegate.tableView(tableView, performPrimaryActionForRowAt: indexPath)
    }

    func performMenuAction(_ action: MenuAction, withSender sender: TableSession?) async throws {
        try await delegate.tableView(tableView, performAction: action, forRowAt: indexPath, withSender: sender)
    }

    func commitValues(_ values: [String: String]) async throws {
        try await delegate.tableView(tableView, commitValues: values, forRowAt: indexPath)
    }

    func commit(_ editingStyle: TableViewCell.EditingStyle) async throws {
        try await dataSource.tableView(tableView, commit: editingStyle, forRowAt: indexPath)
    }
}

extension RowResponder {
    // Both call the memberwise initializer: setting the properties one by one would copy the value afterwards.

    fileprivate init(_ tableView: TableView, _ indexPath: IndexPath) {
        if let origin = tableView.origin {
            self.init(origin, tableView.original(indexPath))
        } else if let root = tableView.root {
            self.init(tableView, indexPath, root.forwardingTarget(forRowAt: indexPath))
        } else {
            self.init(
                tableView: tableView, indexPath: indexPath, dataSource: tableView.dataSource ?? NoDelegate.shared,
                delegate: tableView.delegate ?? NoDelegate.shared)
        }
    }

    init(_ tableView: TableView, _ indexPath: IndexPath, _ responder: any CascadingTableDelegate) {
        self.init(tableView: tableView, indexPath: indexPath, dataSource: responder, delegate: responder)
    }
}

extension TableView {
    /// Returns the height, or automatic if it is invalid. The anomaly names the question that was asked.
    func checked(_ height: Height, of question: String, at indexPath: IndexPath? = nil) -> Height {
        guard !height.isValid else { return height }
        report(.invalidHeight, "\(question) answered \(height); it counts as automatic.", at: indexPath)
        return .automatic
    }

    package func responder(forRowAt indexPath: IndexPath) -> RowResponder {
        RowResponder(self, indexPath)
    }
}

/// The data source and delegate of a table that has none, so that no question has to unwrap an optional.
final class NoDelegate: TableViewDataSource, TableViewDelegate {
    static let shared = NoDelegate()

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 0 }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
}
