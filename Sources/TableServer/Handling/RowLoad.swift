import CascadingTable
import HTTPTypes
import Synchronization

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
    /// Waits for rows as long as that; after it, or when who waits is cancelled, the work is cancelled.
    ///
    /// Who waits is answered when the time is up, whether the work heeds that or not.
    nonisolated func load(
        _ rows: [IndexPath], atMost limit: Duration, by work: @escaping @TableActor @Sendable () async throws -> Void
    ) async throws {
        let loading = Task { try await load(rowsAt: rows, by: work) }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let waiting = Waiting(continuation)
                let clock = Task {
                    try await Task.sleep(for: limit)
                    loading.cancel()
                    waiting.end(.failure(Problem(.serviceUnavailable, "The rows took too long to load.")))
                }
                Task {
                    waiting.end(await loading.result)
                    clock.cancel()
                }
            }
        } onCancel: {
            loading.cancel()
        }
    }
}

/// Someone who waits and is told once.
private final class Waiting: Sendable {
    private let continuation: Mutex<CheckedContinuation<Void, any Error>?>

    init(_ continuation: CheckedContinuation<Void, any Error>) {
        self.continuation = Mutex(continuation)
    }

    func end(_ result: Result<Void, any Error>) {
        continuation.withLock { $0.take() }?.resume(with: result)
    }
}
