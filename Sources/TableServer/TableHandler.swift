import MicroHTTPD

/// Answers requests to tables: makes and caches pages, and performs actions.
final class TableHandler: Sendable {
    let configuration: TableServer.Configuration
    let renderer: PageRenderer
    let pages: PageCache
    let sessions: SessionStore
    /// The tables that are sent as a whole, each of which holds a window of rows and a client's connection.
    let exports: ConcurrencyLimit
    /// Those who are told of changes.
    let listeners: ConcurrencyLimit
    /// What was answered to requests that may be sent again.
    let answers: IdempotencyStore

    init(_ configuration: TableServer.Configuration, renderer: PageRenderer) {
        self.configuration = configuration
        self.renderer = renderer
        pages = PageCache(capacity: configuration.maxPageBytes)
        sessions = SessionStore(capacity: configuration.maxVisitors, maxBytes: configuration.maxVisitBytes)
        answers = IdempotencyStore(maxBytes: configuration.maxAnswerBytes)
        exports = ConcurrencyLimit(count: configuration.maxExports)
        listeners = ConcurrencyLimit(count: configuration.maxListeners)
    }
}
