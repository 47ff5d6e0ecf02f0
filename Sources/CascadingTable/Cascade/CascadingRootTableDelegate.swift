public import Essentials

/// The root node of a table's tree. Each child is a section and answers for it.
///
/// ```swift
/// let root = CascadingRootTableDelegate(childDelegates: [FruitSection(), VegetableSection()])
/// let tableView = TableView(root: root)
/// ```
@TableActor
open class CascadingRootTableDelegate: PropagatingTableDelegate {
    /// A Boolean value that indicates whether the whole table is reloaded when its sections change. Default: false.
    ///
    /// If it is false, announce changes yourself, for example with ``TableView/insertSections(_:with:)``.
    public final var reloadOnChildDelegatesChanged = false

    /// Prepares the sections. A root without a parent also becomes the data source and delegate of the table.
    open override func prepare(tableView: TableView) {
        super.prepare(tableView: tableView)
        guard parentDelegate == nil, tableView.dataSource !== self || tableView.delegate !== self else { return }
        tableView.performBatchUpdates {
            tableView.dataSource = self
            tableView.delegate = self
        }
    }

    open override func childDelegatesDidChange(from previous: [any CascadingTableDelegate]) {
        super.childDelegatesDidChange(from: previous)
        if reloadOnChildDelegatesChanged { tableView?.reloadData() }
    }

    open override func childDelegate(forRowAt indexPath: IndexPath) -> (any CascadingTableDelegate)? {
        childDelegate(at: indexPath.section)
    }

    open override func childDelegate(forSection section: Int) -> (any CascadingTableDelegate)? {
        childDelegate(at: section)
    }

    open override func forwardingTarget(forRowAt indexPath: IndexPath) -> any CascadingTableDelegate {
        guard passesSectionsOn else { return self }
        return childDelegate(at: indexPath.section)?.forwardingTarget(forRowAt: indexPath) ?? self
    }

    /// A Boolean value that indicates whether the root forwards every question to a section. A subclass may answer some
    /// itself.
    final var passesSectionsOn: Bool { type(of: self) == CascadingRootTableDelegate.self }

    /// Asks the section for the rows.
    ///
    /// A subclass returns nil, because it may answer questions about single rows itself. Override this method to return
    /// batches.
    open override func tableView(_ tableView: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch? {
        guard passesSectionsOn else { return nil }
        return childDelegate(at: section)?.tableView(tableView, rowsAt: rows, inSection: section)
    }

    /// Asks each section for the work that loads its rows, without creating all index paths.
    final func prefetch(_ sections: [SectionRows], in tableView: TableView) -> TablePrefetch? {
        var work: [TablePrefetch] = []
        for rows in sections where !rows.rows.isEmpty {
            let child = childDelegate(at: rows.section)
            let load =
                if let section = child as? CascadingSectionTableDelegate {
                    section.prefetch(rows, in: tableView)
                } else {
                    child?.tableView(tableView, prefetchRowsAt: rows.indexPaths)
                }
            if let load { work.append(load) }
        }
        return .all(work)
    }

    open override func numberOfSections(in tableView: TableView) -> Int { childDelegates.count }

    open override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        childDelegate(at: section)?.tableView(tableView, numberOfRowsInSection: section) ?? 0
    }

    /// Asks the section of the row, and then the sections after it.
    open override func tableView(
        _ tableView: TableView, indexPathForRowStartingWith text: String, after indexPath: IndexPath?
    ) -> IndexPath? {
        let place = indexPath.flatMap { $0.count == 2 ? $0 : nil }
        for child in childDelegates.dropFirst(max(place?.section ?? 0, 0)) {
            let start = child.index == place?.section ? place : nil
            if let found = child.tableView(tableView, indexPathForRowStartingWith: text, after: start) { return found }
        }
        return nil
    }
}
