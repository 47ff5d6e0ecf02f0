import FoundationEssentials
import OrderedCollections

extension TableView {
    /// Runs the work that loads rows, and tells the data source if it was cancelled.
    ///
    /// If the current task is cancelled during the work, the data source is told at once with
    /// `cancelPrefetchingForRowsAt`. Rows that another request still waits for are left out.
    ///
    /// - Parameters:
    ///   - indexPaths: The rows that the work loads.
    ///   - work: The work, which can check for cancellation.
    /// - Throws: Errors of the work.
    public func load(
        rowsAt indexPaths: [IndexPath], by work: @TableActor @Sendable () async throws -> Void
    ) async throws {
        let wait = RowWait(for: indexPaths, in: self)
        try await withTaskCancellationHandler {
            defer { wait.end(isCancelled: Task.isCancelled) }
            try await work()
        } onCancel: {
            Task { @TableActor in wait.end(isCancelled: true) }
        }
    }

    /// Reads the rows of a page, and tells the data source if that was cancelled.
    package func load(_ page: PageLoad) async throws -> TablePage? {
        var read: TablePage?
        try await load(rowsAt: page.rows) { read = try await page.work() }
        return read
    }
}

/// A request that waits for rows.
@TableActor
private final class RowWait {
    private let tableView: TableView
    /// The rows; empty after the wait has ended.
    private var rows: OrderedSet<IndexPath>

    init(for indexPaths: [IndexPath], in tableView: TableView) {
        self.tableView = tableView
        rows = OrderedSet(indexPaths)
        for row in rows { tableView.awaitedRows[row, default: 0] += 1 }
    }

    func end(isCancelled: Bool) {
        var unneeded: [IndexPath] = []
        for row in rows {
            let others = (tableView.awaitedRows[row] ?? 1) - 1
            tableView.awaitedRows[row] = others > 0 ? others : nil
            if others == 0 { unneeded.append(row) }
        }
        rows = []
        guard isCancelled, !unneeded.isEmpty else { return }
        tableView.dataSource?.tableView(tableView, cancelPrefetchingForRowsAt: unneeded)
    }
}
