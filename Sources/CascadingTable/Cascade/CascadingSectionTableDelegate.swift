public import Essentials

/// A section node of a table's tree. Each child is a row and answers for it; the section answers for its header and
/// footer.
///
/// ```swift
/// let fruit = CascadingSectionTableDelegate(childDelegates: [FruitRow(), FruitRow()])
/// fruit.headerTitle = "Fruit"
/// ```
@TableActor
open class CascadingSectionTableDelegate: PropagatingTableDelegate {
    /// The part of a table that a section reloads when its rows change.
    public enum ReloadMode: Sendable, Hashable {
        /// Nothing. Announce changes yourself, for example with ``TableView/insertRows(at:with:)``.
        case none

        /// The whole table.
        case whole

        /// Only this section, with an animation.
        case section(animation: TableView.RowAnimation)
    }

    /// The part of the table that is reloaded when the rows of the section change. Default: `none`.
    public final var reloadModeOnChildDelegatesChanged = ReloadMode.none

    /// The title above the rows, if ``headerView`` is nil. Nil for no title.
    ///
    /// Reload the section after you change it.
    public final var headerTitle: String?

    /// The title below the rows, if ``footerView`` is nil. Nil for no title.
    ///
    /// Reload the section after you change it.
    public final var footerTitle: String?

    /// The view above the rows, in place of ``headerTitle``. Nil for no view.
    ///
    /// Reload the section after you change it.
    public final var headerView: TableViewHeaderFooterView?

    /// The view below the rows, in place of ``footerTitle``. Nil for no view.
    ///
    /// Reload the section after you change it.
    public final var footerView: TableViewHeaderFooterView?

    /// The height of the header, in CSS pixels. Default: 0, as high as its content.
    public final var headerHeight: Height = 0

    /// The height of the footer, in CSS pixels. Default: 0, as high as its content.
    public final var footerHeight: Height = 0

    /// The height of every row, in CSS pixels. Nil to ask each row for its height. Default: nil.
    public final var rowHeight: Height?

    /// The columns of rows in the `columns` style. Default: none.
    ///
    /// The table uses the columns of its first section that has any.
    public final var columns: [TableViewColumn] = []

    /// The title of the section in the index beside the table. Nil for no entry. Default: nil.
    public final var indexTitle: String?

    open override func childDelegatesDidChange(from previous: [any CascadingTableDelegate]) {
        super.childDelegatesDidChange(from: previous)
        switch reloadModeOnChildDelegatesChanged {
        case .none: break
        case .whole: tableView?.reloadData()
        case .section(let animation): tableView?.reloadSections([index], with: animation)
        }
    }

    open override func childDelegate(forRowAt indexPath: IndexPath) -> (any CascadingTableDelegate)? {
        childDelegate(at: indexPath.row)
    }

    open override func forwardingTarget(forRowAt indexPath: IndexPath) -> any CascadingTableDelegate {
        guard passesRowsOn else { return self }
        return childDelegate(at: indexPath.row)?.forwardingTarget(forRowAt: indexPath) ?? self
    }

    /// A Boolean value that indicates whether the section forwards every question about a row.
    ///
    /// A subclass may answer some itself, and so does a section with a `rowHeight`.
    final var passesRowsOn: Bool { type(of: self) == CascadingSectionTableDelegate.self && rowHeight == nil }

    /// Asks each child for the work that loads its rows.
    final func prefetch(_ rows: SectionRows, in tableView: TableView) -> TablePrefetch? {
        // A subclass may assign rows to other children, or answer itself.
        guard type(of: self) == CascadingSectionTableDelegate.self else {
            return self.tableView(tableView, prefetchRowsAt: rows.indexPaths)
        }
        let (section, rows) = (rows.section, rows.rows)
        guard let first = rows.first else { return nil }
        var work: [TablePrefetch] = []
        // If each child has one row, one array is reused for all of them, unless a child stores it.
        var own = [IndexPath(row: first, section: section)]
        var start = 0
        while start < rows.count {
            let row = rows[start]
            var end = start + 1
            while end < rows.count, rows[end] == row { end += 1 }
            if end - start == 1, own.count == 1 {
                own[0][1] = row
            } else {
                own = Array(repeating: IndexPath(row: row, section: section), count: end - start)
            }
            if let load = childDelegate(at: row)?.tableView(tableView, prefetchRowsAt: own) { work.append(load) }
            start = end
        }
        return .all(work)
    }

    /// Returns 0, because the root of the section counts it.
    open override func numberOfSections(in tableView: TableView) -> Int { 0 }

    open override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        childDelegates.count
    }

    open override func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
        headerTitle
    }

    open override func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
        footerTitle
    }

    open override func tableView(_ tableView: TableView, viewForHeaderInSection section: Int)
        -> TableViewHeaderFooterView?
    { headerView }

    open override func tableView(_ tableView: TableView, viewForFooterInSection section: Int)
        -> TableViewHeaderFooterView?
    { footerView }

    open override func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Height {
        headerHeight
    }

    open override func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Height {
        footerHeight
    }

    open override func tableView(_ tableView: TableView, heightForEveryRowInSection section: Int) -> Height? {
        rowHeight
    }

    open override func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height {
        rowHeight ?? super.tableView(tableView, heightForRowAt: indexPath)
    }

    open override func columns(in tableView: TableView) -> [TableViewColumn] { columns }

    open override func sectionIndexTitles(for tableView: TableView) -> [String]? {
        indexTitle.map { [$0] }
    }

    open override func tableView(
        _ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int
    ) -> Int { self.index }

    open override func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? { identifier }

    open override func tableView(
        _ tableView: TableView, indexPathForRowWithIdentifier identifier: String
    ) -> IndexPath? {
        for (row, child) in childDelegates.enumerated() {
            let indexPath = IndexPath(row: row, section: index)
            if child.tableView(tableView, identifierForRowAt: indexPath) == identifier { return indexPath }
        }
        return nil
    }
}
