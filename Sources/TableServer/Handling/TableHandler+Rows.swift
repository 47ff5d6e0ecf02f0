import CascadingTable
import MicroHTTPD

extension TableHandler {
    /// Loads the rows of a list, a page of them at a time, and passes the gesture to the tree.
    func perform(_ touch: Touch, onRowsOf list: RowList, of table: MountedTable) -> Reply {
        .later { [self] in
            do {
                let tableView = table.tableView
                let arrangement = try await arrangement(for: touch, of: table)
                let rows = try await rows(of: list, arrangement, touch, of: table)
                try await tableView.load(rowsAt: rows) { [configuration] in
                    for page in rows.pages(of: configuration.pageSize) {
                        // Rows may go while others are loaded.
                        let rows = page.filter(tableView.hasRow)
                        if !rows.isEmpty, let load = tableView.prefetch(rowsAt: rows) { try await load() }
                    }
                }
                return try await result(of: touch, on: table).reply
            } catch {
                throw GestureFailure(error, of: touch)
            }
        }
    }

    @TableActor
    private func rows(
        of list: RowList, _ arrangement: TableArrangement?, _ touch: Touch, of table: MountedTable
    ) throws -> [IndexPath] {
        guard case .rows(_, let every) = touch.gesture.perform else { return [] }
        let tableView = table.tableView
        let session = sessions.session(ofVisitor: touch.visitor, table: touch.base)
        return try tableView.asking(touch.request(of: session)) {
            try check(touch.ifMatch, matches: table)
            // Whether those that are there have their names is known when they are loaded.
            for row in list.named where !tableView.hasRow(at: row.indexPath) {
                try check(row.name, isAt: row.indexPath, of: table)
            }
            return try list.indexPaths(in: tableView, of: arrangement, every: every)
        }.result
    }

    @TableActor
    private func arrangement(for touch: Touch, of table: MountedTable) async throws -> TableArrangement? {
        let session = sessions.session(ofVisitor: touch.visitor, table: touch.base)
        return try await arrangement(of: table, for: touch.request(of: session)) {
            try touch.pageQuery.query(of: $0, known: "")
        }
    }
}

extension [IndexPath] {
    /// The same in the order of the table, in parts whose rows are no farther apart than those of a page.
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
