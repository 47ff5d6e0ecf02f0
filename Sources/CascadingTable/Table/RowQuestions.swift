package import FoundationEssentials

/// What is asked about one row, of whoever answers for it in the end.
///
/// A page asks a row some fifteen questions. Nodes that only pass them on are passed over, once for all of them; see
/// ``CascadingTableDelegate/responder(forRowAt:)``.
@TableActor
package struct RowQuestions {
    private let tableView: TableView
    package let indexPath: IndexPath
    private let dataSource: (any TableViewDataSource)?
    private let delegate: (any TableViewDelegate)?

    init(_ tableView: TableView, _ indexPath: IndexPath) {
        self.tableView = tableView
        self.indexPath = indexPath
        guard let root = tableView.root else {
            dataSource = tableView.dataSource
            delegate = tableView.delegate
            return
        }
        let responder = root.responder(forRowAt: indexPath)
        dataSource = responder
        delegate = responder
    }

    /// The row's cell; the row must be there.
    package var cell: TableViewCell {
        guard let dataSource else { return TableViewCell() }
        return dataSource.tableView(tableView, cellForRowAt: indexPath)
    }

    /// The row's name: the data source's, else one of its place.
    package var identifier: String {
        dataSource?.tableView(tableView, identifierForRowAt: indexPath) ?? "\(indexPath.section)-\(indexPath.row)"
    }

    /// How high the row is to be, where not all of its section are of one height.
    package var height: Height {
        guard let height = delegate?.tableView(tableView, heightForRowAt: indexPath), height != .automatic else {
            return .automatic
        }
        return tableView.checked(height, of: "heightForRowAt", at: indexPath)
    }

    package var isHighlightable: Bool { delegate?.tableView(tableView, shouldHighlightRowAt: indexPath) ?? true }

    package var isFocusable: Bool { delegate?.tableView(tableView, canFocusRowAt: indexPath) ?? false }

    package var indentationLevel: Int { delegate?.tableView(tableView, indentationLevelForRowAt: indexPath) ?? 0 }

    package var expansion: TableViewRowExpansion? { delegate?.tableView(tableView, expansionForRowAt: indexPath) }

    package var hasPrimaryAction: Bool {
        delegate?.tableView(tableView, canPerformPrimaryActionForRowAt: indexPath) ?? false
    }

    /// What can be done to the row, by where it is offered.
    package var actions: TableView.RowActions {
        var actions = TableView.RowActions()
        add(to: &actions)
        return actions
    }

    /// Adds what can be done to the row, which for most is nothing.
    package func add(to actions: inout TableView.RowActions) {
        if let leading = delegate?.tableView(tableView, leadingSwipeActionsConfigurationForRowAt: indexPath) {
            actions.leading = leading
        }
        if let trailing = delegate?.tableView(tableView, trailingSwipeActionsConfigurationForRowAt: indexPath) {
            actions.trailing = trailing
        }
        if let menu = delegate?.tableView(tableView, contextMenuConfigurationForRowAt: indexPath) {
            actions.menu = menu
        }
    }

    /// The entries of the row's menu that its delegate allows, of those there are.
    package var menuActions: [MenuAction] {
        guard delegate?.tableView(tableView, shouldShowMenuForRowAt: indexPath) == true else { return [] }
        // Who is given the sender may look at it; what is kept between requests is not made from that.
        let sender = tableView.context.request.session
        tableView.context.note(.session)
        return MenuAction.allCases.filter {
            delegate?.tableView(tableView, canPerformAction: $0, forRowAt: indexPath, withSender: sender) == true
        }
    }

    /// The values of the row that may be changed.
    package var fields: [TableViewEditableField] {
        delegate?.tableView(tableView, fieldsForEditingRowAt: indexPath) ?? []
    }

    /// What editing does to the row; none where it cannot be edited.
    package var editingStyle: TableViewCell.EditingStyle {
        guard let delegate, let dataSource, dataSource.tableView(tableView, canEditRowAt: indexPath) else {
            return .none
        }
        return delegate.tableView(tableView, editingStyleForRowAt: indexPath)
    }

    package var deleteTitle: String? {
        delegate?.tableView(tableView, titleForDeleteConfirmationButtonForRowAt: indexPath)
    }

    package var shouldIndentWhileEditing: Bool {
        delegate?.tableView(tableView, shouldIndentWhileEditingRowAt: indexPath) ?? false
    }

    package var isMovable: Bool { dataSource?.tableView(tableView, canMoveRowAt: indexPath) ?? false }

    /// Whether so much of the request was read since this was last asked that the row holds for it alone.
    package func takePersonalReads() -> Bool { !tableView.takeRowReads().isSubset(of: .traits) }

    /// Tells the delegate that the cell is about to be written.
    package func willDisplay(_ cell: TableViewCell) {
        delegate?.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
    }

    /// Tells the delegate that the cell has been written.
    package func didEndDisplaying(_ cell: TableViewCell) {
        delegate?.tableView(tableView, didEndDisplaying: cell, forRowAt: indexPath)
    }
}

extension TableView {
    package func questions(forRowAt indexPath: consuming IndexPath) -> RowQuestions {
        RowQuestions(self, indexPath)
    }
}
