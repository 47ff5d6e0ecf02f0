import CascadingTable
import HTTPMessages
import HTTPTypes
import TableRendering

/// The routes that change the rows of databases.
extension TableRoutes {
    /// Adds the routes of a table of rows. Rows are named by their identifiers.
    func routeEditing(_ mount: Mount, in router: inout Router) {
        // The table of the rows has the routes of each row: the page of a row that is gone has none.
        let isRow = mounts.contains { other in
            (other.path.components + Self.row.components).elementsEqual(mount.path.components) { $0.isAlike($1) }
        }
        guard !isRow else { return }
        for (path, methods) in [
            (RoutePath(""), [HTTPRequest.Method.post, .patch, .delete]), (Self.row, [.patch, .delete]),
        ] {
            for method in methods {
                change(method, path, mount, in: &router) { handler, call in
                    try await handler.edit(call, row: call.parameters["key"])
                }
            }
        }
        on(.get, RoutePath(TableHandler.Planning.paste.rawValue), mount, in: &router) { [handler] call in
            try await handler.plan(.paste, of: call)
        }
        on(.get, "choices", mount, in: &router) { [handler] call in
            try await handler.choices(call)
        }
        for planning in TableHandler.Planning.allCases {
            change(.post, RoutePath(planning.rawValue), mount, in: &router) { try await $0.plan(planning, of: $1) }
        }
        for form in RowFormRequest.Kind.allCases {
            on(.get, form.path, mount, in: &router) { [handler] call in
                try await handler.form(form, of: call)
            }
            change(.post, form.path, mount, in: &router) { try await $0.submit(form, of: $1) }
        }
    }

    /// The path of a row below that of its table.
    static let row: RoutePath = "row/:key/"

    /// Adds a route for requests that change something. `Idempotency-Key` makes them run only once.
    private func change(
        _ method: HTTPRequest.Method, _ path: RoutePath, _ mount: Mount, in router: inout Router,
        respond: @escaping @Sendable (TableHandler, MountedRequest) async throws -> Response
    ) {
        on(method, path, mount, in: &router, showsEdits: false) { [handler] call in
            // Without the token, this is a refusal. The body is not read for it, and a stored answer has values of rows.
            guard let editor = try? handler.editor(of: call) else { return try await respond(handler, call) }
            return try await handler.once(call.request, base: call.base, isRepeatable: editor.knowsRequests) {
                try await respond(handler, call)
            }
        }
    }
}

extension RowFormRequest.Kind {
    /// The path of the form below that of the table.
    fileprivate var path: RoutePath {
        switch self {
        case .new: "new"
        case .edit: "row/:key/edit"
        case .delete: "row/:key/delete"
        case .restore: "row/:key/restore"
        }
    }
}

extension RoutePath.Component {
    /// Returns whether two parts of a path match the same texts.
    fileprivate func isAlike(_ other: Self) -> Bool {
        if case .parameter = self, case .parameter = other { return true }
        return self == other
    }
}
