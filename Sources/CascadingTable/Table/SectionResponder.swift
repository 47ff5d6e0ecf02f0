import FoundationEssentials

/// What is asked about a section and about rows of it, one after the other.
///
/// As ``RowResponder``, it passes over nodes that only pass questions on.
///
/// ```swift
/// let questions = tableView.questions(inSection: 2)
/// for row in 0..<100 { show(questions.row(row).cell) }
/// ```
@TableActor
package struct SectionResponder {
    private let tableView: TableView
    private let section: Int
    private let dataSource: any TableViewDataSource
    private let delegate: any TableViewDelegate
    /// The rows' own delegates, where neither section nor root answers for them.
    private let delegates: [any CascadingTableDelegate]

    /// The section's name: the data source's, else one of its place.
    package var identifier: String {
        dataSource.tableView(tableView, identifierForSection: section) ?? "\(section)"
    }

    /// What stands above the section: its view, else its title, else nothing.
    package var headerView: TableViewHeaderFooterView? {
        if let view = delegate.tableView(tableView, viewForHeaderInSection: section) { return view }
        guard let title = dataSource.tableView(tableView, titleForHeaderInSection: section) else { return nil }
        return TableViewHeaderFooterView(title: title)
    }

    /// What stands below the section: its view, else its title, else nothing.
    package var footerView: TableViewHeaderFooterView? {
        if let view = delegate.tableView(tableView, viewForFooterInSection: section) { return view }
        guard let title = dataSource.tableView(tableView, titleForFooterInSection: section) else { return nil }
        return TableViewHeaderFooterView(title: title)
    }

    package var headerHeight: Height {
        tableView.checked(
            delegate.tableView(tableView, heightForHeaderInSection: section), of: "heightForHeaderInSection")
    }

    package var footerHeight: Height {
        tableView.checked(
            delegate.tableView(tableView, heightForFooterInSection: section), of: "heightForFooterInSection")
    }

    /// The one height of all rows, or nil when each has its own.
    package var heightForEveryRow: Height? {
        delegate.tableView(tableView, heightForEveryRowInSection: section)
            .map { tableView.checked($0, of: "heightForEveryRowInSection") }
    }

    /// Tells the delegate that the header is about to be written.
    package func willDisplayHeader(_ view: TableViewHeaderFooterView) {
        delegate.tableView(tableView, willDisplayHeaderView: view, forSection: section)
    }

    /// Tells the delegate that the footer is about to be written.
    package func willDisplayFooter(_ view: TableViewHeaderFooterView) {
        delegate.tableView(tableView, willDisplayFooterView: view, forSection: section)
    }

    /// Tells the delegate that the header has been written.
    package func didEndDisplayingHeader(_ view: TableViewHeaderFooterView) {
        delegate.tableView(tableView, didEndDisplayingHeaderView: view, forSection: section)
    }

    /// Tells the delegate that the footer has been written.
    package func didEndDisplayingFooter(_ view: TableViewHeaderFooterView) {
        delegate.tableView(tableView, didEndDisplayingFooterView: view, forSection: section)
    }

    /// Asks for many rows in one call; nil if they have to be asked for one by one.
    package func rows(at rows: [Int]) -> RowBatch? {
        guard var batch = dataSource.tableView(tableView, rowsAt: rows, inSection: section) else { return nil }
        batch.finish()
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
        let indexPath = IndexPath(row: row, section: section)
        guard delegates.indices.contains(row) else { return tableView.questions(forRowAt: indexPath) }
        return RowResponder(tableView, indexPath, delegates[row].responder(forRowAt: indexPath))
    }
}

extension SectionResponder {
    fileprivate init(_ tableView: TableView, _ section: Int) {
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
    package func questions(inSection section: Int) -> SectionResponder { SectionResponder(self, section) }
}
