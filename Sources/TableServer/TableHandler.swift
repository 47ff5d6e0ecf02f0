import CascadingTable
import HTTPMessages
import TableFormats
import TableRendering

/// Answers requests to tables: makes and caches pages, and performs actions.
final class TableHandler: Sendable {
    /// The configuration of the server.
    let configuration: TableServer.Configuration
    /// Renders pages and error responses.
    let renderer: PageRenderer
    /// The formats of tables.
    let formats: [TableFormat]
    /// The cache of rendered pages.
    let pages: PageCache
    /// The selections and undo entries of visitors.
    let sessions: SessionStore
    /// The limit of simultaneous exports. Each export holds a window of rows and a connection.
    let exports: ConcurrencyLimit
    /// The limit of simultaneous event streams.
    let listeners: ConcurrencyLimit
    /// The responses to requests with an `Idempotency-Key`.
    let answers: IdempotencyStore
    /// The tables with edited rows that have not been read again.
    let edits = EditUpdates()
    /// Finds the user of a request; nil if the server has no `identify` closure.
    let identification: Identification?

    /// Creates a handler with empty caches.
    init(
        _ configuration: TableServer.Configuration, renderer: PageRenderer, formats: [TableFormat] = TableFormat.all,
        identification: Identification? = nil, stateStore: (any StateStore)? = nil
    ) {
        var configuration = configuration
        configuration.lists = ListStore(stateStore ?? MemoryStateStore(maxBytes: ListStore.maxBytes))
        (self.configuration, self.formats) = (configuration, formats)
        self.renderer = renderer
        self.identification = identification
        pages = PageCache(capacity: configuration.maxCachedBytes)
        sessions = SessionStore(
            capacity: configuration.maxVisitors, maxBytes: configuration.maxVisitBytes, shared: stateStore)
        answers = IdempotencyStore(store: stateStore ?? MemoryStateStore(maxBytes: configuration.maxAnswerBytes))
        exports = ConcurrencyLimit(count: configuration.maxConcurrentExports)
        listeners = ConcurrencyLimit(count: configuration.maxEventStreams)
    }
}

extension TableHandler {
    /// Updates a table from its source (`_fresh=1`), if it has an `updateHandler`.
    func update(_ table: MountedTable) async throws {
        let tableView = table.tableView
        try await TableActor.run { tableView.hosting.updateHandler }?(tableView)
    }

    /// Loads rows that are not in memory. Missing rows are ignored.
    ///
    /// - Parameters:
    ///   - indexPaths: The rows to load.
    ///   - tableView: The table.
    ///   - request: Makes the request that the rows are loaded for.
    /// - Returns: Whether rows were loaded.
    @discardableResult
    func load(
        _ indexPaths: [IndexPath], of tableView: TableView, for request: @TableActor () -> TableRequest
    ) async throws -> Bool {
        guard !indexPaths.isEmpty else { return false }
        let needed = TableActor.run { () -> (rows: [IndexPath], prefetch: TablePrefetch)? in
            tableView.answering(request()) { () -> (rows: [IndexPath], prefetch: TablePrefetch)? in
                let rows = indexPaths.filter(tableView.hasRow)
                return rows.isEmpty ? nil : tableView.prefetch(rowsAt: rows).map { (rows, $0) }
            }.result
        }
        guard let needed else { return false }
        try await tableView.load(rowsAt: needed.rows) { try await needed.prefetch() }
        return true
    }
}
