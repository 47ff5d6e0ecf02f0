public import Essentials
import OrderedCollections

extension TableView.Gestures {
    /// Shows or hides the panel below a row, on the page that the visitor returns to.
    ///
    /// The delegate is told with `didExpandRowAt` or `didCollapseRowAt`. At most 100 rows can be expanded at a time.
    ///
    /// - Throws: ``TableViewError`` with `noSuchRow`, `disabled`, `noSuchAction` if the row cannot be expanded, or
    ///   `vetoed` if too many rows are expanded; any error passed to `refuse(_:)`. After an error, the row is as
    ///   before.
    public func setExpanded(_ expanded: Bool, forRowAt indexPath: IndexPath) async throws {
        try tableView.requireUsableRow(at: indexPath)
        let row = tableView.responder(forRowAt: indexPath)
        guard row.expansion != nil else { throw TableViewError(.noSuchAction, "The row cannot be expanded.") }
        tableView.context.hasExpanded = true
        let identifier = tableView.identifier(forRowAt: indexPath)
        let before = tableView.context.expandedRows
        guard before.contains(identifier) != expanded else { return }
        guard !expanded || before.count < TableRequest.maxExpandedRows else {
            throw TableViewError(.vetoed, "At most \(TableRequest.maxExpandedRows) rows can be expanded at a time.")
        }
        var rows = before
        if expanded { rows.append(identifier) } else { rows.remove(identifier) }
        tableView.context.expandedRows = rows
        do {
            try await tableView.carryOut {
                if expanded { try await row.didExpand() } else { try await row.didCollapse() }
            }
        } catch {
            tableView.context.expandedRows = before
            throw error
        }
    }
}

extension TableView {
    /// Returns whether the row with an identifier is expanded on the requested page.
    ///
    /// The parameter `_expanded` of the request decides. A delegate that calls it makes its answer personal: it is not
    /// cached for other requests.
    package func isExpanded(identifier: String) -> Bool {
        note(read: .query)
        return showsExpanded(identifier: identifier)
    }

    /// Returns whether the row with an identifier is expanded, for code that writes the page.
    ///
    /// Unlike ``isExpanded(identifier:)``, calling it does not make the answer personal. Pages are cached by their
    /// query anyway.
    package func showsExpanded(identifier: String) -> Bool {
        context.expandedRows.contains(identifier)
    }

    /// A Boolean value that indicates whether the request names any expanded row, including rows that no longer exist.
    package var hasExpandedRows: Bool { !context.expandedRows.isEmpty }
}
