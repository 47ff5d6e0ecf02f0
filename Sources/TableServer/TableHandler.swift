import MicroHTTPD

/// Answers requests to tables: makes and caches pages, and performs actions.
final class TableHandler: Sendable {
    let configuration: TableServer.Configuration
    let renderer: PageRenderer
    let pages: PageCache
    let sessions: SessionStore
    /// The tables that are sent as a whole, each of which holds a window of rows and a client's connection.
    let exports: Slots
    /// Those who are told of changes.
    let listeners: Slots
    /// What was answered to requests that may be sent again.
    let answers: AnswerStore

    init(_ configuration: TableServer.Configuration, renderer: PageRenderer) {
        self.configuration = configuration
        self.renderer = renderer
        pages = PageCache(capacity: configuration.maxPageBytes)
        sessions = SessionStore(capacity: configuration.maxVisitors, maxBytes: configuration.maxVisitBytes)
        answers = AnswerStore(maxBytes: configuration.maxAnswerBytes)
        exports = Slots(count: configuration.maxExports)
        listeners = Slots(count: configuration.maxListeners)
    }
}
