package import FoundationEssentials

/// What is asked about one row, of whoever answers for it in the end.
///
/// A page asks a row some fifteen questions. Nodes that only pass them on are passed over, once for all of them; see
/// ``CascadingTableDelegate/responder(forRowAt:)``.
@TableActor
package struct RowResponder {
    private let tableView: TableView
    package let indexPath: IndexPath
    private let dataSource: any TableViewDataSource
    private let delegate: any TableViewDelegate

    /// The row's cell; the row must be there.
    package var cell: TableViewCell {
        dataSource.tableView(tableView, cellForRowAt: indexPath)
    }

    /// The identifier that the data source gives the row, or one made from its place.
    package var identifier: String {
        dataSource.tableView(tableView, identifierForRowAt: indexPath)
            ?? tableView.history.placeIdentifier(of: indexPath)
    }

    /// How high the row is to be, where not all of its section are of one height.
    package var height: Height {
        let height = delegate.tableView(tableView, heightForRowAt: indexPath)
        return height == .automatic ? height : tableView.checked(height, of: "heightForRowAt", at: indexPath)
    }

    package var isHighlightable: Bool { delegate.tableView(tableView, shouldHighlightRowAt: indexPath) }

    package var isFocusable: Bool { delegate.tableView(tableView, canFocusRowAt: indexPath) }

    package var indentationLevel: Int { delegate.tableView(tableView, indentationLevelForRowAt: indexPath) }

    package var expansion: TableViewRowExpansion? { delegate.tableView(tableView, expansionForRowAt: indexPath) }

    package var hasPrimaryAction: Bool {
        delegate.tableView(tableView, canPerformPrimaryActionForRowAt: indexPath)
    }

    /// What can be done to the row, by where it is offered; nil for most, where nothing is offered.
    package var actions: TableView.RowActions? {
        let leading = delegate.tableView(tableView, leadingSwipeActionsConfigurationForRowAt: indexPath)
        let trailing = delegate.tableView(tableView, trailingSwipeActionsConfigurationForRowAt: indexPath)
        let menu = delegate.tableView(tableView, contextMenuConfigurationForRowAt: indexPath)
        guard leading != nil || trailing != nil || menu != nil else { return nil }
        return TableView.RowActions(leading: leading, trailing: trailing, menu: menu).withUniqueIdentifiers()
    }

    /// The entries of the row's menu that its delegate allows, of those there are.
    package var menuActions: [MenuAction] {
        guard delegate.tableView(tableView, shouldShowMenuForRowAt: indexPath) else { return [] }
        // Who is given the sender may look at it; what is kept between requests is not made from that.
        let sender = tableView.context.session
        tableView.context.note(.session)
        return MenuAction.allCases.filter {
            delegate.tableView(tableView, canPerformAction: $0, forRowAt: indexPath, withSender: sender)
        }
    }

    /// The values of the row that may be changed.
    package var fields: [TableViewEditableField] {
        delegate.tableView(tableView, fieldsForEditingRowAt: indexPath)
    }

    /// What editing does to the row; none where it cannot be edited.
    package var editingStyle: TableViewCell.EditingStyle {
        guard dataSource.tableView(tableView, canEditRowAt: indexPath) else {
            return .none
        }
        return delegate.tableView(tableView, editingStyleForRowAt: indexPath)
    }

    package var deleteTitle: String? {
        delegate.tableView(tableView, titleForDeleteConfirmationButtonForRowAt: indexPath)
    }

    package var shouldIndentWhileEditing: Bool {
        delegate.tableView(tableView, shouldIndentWhileEditingRowAt: indexPath)
    }

    package var isMovable: Bool { dataSource.tableView(tableView, canMoveRowAt: indexPath) }

    /// Tells the delegate that the cell is about to be written.
    package func willDisplay(_ cell: TableViewCell) {
        delegate.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
    }

    /// Tells the delegate that the cell has been written.
    package func didEndDisplaying(_ cell: TableViewCell) {
        delegate.tableView(tableView, didEndDisplaying: cell, forRowAt: indexPath)
    }
}

extension RowResponder {
    // Both through the initializer of all members: made one by one, they are copied when it is done.

    fileprivate init(_ tableView: TableView, _ indexPath: IndexPath) {
        if let root = tableView.root {
            self.init(tableView, indexPath, root.responder(forRowAt: indexPath))
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
    package func questions(forRowAt indexPath: IndexPath) -> RowResponder {
        RowResponder(self, indexPath)
    }
}

/// Answers for a table that has nobody to ask, so that an optional need not be looked into for each question.
final class NoDelegate: TableViewDataSource, TableViewDelegate {
    static let shared = NoDelegate()

    func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 0 }
    func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }
}
