public import FoundationEssentials

/// A section of a tree: each child is a row and answers for it; the section answers for its header and footer.
///
/// ```swift
/// let fruit = CascadingSectionTableDelegate(childDelegates: [FruitRow(), FruitRow()])
/// fruit.headerTitle = "Fruit"
/// ```
@TableActor
open class CascadingSectionTableDelegate: PropagatingTableDelegate {
    /// What is reloaded when rows are added, removed or replaced.
    public enum ReloadMode: Sendable, Hashable {
        case none
        /// The whole table.
        case whole
        /// This section only, with that animation.
        case section(animation: TableView.RowAnimation)
    }

    public final var reloadModeOnChildDelegatesChanged = ReloadMode.none

    // What stands above and below the rows. A view goes before a title; a height of 0 is as high as its content.
    public final var headerTitle: String? {
        get { edges.headerTitle }
        set { edges.headerTitle = newValue }
    }
    public final var footerTitle: String? {
        get { edges.footerTitle }
        set { edges.footerTitle = newValue }
    }
    public final var headerView: TableViewHeaderFooterView? {
        get { edges.headerView }
        set { edges.headerView = newValue }
    }
    public final var footerView: TableViewHeaderFooterView? {
        get { edges.footerView }
        set { edges.footerView = newValue }
    }
    public final var headerHeight: Height {
        get { edges.headerHeight }
        set { edges.headerHeight = newValue }
    }
    public final var footerHeight: Height {
        get { edges.footerHeight }
        set { edges.footerHeight = newValue }
    }

    /// The one height of all rows, or nil when each row answers for its own.
    public final var rowHeight: Height? {
        get { edges.rowHeight }
        set { edges.rowHeight = newValue }
    }

    // Read for every page; what is only read and set here needs no check at run time that nobody changes it meanwhile.
    private final var edges = Edges()

    private struct Edges {
        var headerTitle: String?
        var footerTitle: String?
        var headerView: TableViewHeaderFooterView?
        var footerView: TableViewHeaderFooterView?
        var headerHeight: Height = 0
        var footerHeight: Height = 0
        var rowHeight: Height?
    }

    /// The columns of rows in the `columns` style.
    public final var columns: [TableViewColumn] = []

    /// The section's entry in the index beside the table.
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

    open override func responder(forRowAt indexPath: IndexPath) -> any CascadingTableDelegate {
        guard passesRowsOn else { return self }
        return childDelegate(at: indexPath.row)?.responder(forRowAt: indexPath) ?? self
    }

    /// Whether every question about a row goes on to it: a subclass may answer some of them itself, as this does where
    /// it knows the height.
    final var passesRowsOn: Bool { type(of: self) == CascadingSectionTableDelegate.self && rowHeight == nil }

    override func forEachChild(
        ofRowsAt indexPaths: [IndexPath], _ body: (any CascadingTableDelegate, [IndexPath]) -> Void
    ) {
        // A subclass may say otherwise which child a row is of.
        guard type(of: self) == CascadingSectionTableDelegate.self else {
            return super.forEachChild(ofRowsAt: indexPaths, body)
        }
        forEachChild(ofRowsAt: indexPaths, by: \.row, body)
    }

    /// Asks each child for its run of those rows.
    final func prefetch(_ rows: SectionRows, in tableView: TableView) -> TablePrefetch? {
        // A subclass may say otherwise which child a row is of, or answer itself.
        guard type(of: self) == CascadingSectionTableDelegate.self else {
            return self.tableView(tableView, prefetchRowsAt: rows.indexPaths)
        }
        let (section, rows) = (rows.section, rows.rows)
        guard let first = rows.first else { return nil }
        var work: [TablePrefetch] = []
        // Where each child has one row, one array does for all of them, unless a child keeps it.
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

    /// None: a section is shown by the root it is in.
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

    open override func tableView(_ tableView: TableView, estimatedHeightForHeaderInSection section: Int) -> Height {
        self.tableView(tableView, heightForHeaderInSection: section)
    }

    open override func tableView(_ tableView: TableView, estimatedHeightForFooterInSection section: Int) -> Height {
        self.tableView(tableView, heightForFooterInSection: section)
    }

    open override func tableView(_ tableView: TableView, heightForEveryRowInSection section: Int) -> Height? {
        rowHeight
    }

    open override func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height {
        rowHeight ?? super.tableView(tableView, heightForRowAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, estimatedHeightForRowAt indexPath: IndexPath) -> Height {
        rowHeight ?? super.tableView(tableView, estimatedHeightForRowAt: indexPath)
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
