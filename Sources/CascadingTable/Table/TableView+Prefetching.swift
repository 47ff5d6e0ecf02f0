public import FoundationEssentials
import OrderedCollections

extension TableView {
    /// Waits for the work that loads those rows.
    ///
    /// When the task is cancelled meanwhile, which the work can see, the data source is told at once that the rows are
    /// not needed any more: once, and not of those that another still waits for.
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
}

/// One who waits for rows.
@TableActor
private final class RowWait {
    private let tableView: TableView
    /// Empty once it is over.
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
