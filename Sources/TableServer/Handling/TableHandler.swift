import MicroHTTPD

/// Answers for the tables: makes pages, keeps them, and passes gestures to the trees.
final class TableHandler: Sendable {
    let configuration: TableServer.Configuration
    let renderer: PageRenderer
    let cache: ResponseCache
    let sessions: SessionStore
    let exports: ExportSlots

    init(_ configuration: TableServer.Configuration, renderer: PageRenderer) {
        self.configuration = configuration
        self.renderer = renderer
        cache = ResponseCache(capacity: configuration.maxCachedBytes)
        sessions = SessionStore(capacity: configuration.maxVisitors)
        exports = ExportSlots(count: configuration.maxExports)
    }
}
