import CascadingTable
import HTTPTypes

/// Rows, and what loads them.
struct RowLoad: Sendable {
    let rows: [IndexPath]
    let prefetch: TablePrefetch

    /// Nil when nothing has to be loaded.
    @TableActor
    init?(_ rows: [IndexPath], in tableView: TableView) {
        guard let prefetch = tableView.prefetch(rowsAt: rows) else { return nil }
        self.rows = rows
        self.prefetch = prefetch
    }

    /// The same of rows by section, as `prefetch(_:)` takes them.
    @TableActor
    init?(_ sections: [SectionRows], in tableView: TableView) {
        guard let prefetch = tableView.prefetch(sections) else { return nil }
        rows = sections.flatMap(\.indexPaths)
        self.prefetch = prefetch
    }

    /// What has to be awaited before it is known which rows they are.
    init(by work: @escaping @TableActor @Sendable () async throws -> Void) {
        rows = []
        prefetch = .awaiting(work)
    }
}

extension TableView {
    /// Waits for rows as long as that, then cancels the work.
    nonisolated func load(
        _ rows: [IndexPath], atMost limit: Duration, by work: @escaping @TableActor @Sendable () async throws -> Void
    ) async throws {
        try await withTimeLimit(limit, orThrow: { Problem.loadingTooLong }) {
            try await self.load(rowsAt: rows, by: work)
        }
    }
}
