import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
import TableRendering

extension TableHandler {
    /// Loads the rows of a list, one page at a time, and performs the action.
    func perform(
        _ action: ActionRequest, onRowsOf list: RowSet, of table: MountedTable
    ) async throws -> Response {
        do {
            let (tableView, rows) = try TableActor.run { try self.rows(of: list, action, of: table) }
            try await tableView.load(rowsAt: rows) {
                for page in rows.pages(of: self.configuration.pageSize) {
                    // Rows may be deleted while others are loaded.
                    try await self.load(page, of: tableView, for: { self.request(of: action) })
                }
            }
            return try await response(to: action, on: table).reply
        } catch {
            throw ActionError(error, of: action)
        }
    }

    @TableActor
    private func rows(
        of list: RowSet, _ action: ActionRequest, of table: MountedTable
    ) throws -> (TableView, [IndexPath]) {
        let tableView = table.tableView
        guard case .rows(_, let every) = action.target else { return (tableView, []) }
        let rows = try tableView.asking(request(of: action)) {
            try checkRight(to: action)
            try check(action.ifMatch, matches: table, namesRows: action.namesRows)
            // The identifiers of the other rows are checked after these are loaded.
            for row in list.named where !tableView.hasRow(at: row.indexPath) {
                try check(row.name, isAt: row.indexPath, of: table)
            }
            return try list.indexPaths(in: tableView, every: every)
        }.result
        return (tableView.original, rows)
    }
}

extension [IndexPath] {
    /// Returns the rows in the order of the table, in groups that each span at most one page.
    fileprivate func pages(of size: Int) -> [[IndexPath]] {
        var pages: [[IndexPath]] = []
        for row in sorted() {
            if let first = pages.last?.first, first.section == row.section, row.row - first.row < size {
                pages[pages.count - 1].append(row)
            } else {
                pages.append([row])
            }
        }
        return pages
    }
}

extension TableHandler {
    /// Responds with the items of a dragged row: `{"items":[{"text":"…","type":"text/plain"}]}`.
    ///
    /// - Parameters:
    ///   - indexPath: The dragged row.
    ///   - table: The table.
    ///   - request: The request of the client.
    ///   - base: The path of the table, ending in a slash.
    func dragItems(
        ofRowAt indexPath: IndexPath, of table: MountedTable, for request: Request, base: String
    ) async throws -> Response {
        let tableRequest = { @TableActor in self.request(request, ofTable: base) }
        return try await loading([indexPath], of: table, for: tableRequest) {
            let items = try table.tableView.asking(self.request(request, ofTable: base)) {
                try self.check(request.query["id"], isAt: indexPath, of: table)
                return try table.tableView.gestures.dragItems(forRowAt: indexPath)
            }.result
            let json = items.map { #"{"text":\#($0.text),"type":\#($0.type)}"# as JSON }
            return Response.uncached(#"{"items":\#(json)}"#)
        }
    }
}
