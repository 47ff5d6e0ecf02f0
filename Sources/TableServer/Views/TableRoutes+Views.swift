import HTTPMessages

/// The routes of the views that visitors keep.
extension TableRoutes {
    /// Adds the routes below the path of a database's tables.
    func routeViews(_ mount: Mount, in router: inout Router) {
        on(.get, "views", mount, in: &router) { [handler] in try await handler.views(of: $0) }
        on(.post, "views", mount, in: &router) { [handler] in try await handler.saveView(of: $0) }
        on(.get, "views/:name", mount, in: &router) { [handler] in try await handler.openView(of: $0) }
        on(.post, "views/:name/remove", mount, in: &router) { [handler] in try await handler.removeView(of: $0) }
    }
}
