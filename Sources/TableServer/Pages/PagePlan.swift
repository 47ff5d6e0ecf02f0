import CascadingTable

/// The rows that a page shows, and the rows to load first.
struct PagePlan: Sendable {
    let window: TableWindow
    /// The rows to load; nil if all rows are in memory.
    private(set) var load: RowPrefetch?
    /// The revision of the table that the plan was made for.
    private let revision: UInt64
    /// The token of the request, whose row must not have moved.
    private let token: PageToken?

    /// - Parameters:
    ///   - window: The rows of the page.
    ///   - tableView: The table.
    ///   - token: The token of the request. Its row is loaded together with the page.
    @TableActor
    init(_ window: TableWindow, in tableView: TableView, beside token: PageToken? = nil) {
        self.window = window
        self.token = token
        revision = tableView.revision
        var sections: [SectionRows] = []
        sections.reserveCapacity(window.sections.count)
        for part in window.sections where !part.rows.isEmpty {
            sections.append(SectionRows(section: part.section, rows: Array(part.rows)))
        }
        if let token { sections.insertFirst(token.indexPath) }
        load = sections.isEmpty ? nil : RowPrefetch(sections, in: tableView)
    }

    /// Returns whether the plan is still valid after its rows were loaded.
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
