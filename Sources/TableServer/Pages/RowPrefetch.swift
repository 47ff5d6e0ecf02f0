import CascadingTable
import HTTPTypes

/// Rows, and what loads them.
struct RowPrefetch: Sendable {
    private let sections: [SectionRows]
    let prefetch: TablePrefetch

    var rows: [IndexPath] { sections.flatMap(\.indexPaths) }

    /// Nil when nothing has to be loaded.
    @TableActor
    init?(_ rows: [IndexPath], in tableView: TableView) {
        guard let prefetch = tableView.prefetch(rowsAt: rows) else { return nil }
        sections = rows.map { SectionRows(section: $0.section, rows: [$0.row]) }
        self.prefetch = prefetch
    }

    /// The same of rows by section, as `prefetch(_:)` takes them.
    @TableActor
    init?(_ sections: [SectionRows], in tableView: TableView) {
        guard let prefetch = tableView.prefetch(sections) else { return nil }
        self.sections = sections
        self.prefetch = prefetch
    }

    /// What has to be awaited before it is known which rows they are.
    init(by work: @escaping @TableActor @Sendable () async throws -> Void) {
        sections = []
        prefetch = .awaiting(work)
    }
}

extension TableView {
    /// Waits for rows as long as that, then cancels the work.
    nonisolated func load(
        _ rows: [IndexPath], atMost limit: Duration, by work: @escaping @TableActor @Sendable () async throws -> Void
    ) async throws {
        try await withTimeLimit(limit, orThrow: { ProblemDetails.loadingTooLong }) {
            try await self.load(rowsAt: rows, by: work)
        }
    }
}
