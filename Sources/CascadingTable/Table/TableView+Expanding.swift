public import FoundationEssentials
import OrderedCollections

extension TableView {
    /// Whether the row of that name is expanded on the page that was asked for, by its query.
    public func isExpanded(identifier: String) -> Bool {
        note(read: .query)
        return showsExpanded(identifier: identifier)
    }

    /// The same for who writes a page, which is kept by its query anyhow.
    public func showsExpanded(identifier: String) -> Bool {
        context.expandedRows.contains(identifier)
    }

    /// Whether the page that was asked for has any row expanded, also where it is gone.
    public var hasExpandedRows: Bool { !context.expandedRows.isEmpty }

    /// Shows or hides what a row has below itself, on the page that the visitor comes back to.
    public func setExpanded(_ expanded: Bool, forRowAt indexPath: IndexPath) throws {
        try requireUsableRow(at: indexPath)
        guard let delegate, delegate.tableView(self, expansionForRowAt: indexPath) != nil else {
            throw TableViewError(.noSuchAction, "The row cannot be expanded.")
        }
        context.hasExpanded = true
        let identifier = identifier(forRowAt: indexPath)
        let before = context.expandedRows
        guard before.contains(identifier) != expanded else { return }
        guard !expanded || before.count < TableRequest.maxExpandedRows else {
            throw TableViewError(.vetoed, "At most \(TableRequest.maxExpandedRows) rows can be expanded at a time.")
        }
        var rows = before
        if expanded { rows.append(identifier) } else { rows.remove(identifier) }
        context.expandedRows = rows
        do {
            try carryOut {
                if expanded {
                    delegate.tableView(self, didExpandRowAt: indexPath)
                } else {
                    delegate.tableView(self, didCollapseRowAt: indexPath)
                }
            }
        } catch {
            context.expandedRows = before
            throw error
        }
    }
}
