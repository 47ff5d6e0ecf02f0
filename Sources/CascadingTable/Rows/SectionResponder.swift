import Essentials

/// The questions about a section and its rows, sent directly to the delegate of the tree that answers them.
///
/// Like ``RowResponder``, it skips delegates that only forward questions.
///
/// ```swift
/// let responder = tableView.responder(inSection: 2)
/// for row in 0..<100 { show(responder.row(row).cell) }
/// ```
@TableActor
package struct SectionResponder {
    private let tableView: TableView
    package let section: Int
    private let dataSource: any TableViewDataSource
    private let delegate: any TableViewDelegate
    /// The delegates of the rows, if neither the section nor the root answers for them.
    private let delegates: [any CascadingTableDelegate]
    /// The row numbers of the rows, if the table shows some rows of this one in another order.
    private var numbers: [Int32]?

    /// The identifier that the data source gives the section; nil for none.
    package var ownIdentifier: String? { dataSource.tableView(tableView, identifierForSection: section) }

    /// The identifier that the data source gives the section, or else the number of the section.
    package var identifier: String { ownIdentifier ?? "\(section)" }

    /// The identifier that the data source gives the section, or else one that never means another section which comes
    /// to its position later.
    package var lastingIdentifier: String {
        ownIdentifier ?? tableView.history.placeIdentifier(ofSection: section)
    }

    /// The header of the section: the view of the delegate, or a view with the title from the data source, or nil.
    package var headerView: TableViewHeaderFooterView? {
        tableView.models.observing(.header(section), of: tableView) {
            if let view = delegate.tableView(tableView, viewForHeaderInSection: section) { return view }
            return dataSource.tableView(tableView, titleForHeaderInSection: section)
                .map { TableViewHeaderFooterView(title: $0) }
        }
    }

    /// The footer of the section: the view of the delegate, or a view with the title from the data source, or nil.
    package var footerView: TableViewHeaderFooterView? {
        tableView.models.observing(.footer(section), of: tableView) {
            if let view = delegate.tableView(tableView, viewForFooterInSection: section) { return view }
            return dataSource.tableView(tableView, titleForFooterInSection: section)
                .map { TableViewHeaderFooterView(title: $0) }
        }
    }

    package var headerHeight: Height {
        let height = delegate.tableView(tableView, heightForHeaderInSection: section)
        return tableView.checked(height == 0 ? tableView.sectionHeaderHeight : height, of: "heightForHeaderInSection")
    }

    package var footerHeight: Height {
        let height = delegate.tableView(tableView, heightForFooterInSection: section)
        return tableView.checked(height == 0 ? tableView.sectionFooterHeight : height, of: "heightForFooterInSection")
    }

    /// The height that all rows have, or nil if each row has its own height.
    package var heightForEveryRow: Height? {
        delegate.tableView(tableView, heightForEveryRowInSection: section)
            .map { tableView.checked($0, of: "heightForEveryRowInSection") }
    }

    /// Tells the delegate that the header is about to be written to a page.
    package func willDisplayHeader(_ view: TableViewHeaderFooterView) {
        delegate.tableView(tableView, willDisplayHeaderView: view, forSection: section)
    }

    /// Tells the delegate that the footer is about to be written to a page.
    package func willDisplayFooter(_ view: TableViewHeaderFooterView) {
        delegate.tableView(tableView, willDisplayFooterView: view, forSection: section)
    }

    /// Tells the delegate that the header was written to a page.
    package func didEndDisplayingHeader(_ view: TableViewHeaderFooterView) {
        delegate.tableView(tableView, didEndDisplayingHeaderView: view, forSection: section)
    }

    /// Tells the delegate that the footer was written to a page.
    package func didEndDisplayingFooter(_ view: TableViewHeaderFooterView) {
        delegate.tableView(tableView, didEndDisplayingFooterView: view, forSection: section)
    }

    /// Returns many rows in one call; nil if the rows have to be asked for one by one.
    ///
    /// - Parameter known: The rows, if they were read before; otherwise nil.
    package func rows(at rows: [Int], known: RowBatch? = nil) -> RowBatch? {
        let rows = numbers.map { numbers in rows.map { Int(numbers[$0]) } } ?? rows
        guard var batch = known ?? dataSource.tableView(tableView, rowsAt: rows, inSection: section) else { return nil }
        batch.finish()
        if !tableView.allowsSelection { batch.forbidSelection() }
        guard batch.count == rows.count else {
            tableView.report(
                .incompleteBatch,
                "Asked for \(rows.count) rows of section \(section), the data source gave \(batch.count).")
            return nil
        }
        for (index, row) in rows.enumerated() where batch.rows[index].identifier.isNone {
            batch.setIdentifier(tableView.history.placeIdentifier(of: IndexPath(row: row, section: section)), at: index)
        }
        return batch
    }

    package func row(_ row: Int) -> RowResponder {
        let row = numbers.map { Int($0[row]) } ?? row
        let indexPath = IndexPath(row: row, section: section)
        guard delegates.indices.contains(row) else { return tableView.responder(forRowAt: indexPath) }
        return RowResponder(tableView, indexPath, delegates[row].forwardingTarget(forRowAt: indexPath))
    }
}

extension SectionResponder {
    fileprivate init(_ tableView: TableView, _ section: Int) {
        if let queried = tableView.queried {
            self.init(queried.origin, section)
            numbers = queried.rows.rows(inSection: section)
            return
        }
        guard let root = tableView.root as? CascadingRootTableDelegate, root.passesSectionsOn,
            let child = root.childDelegate(at: section)
        else {
            self.init(
                tableView: tableView, section: section, dataSource: tableView.dataSource ?? NoDelegate.shared,
                delegate: tableView.delegate ?? NoDelegate.shared, delegates: [])
            return
        }
        let node = child as? CascadingSectionTableDelegate
        self.init(
            tableView: tableView, section: section, dataSource: child, delegate: child,
            delegates: node?.passesRowsOn == true ? child.childDelegates : [])
    }
}

extension TableView {
    package func responder(inSection section: Int) -> SectionResponder { SectionResponder(self, section) }
}
