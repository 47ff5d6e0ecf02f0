import CascadingTable
import HTTPTypes

/// Rows that must be loaded, with the work that loads them.
struct RowPrefetch: Sendable {
    private let sections: [SectionRows]
    let prefetch: TablePrefetch

    var rows: [IndexPath] { sections.flatMap(\.indexPaths) }

    /// Creates the prefetch of some rows for a request; nil if all of them are in memory. Missing rows are left out.
    @TableActor
    init?(_ rows: [IndexPath], in tableView: TableView, for request: TableRequest) {
        if rows.isEmpty { return nil }
        let found = tableView.answering(request) { () -> (rows: [IndexPath], prefetch: TablePrefetch)? in
            let rows = rows.filter(tableView.hasRow)
            return rows.isEmpty ? nil : tableView.prefetch(rowsAt: rows).map { (rows, $0) }
        }.result
        guard let found else { return nil }
        sections = found.rows.map { SectionRows(section: $0.section, rows: [$0.row]) }
        prefetch = found.prefetch
    }

    /// Creates the prefetch of rows grouped by section; nil if all of them are in memory.
    @TableActor
    init?(_ sections: [SectionRows], in tableView: TableView) {
        guard let prefetch = tableView.prefetch(sections) else { return nil }
        self.sections = sections
        self.prefetch = prefetch
    }

    /// Creates work that must end before the rows are known.
    init(by work: @escaping @TableActor @Sendable () async throws -> Void) {
        sections = []
        prefetch = .awaiting(work)
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
