import CascadingTable
import HTTPMessages
import HTTPTypes
import TableRendering

/// The routes below the path of each table.
struct TableRoutes {
    let handler: TableHandler
    let mounts: [Mount]

    func route(_ mount: Mount, in router: inout Router) {
        get("", mount, in: &router, .html) { _ in .table }
        for format in handler.formats {
            get(RoutePath("table.\(format.fileExtension)"), mount, in: &router, .format(format)) { _ in .table }
        }
        get("sections/#section", mount, in: &router, .html) { .section(try $0.index("section")) }
        get("sections/#section.json", mount, in: &router, .json) { .section(try $0.index("section")) }
        get("rows/#section/#row", mount, in: &router, .html) { .row(try $0.indexPath()) }
        get("rows/#section/#row.json", mount, in: &router, .json) { .row(try $0.indexPath()) }
        router.get(mount.path.appending("heights.css")) { request, _ in try HeightsRoute.respond(to: request) }
        fields("edit/#section/#row", mount, in: &router) { try await $0.form(of: $1, on: $2) }
        fields("edit/#section/#row.json", mount, in: &router) { try await $0.fields(of: $1, on: $2) }
        fields("new/#place", mount, in: &router, of: .create) { try await $0.form(of: $1, on: $2) }
        fields("new/#place.json", mount, in: &router, of: .create) { try await $0.fields(of: $1, on: $2) }
        on(.get, "events", mount, in: &router) { [handler] call in
            try await handler.events(of: call.table, for: call.request, base: call.base)
        }
        on(.get, "find", mount, in: &router) { [handler] call in
            let finding = try RowSearch(
                call.request, base: call.base, own: call.ownQuery, limits: handler.configuration)
            return try await handler.find(finding, in: call.table, for: call.request)
        }
        on(.get, "columns", mount, in: &router) { [handler] call in
            try await handler.columns(of: call.table, for: call.request, own: call.ownQuery, base: call.base)
        }
        on(.get, "drag/#section/#row", mount, in: &router) { [handler] call in
            try await handler.dragItems(
                ofRowAt: call.parameters.indexPath(), of: call.table, for: call.request, base: call.base)
        }
        on(.get, "values/#section/#row/:field", mount, in: &router) { [handler] call in
            try await handler.value(
                ofField: call.parameters["field"] ?? "", ofRowAt: try call.parameters.indexPath(), of: call.table,
                for: call.request, base: call.base)
        }
        FormatRoutes(handler: handler).route(mount, in: &router)
        for action in TableAction.all { route(action, mount, in: &router) }
        if handler.configuration.editing != nil { routeEditing(mount, in: &router) }
        // The form of filters, which can have more values than an address.
        on(.post, "filter", mount, in: &router) { [handler] call in
            var view = try PageParameters(call.request.form(), own: call.ownQuery, limits: handler.configuration)
            view.form = view.form ?? .init()
            return try await respond(to: call, view, .table, .html)
        }
        on(.post, "rows/list", mount, in: &router) { [handler] call in
            try await handler.list(ofChosenRowsFrom: call)
        }
        if mount.list != nil { routeViews(mount, in: &router) }
        post("batch", mount, in: &router) { [handler] call in
            try await handler.perform(ActionBatch(call.request, base: call.base), on: call.table)
        }
    }

    /// The limit in bytes of an address that a form leads to. A request with a longer one is refused.
    private static let maxAddressBytes = 20_000

    /// Adds a route below the path of a mount. If necessary, the table is opened first.
    ///
    /// `loadingTimeout` limits the total time of opening the table, identifying the visitor and responding.
    ///
    /// - Parameters:
    ///   - method: The method of the route.
    ///   - path: The path of the route below the path of the mount.
    ///   - mount: The path with its tables.
    ///   - router: The router to which the route is added.
    ///   - showsEdits: Whether the response depends on the rows that were read. Then they have all edits before it.
    ///   - patience: The number by which the time limit is multiplied. Default: 1.
    ///   - cached: Returns a cached response, before the visitor is identified; nil if there is none.
    ///   - respond: Responds to an identified visitor.
    func on(
        _ method: HTTPRequest.Method, _ path: RoutePath, _ mount: Mount, in router: inout Router,
        showsEdits: Bool = true, patience: Int = 1,
        cached: (@Sendable (MountedRequest) throws -> Response?)? = nil,
        respond: @escaping @Sendable (MountedRequest) async throws -> Response
    ) {
        let limit = handler.configuration.loadingTimeout * patience
        let run = { @Sendable (request: Request, parameters: PathParameters) in
            let request = try await handler.loaded(request, forUser: mount.isForVisitors)
            do {
                var call = try await open(mount, request, parameters, below: path, showsEdits: showsEdits)
                if handler.identification != nil, request.identity == nil {
                    // The page itself tells what a cached one cannot answer, such as a list that must be read first.
                    if let response = try? cached?(call) { return response }
                    call = call.with(try await handler.identified(request))
                }
                return try await answer(call, respond)
            } catch let moved as TableMovedError {
                let base = request.base(without: path)
                return Response.redirect(to: request.address(in: moved, of: base), status: .permanentRedirect)
            }
        }
        router.on(method, mount.path.appending(path)) { request, parameters in
            guard method == .get else {
                return try await EditDeadline.$end.withValue(EditDeadline.end(ofRequest: limit)) {
                    try await withTimeLimit(limit, orThrow: { ProblemDetails.actionTooLong }, beginsHere: true) {
                        try await run(request, parameters)
                    }
                }
            }
            if let cached, let response = cachedResponse(mount, request, parameters, below: path, cached) {
                return response
            }
            return try await withTimeLimit(limit, orThrow: { ProblemDetails.loadingTooLong }, beginsHere: true) {
                try await run(request, parameters)
            }
        }
    }

    /// Returns a cached response, if nothing has to be waited for; otherwise nil. It needs no time limit.
    private func cachedResponse(
        _ mount: Mount, _ request: Request, _ parameters: PathParameters, below path: RoutePath,
        _ cached: (MountedRequest) throws -> Response?
    ) -> Response? {
        guard !mount.isForVisitors || request.identity != nil, !handler.sessions.isShared,
            handler.edits.update() == nil, let ownQuery = try? mount.ownParameters(request, below: parameters),
            let table = mount.openTable(
                parameters, ownQuery, for: mount.isForVisitors ? TableVisitor(user: request.visitor.user) : nil)
        else { return nil }
        return try? cached(MountedRequest(table, request, parameters, below: path, ownQuery))
    }

    /// Returns the request to the table at its path, which is opened if necessary.
    private func open(
        _ mount: Mount, _ request: Request, _ parameters: PathParameters, below path: RoutePath, showsEdits: Bool
    ) async throws -> MountedRequest {
        let visitor = mount.isForVisitors ? handler.tableVisitor(of: request) : nil
        let ownQuery = try mount.ownParameters(request, below: parameters)
        var table = mount.openTable(parameters, ownQuery, for: visitor)
        if table != nil {
            if showsEdits { await handler.edits.update()?.value }
        } else {
            let limit = handler.configuration.loadingTimeout
            let session = mount.isForVisitors && request.method == .post ? SessionStore.makeIdentifier() : nil
            table = try await mount.resolveTable(
                parameters, ownQuery, for: visitor, beginning: session, within: limit)
        }
        guard let table else { throw await missing(parameters, below: mount, for: visitor, request) }
        return MountedRequest(table, request, parameters, below: path, ownQuery)
    }

    /// Responds to a request, and tries again after its data source has loaded the missing data.
    private func answer(
        _ call: MountedRequest, _ respond: @Sendable (MountedRequest) async throws -> Response
    ) async throws -> Response {
        var (call, loads) = (call, 0)
        while true {
            do { return try await respond(call) } catch {
                guard loads < TableView.maxLoads, let needed = TableLoadNeeded(in: error) else {
                    throw await placed(error, for: call)
                }
                let start = ContinuousClock.now
                do { try await needed.prefetch() } catch { throw call.placed(error) }
                call = call.with(call.request, loadingTime: call.loadingTime + (.now - start))
                loads += 1
            }
        }
    }

    /// Returns an error whose page leads back to the table. That of a deleted row leads to the form that puts it back.
    private func placed(_ error: any Error, for call: MountedRequest) async -> any Error {
        let isMissing = (error as? any VisitorFacingError)?.kind == .notFound && call.request.path == call.base
        let deletion = isMissing ? await handler.deletion(in: call.table, at: call.base) : nil
        return call.placed(deletion ?? error)
    }

    /// Returns the error for a missing table or row. Its page leads back to the nearest table above.
    private func missing(
        _ parameters: PathParameters, below mount: Mount, for visitor: TableVisitor?, _ request: Request
    ) async -> any Error {
        let problem = ProblemDetails(.notFound, "There is no such table or row.")
        // The title of a table is for visitors who may see it.
        guard handler.identification == nil else { return problem }
        let path = mount.path.components
        let parents = mounts.filter { $0 !== mount && path.starts(with: $0.path.components) }
        for parent in parents.sorted(by: { $0.path.components.count > $1.path.components.count }) {
            let limit = handler.configuration.loadingTimeout
            guard let table = try? await parent.findTable(parameters, Query(), for: visitor, within: limit) else {
                continue
            }
            let base = request.path.split(separator: "/").prefix(parent.path.components.count).map { "\($0)/" }
            let place = "/\(base.joined())"
            let key = parameters["key"] ?? ""
            let deletion = await handler.deletion(ofRow: key, in: table, at: place + StoredRow.path(ofRow: key))
            return table.placed(deletion ?? problem, at: place)
        }
        return problem
    }

    /// Adds a route for requests that change something. `Idempotency-Key` makes them run only once.
    private func post(
        _ path: RoutePath, _ mount: Mount, in router: inout Router,
        respond: @escaping @Sendable (MountedRequest) async throws -> Response
    ) {
        on(.post, path, mount, in: &router) { [handler] call in
            try await handler.once(call.request, base: call.base) { try await respond(call) }
        }
    }

    private func get(
        _ path: RoutePath, _ mount: Mount, in router: inout Router, _ representation: PageRequest.Representation,
        scope: @escaping @Sendable (PathParameters) throws -> PageRequest.Scope
    ) {
        // To find, sort or group all rows takes longer than a page of them.
        let patience = representation.format?.isWhole == true ? 4 : 1
        let representation = { @Sendable (request: Request) in
            representation == .html && request.prefersJSON ? .json : representation
        }
        let cached = { @Sendable [handler] (call: MountedRequest) -> Response? in
            let (request, representation) = (call.request, representation(call.request))
            guard TableActor.run({ call.table.mayHaveCachedPages }), request.query["_since"] == nil else { return nil }
            let view = try PageParameters(
                request.query, for: representation, own: call.ownQuery, limits: handler.configuration)
            guard !view.isFresh, view.form == nil else { return nil }
            let page = page(view, try scope(call.parameters), representation, call)
            return try handler.cachedPage(page, of: call.table, for: request)
        }
        on(.get, path, mount, in: &router, patience: patience, cached: cached) { [handler] call in
            let (request, scope) = (call.request, try scope(call.parameters))
            let representation = representation(request)
            if representation == .json, scope == .table, let since = request.query["_since"] {
                let version = try RevisionToken(since: since)
                if try PageParameters.isFresh(request.query["_fresh"]) { try await handler.update(call.table) }
                return handler.changes(of: call.table, since: version)
            }
            var view = try PageParameters(
                request.query, for: representation, own: call.ownQuery, limits: handler.configuration)
            if view.isFresh || !call.table.announcesChanges {
                try await handler.update(call.table)
                // With `_fresh`, only the time of the page differs.
                view.isFresh = false
            }
            return try await respond(to: call, view, scope, representation)
        }
    }

    /// Returns the page of a request.
    private func page(
        _ view: PageParameters, _ scope: PageRequest.Scope, _ representation: PageRequest.Representation,
        _ call: MountedRequest
    ) -> PageRequest {
        var page = PageRequest(
            scope: scope, representation: representation, parameters: view,
            language: view.language ?? (representation == .html ? call.request.acceptedLanguage : .english),
            base: call.base)
        page.isPlain = representation == .html && call.request.isFromTextBrowser
        if page.isWhole { page.parameters.size = handler.configuration.maxPageSize }
        return page
    }

    private func respond(
        to call: MountedRequest, _ view: PageParameters, _ scope: PageRequest.Scope,
        _ representation: PageRequest.Representation
    ) async throws -> Response {
        let (request, page) = (call.request, page(view, scope, representation, call))
        if view.form != nil, representation != .html {
            throw ProblemDetails(
                .badRequest, "Unknown parameter \"_filter_column\". Use the name of the column as parameter.")
        }
        var other = try page.canonical {
            try TableActor.run {
                let tableView = call.table.tableView
                return try tableView.asking(handler.request(request, ofTable: call.base)) { tableView.queryColumns }
                    .result
            }
        }
        if other != nil {
            if let lists = handler.configuration.lists { try await other?.parameters.query.keepLists(in: lists) }
            let address = other?.address ?? call.base
            guard address.utf8.count <= Self.maxAddressBytes else { throw ProblemDetails.addressTooLong }
            return Response(status: .seeOther, headers: [.location: address, .cacheControl: "no-store"])
        }
        if let whole = try await handler.wholeTable(page, of: call.table, for: request) { return whole }
        let table = try handler.table(
            call.table, answering: view.query, as: representation, ofVisitor: request.visitor, base: call.base
        ) { session in
            PageBuilder(
                page, of: call.table, visitor: request.visitor, query: request.query.pairs, session ?? TableSession()
            ).request
        }
        return try await handler.page(page, of: table, for: request, after: call.loadingTime)
    }

    /// Adds a route for the values of a row, or of a new row.
    private func fields(
        _ path: RoutePath, _ mount: Mount, in router: inout Router, of action: TableAction = .edit,
        respond: @escaping @Sendable (TableHandler, ActionRequest, MountedTable) async throws -> Response
    ) {
        on(.get, path, mount, in: &router) { [handler] call in
            let request = try request(action, call)
            return try await respond(handler, request, handler.table(call.table, ofPageOf: request))
        }
    }

    private func route(_ action: TableAction, _ mount: Mount, in router: inout Router) {
        post(action.path, mount, in: &router) { [handler] call in
            let request = try request(action, call)
            do {
                return try await handler.perform(request, on: handler.table(call.table, ofPageOf: request))
            } catch let error as ActionError where request.prefersHTML && request.files.isEmpty {
                guard let question = error.cause as? TableViewQuestion else { throw error }
                let title = TableActor.run { call.table.tableView.title }
                return handler.page(of: question, about: request, on: title, address: call.request.target)
            }
        }
        guard action.isConfirmed else { return }
        on(.get, action.path, mount, in: &router) { [handler] call in
            let request = try request(action, call)
            return try await handler.confirmation(
                of: request, on: handler.table(call.table, ofPageOf: request), address: call.request.path,
                call.parameters)
        }
    }

    /// Reads the action of a request.
    private func request(_ action: TableAction, _ call: MountedRequest) throws -> ActionRequest {
        let request = try ActionRequest(
            action, action.target { try call.parameters.value($0) },
            at: action.hasRow ? call.parameters.indexPath() : nil,
            section: call.parameters["place"] == nil ? nil : call.parameters.index("place"),
            request: call.request, base: call.base, limits: handler.configuration)
        return try request.checked(for: call.table)
    }
}

extension TableLoadNeeded {
    /// Finds the load request inside an error; nil for other errors.
    fileprivate init?(in error: any Error) {
        switch error {
        case let needed as TableLoadNeeded: self = needed
        case let failure as ActionError: self.init(in: failure.cause)
        case let failure as BatchError: self.init(in: failure.cause)
        default: return nil
        }
    }
}

/// A request to a table, with the parts of its path. A class, because it is passed on several times.
final class MountedRequest: Sendable {
    let table: MountedTable
    let request: Request
    /// The parameters of the route below the table's path.
    let parameters: PathParameters
    /// The parameters of the query that decided which table answers.
    let ownQuery: Query
    /// The path of the table, ending in a slash.
    let base: String
    /// The time that loading rows has taken so far.
    let loadingTime: Duration

    /// Creates the request of a route below the path of a mount.
    init(
        _ table: MountedTable, _ request: Request, _ parameters: PathParameters, below path: RoutePath,
        _ ownQuery: Query
    ) {
        (self.table, self.request, self.ownQuery, loadingTime) = (table, request, ownQuery, .zero)
        // The path of the mount may have parameters with equal names.
        self.parameters = parameters.suffix(path.components.count { $0.name != nil })
        base = request.base(without: path)
    }

    private init(_ call: MountedRequest, _ request: Request, loadingTime: Duration) {
        (table, ownQuery, parameters, base) = (call.table, call.ownQuery, call.parameters, call.base)
        (self.request, self.loadingTime) = (request, loadingTime)
    }

    /// Returns an error whose page leads back to the table.
    func placed(_ error: any Error) -> any Error {
        guard [.get, .head].contains(request.method), request.acceptsHTML else { return error }
        let error = table.placed(error, at: base, isAt: request.path)
        guard var problem = error as? ProblemDetails, problem.status == .badRequest, !problem.errors.isEmpty,
            request.path == base, let parameters = try? PageParameters(request.query, own: ownQuery, limits: .init())
        else { return error }
        // The form shows what is wrong beside the filter.
        let page = PageRequest(
            scope: .table, representation: .html, parameters: parameters, language: request.language, base: base)
        let builder = PageBuilder(page, of: table, visitor: request.visitor, query: [])
        problem.filters = TableActor.run {
            let tableView = table.tableView.original
            guard tableView.queryOptions.contains(.filtering),
                let query = try? parameters.query.query(of: tableView),
                query.filters.contains(where: { problem.errors == [$0.parameterName] })
            else { return nil }
            return builder.filterForm(of: tableView, query)
        }
        return problem
    }

    /// Returns a copy with another request, such as one with the identity of its sender.
    func with(_ request: Request, loadingTime: Duration = .zero) -> MountedRequest {
        MountedRequest(self, request, loadingTime: loadingTime)
    }
}

extension MountedTable {
    /// Returns an error whose page leads back to this table. Failures of the server stay what they are, for its log.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - base: The path of the table.
    ///   - path: The path of the request. A table that is missing itself is no place to go back to. Default: another one.
    fileprivate func placed(_ error: any Error, at base: String, isAt path: String = "") -> any Error {
        var problem = ProblemDetails(error)
        guard problem.status != .internalServerError, problem.breadcrumbs.isEmpty else { return error }
        let links = TableActor.run { () -> [TableLink] in
            let table = tableView.original
            problem.parameters = table.hosting.parameters
            let isMissing = problem.status == .notFound && path == base
            return table.navigationItem.breadcrumbs + (isMissing ? [] : [table.backLink(to: base)])
        }
        let page = PageLinks(base: base)
        problem.breadcrumbs = links.map { TableLink($0.title, to: page.resolve($0.url)) }
        return problem
    }
}

extension PathParameters {
    func indexPath() throws -> IndexPath {
        IndexPath(row: try index("row"), section: try index("section"))
    }
}

extension Request {
    /// Returns the path of the table, ending in a slash.
    ///
    /// - Parameter path: The path of the route below the table's path.
    fileprivate func base(without path: RoutePath) -> String {
        guard !path.components.isEmpty else { return self.path }
        var whole = self.path
        return whole.withUTF8 { bytes in
            var end = bytes.count
            for _ in 0..<path.components.count + (path.hasTrailingSlash ? 1 : 0) {
                guard let slash = bytes[..<end].lastIndex(of: UInt8(ascii: "/")), slash > 0 else { return "/" }
                end = slash
            }
            return String(decoding: bytes[..<end], as: UTF8.self) + "/"
        }
    }
}

extension Request {
    /// Returns the address of the request below the new folder of its table.
    fileprivate func address(in moved: TableMovedError, of base: String) -> String {
        // The target and the base are percent-encoded, so characters and bytes are equally many.
        let parent = base.prefix(through: base.dropLast().lastIndex(of: "/") ?? base.startIndex)
        return "\(parent)\(moved.folder)/\(target.dropFirst(base.count))"
    }

    /// A Boolean value that indicates whether the client is a text browser.
    fileprivate var isFromTextBrowser: Bool {
        guard let agent = header(.userAgent) else { return false }
        return ["Lynx/", "w3m/", "Links ", "ELinks/"].contains { agent.hasPrefix($0) }
    }
}
