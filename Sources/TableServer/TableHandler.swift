import CascadingTable
import MicroHTTPD
import TableRendering
import TableFormats

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
    /// Responds after the table is updated from its source (`_fresh=1`).
    ///
    /// - Parameters:
    ///   - table: The table. Without an `updateHandler`, the response is made at once.
    ///   - respond: Makes the response.
    func updating(
        _ table: MountedTable, then respond: @escaping @Sendable () throws -> HandlerResponse
    ) throws -> HandlerResponse {
        let tableView = table.tableView
        guard let update = TableActor.run({ tableView.hosting.updateHandler }) else { return try respond() }
        return .deferred {
            try await update(tableView)
            return try respond()
        }
    }
}
