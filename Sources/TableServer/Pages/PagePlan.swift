import CascadingTable

/// Which rows a page shows, and what has to be loaded before they are asked for.
struct PagePlan: Sendable {
    let window: TableWindow
    /// Nil if all rows are in memory.
    private(set) var load: RowPrefetch?
    /// The revision of the table that the plan was made for.
    private let revision: UInt64
    /// The row that the page was found by; it has to be where it was.
    private let token: PageToken?

    /// - Parameter token: A row that is loaded with the page, so that one query does for both.
    @TableActor
    init(_ window: TableWindow, in tableView: TableView, beside token: PageToken? = nil) {
        self.window = window
        self.token = token
        revision = tableView.revision
        var sections: [SectionRows] = []
        sections.reserveCapacity(window.sections.count)
        for part in window.sections where !part.rows.isEmpty {
            sections.append(SectionRows(section: part.section, rows: part.rowNumbers))
        }
        if let token { sections.insertFirst(token.indexPath) }
        load = sections.isEmpty ? nil : RowPrefetch(sections, in: tableView)
    }

    /// Whether the table is still as the plan was made for, once its rows are loaded.
    @TableActor
    func holds(in tableView: TableView) -> Bool {
        guard revision == tableView.revision else { return false }
        return token.map { tableView.identifier(forRowAt: $0.indexPath) == $0.identifier } ?? true
    }

    var afterLoading: PagePlan {
        var plan = self
        plan.load = nil
        return plan
    }
}
