import CascadingTable
import HTTPTypes

/// Rows that must be loaded, with the work that loads them.
struct RowPrefetch: Sendable {
    let rows: [IndexPath]
    let prefetch: TablePrefetch

    /// Creates the prefetch of some rows for a request; nil if all of them are in memory. Missing rows are left out.
    @TableActor
    init?(_ rows: [IndexPath], in tableView: TableView, for request: TableRequest) {
        if rows.isEmpty { return nil }
        let found = tableView.answering(request) { () -> (rows: [IndexPath], prefetch: TablePrefetch)? in
            let rows = rows.filter(tableView.hasRow)
            return rows.isEmpty ? nil : tableView.prefetch(rowsAt: rows).map { (rows, $0) }
        }.result
        guard let found else { return nil }
        (self.rows, prefetch) = found
    }
}

extension TableView {
    /// Loads rows with a time limit. When the time is up, the work is cancelled.
    ///
    /// - Throws: ``ProblemDetails`` 503 when the time is up.
    nonisolated func load(
        _ rows: [IndexPath], atMost limit: Duration, by work: @escaping @TableActor @Sendable () async throws -> Void
    ) async throws {
        try await withTimeLimit(limit, orThrow: { ProblemDetails.loadingTooLong }) {
            try await self.load(rowsAt: rows, by: work)
        }
    }
}
