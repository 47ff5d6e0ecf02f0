import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

/// The routes below each table's path.
struct TableRoutes {
    let handler: TableHandler

    func route(_ mount: Mount, in router: inout Router) {
        get("", mount, in: &router, .html) { _ in .table }
        get("table.json", mount, in: &router, .json) { _ in .table }
        get("table.txt", mount, in: &router, .text) { _ in .table }
        get("table.csv", mount, in: &router, .csv) { _ in .table }
        get("table.md", mount, in: &router, .markdown) { _ in .table }
        get("table.ndjson", mount, in: &router, .ndjson) { _ in .table }
        get("sections/#section", mount, in: &router, .html) { .section(try $0.index("section")) }
        get("sections/#section.json", mount, in: &router, .json) { .section(try $0.index("section")) }
        get("rows/#section/#row", mount, in: &router, .html) { .row(try $0.indexPath()) }
        get("rows/#section/#row.json", mount, in: &router, .json) { .row(try $0.indexPath()) }
        router.get(mount.path.appending("heights.css")) { request, _ in try HeightsRoute.respond(to: request) }
        fields("edit/#section/#row", mount, in: &router) { try $0.form(of: $1, on: $2) }
        fields("edit/#section/#row.json", mount, in: &router) { try $0.fields(of: $1, on: $2) }
        router.get(mount.path.appending("events")) { [handler] request, parameters in
            try handler.withTable(of: mount, parameters) { try handler.events(of: $0, for: request) }
        }
        FindRoute(handler: handler).route(mount, in: &router)
        drag("drag/#section/#row", mount, in: &router)
        for route in GestureRoute.all { post(route, mount, in: &router) }
        batch("batch", mount, in: &router)
        router.post(mount.path.appending("refresh")) { [handler] request, parameters in
            let base = request.base(without: "refresh")
            return try handler.once(request, base: base) {
                let touch = try Touch(
                    .refresh, at: nil, request: request, base: base, limits: handler.configuration)
                return try handler.withTable(of: mount, parameters) { try handler.refresh($0, touch.checked(for: $0)) }
            }
        }
    }

    private func get(
        _ path: RoutePath, _ mount: Mount, in router: inout Router, _ representation: PageRequest.Representation,
        scope: @escaping @Sendable (PathParameters) throws -> PageRequest.Scope
    ) {
        let count = path.parameterCount
        router.get(mount.path.appending(path)) { [handler] request, parameters in
            if representation == .json, count == 0, let since = request.query["_since"] {
                let version = try TableVersion(since: since)
                return try handler.withTable(of: mount, parameters) { handler.changes(of: $0, since: version) }
            }
            let view = try ViewParameters(
                request.query, hasStyle: representation == .text, limits: handler.configuration)
            var page = PageRequest(
                scope: try scope(parameters.suffix(count)), representation: representation, parameters: view,
                language: view.language ?? (representation.isNegotiated ? request.acceptedLanguage : .english),
                base: request.base(without: path))
            page.isPlain = representation == .html && request.isFromTextBrowser
            if view.addition != nil, representation != .html {
                throw Problem(.badRequest, "There is no parameter _filter_column here; name the column itself.")
            }
            if let other = page.otherAddress {
                return .response(Response(status: .seeOther, headers: [.location: other, .cacheControl: "no-store"]))
            }
            if page.isWhole { page.parameters.size = handler.configuration.maxPageSize }
            return try handler.withTable(of: mount, parameters) { [page] in try handler.page(page, of: $0, for: request)
            }
        }
    }

    /// A form of the values of a row.
    private func fields(
        _ path: RoutePath, _ mount: Mount, in router: inout Router,
        respond: @escaping @Sendable (TableHandler, Touch, MountedTable) throws -> Reply
    ) {
        let count = path.parameterCount
        router.get(mount.path.appending(path)) { [handler] request, parameters in
            let touch = try Touch(
                .edit, at: parameters.suffix(count).indexPath(), request: request, base: request.base(without: path),
                limits: handler.configuration)
            return try handler.withTable(of: mount, parameters) { try respond(handler, touch.checked(for: $0), $0) }
        }
    }

    private func drag(_ path: RoutePath, _ mount: Mount, in router: inout Router) {
        let count = path.parameterCount
        router.get(mount.path.appending(path)) { [handler] request, parameters in
            let indexPath = try parameters.suffix(count).indexPath()
            let base = request.base(without: path)
            return try handler.withTable(of: mount, parameters) {
                try handler.dragItems(ofRowAt: indexPath, of: $0, for: request, base: base)
            }
        }
    }

    private func post(_ route: GestureRoute, _ mount: Mount, in router: inout Router) {
        let count = route.path.parameterCount
        let path = mount.path.appending(route.path)
        router.post(path) { [handler] request, parameters in
            let base = request.base(without: route.path)
            return try handler.once(request, base: base) {
                let touch = try touch(route, request, base, parameters.suffix(count))
                return try handler.withTable(of: mount, parameters) {
                    try handler.perform(touch.checked(for: $0), on: $0)
                }
            }
        }
        guard route.asks else { return }
        router.get(path) { [handler] request, parameters in
            let own = parameters.suffix(count)
            let touch = try touch(route, request, request.base(without: route.path), own)
            return try handler.withTable(of: mount, parameters) {
                try handler.confirmation(of: touch.checked(for: $0), on: $0, action: request.path, own)
            }
        }
    }

    private func batch(_ path: RoutePath, _ mount: Mount, in router: inout Router) {
        router.post(mount.path.appending(path)) { [handler] request, parameters in
            let base = request.base(without: path)
            return try handler.once(request, base: base) {
                let batch = try GestureBatch(request, base: base)
                return try handler.withTable(of: mount, parameters) { try handler.perform(batch, on: $0) }
            }
        }
    }

    private func touch(
        _ route: GestureRoute, _ request: Request, _ base: String, _ parameters: PathParameters
    ) throws -> Touch {
        try Touch(
            route.gesture { try parameters.value($0) }, at: route.hasRow ? parameters.indexPath() : nil,
            request: request, base: base, limits: handler.configuration)
    }
}

extension TableHandler {
    /// Calls the body with the mount's table, which may have to be opened first.
    func withTable(
        of mount: Mount, _ parameters: PathParameters, _ body: @escaping @Sendable (MountedTable) throws -> Reply
    ) throws -> Reply {
        if let table = mount.openTable(parameters) { return try body(table) }
        return .later {
            guard let table = try await mount.resolveTable(parameters) else {
                throw Problem(.notFound, "There is no such table.")
            }
            return try body(table)
        }
    }
}

extension RoutePath {
    /// How many parameters it has of its own; a mount may call its own the same.
    fileprivate var parameterCount: Int {
        components.count { $0.name != nil }
    }
}

extension PathParameters {
    func indexPath() throws -> IndexPath {
        IndexPath(row: try index("row"), section: try index("section"))
    }
}

extension Request {
    /// The path of the table, ending in a slash, given what the route has below it.
    func base(without path: RoutePath) -> String {
        guard !path.components.isEmpty else { return self.path }
        var whole = self.path
        return whole.withUTF8 { bytes in
            var end = bytes.count
            for _ in path.components {
                guard let slash = bytes[..<end].lastIndex(of: UInt8(ascii: "/")), slash > 0 else { return "/" }
                end = slash
            }
            return String(decoding: bytes[..<end], as: UTF8.self) + "/"
        }
    }
}

extension Request {
    /// Whether a browser of text asks.
    fileprivate var isFromTextBrowser: Bool {
        guard let agent = header(.userAgent) else { return false }
        return ["Lynx/", "w3m/", "Links ", "ELinks/"].contains { agent.hasPrefix($0) }
    }
}
