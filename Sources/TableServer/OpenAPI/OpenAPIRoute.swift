import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
import TableFormats

/// The route `GET /-/openapi.json`, which describes the tables that the visitor may see, and what the visitor may do.
struct OpenAPIRoute {
    private let handler: TableHandler
    /// The mounts, each with the routes below its path that are described.
    private let mounts: [(mount: Mount, routes: [DescribedRoute])]
    /// The server's own routes.
    private let server: [RoutePath]
    /// Returns whether the middleware lets a request pass.
    private let passes: @Sendable (Request) async -> Bool

    private typealias DescribedRoute = (route: Router.Route, description: RouteDescription)
    /// The tables of a mount: those with columns, and all others as one.
    private typealias Tables = (described: [DescribedTable], others: DescribedTable?)

    static let path: RoutePath = "/-/openapi.json"
    /// The media type that OpenAPI 3.1.1 names.
    static let mediaType = "application/openapi+json"

    /// - Parameters:
    ///   - handler: The handler of the tables.
    ///   - mounts: The mounts, each with the routes that it has added.
    ///   - server: The server's own routes.
    ///   - passes: Returns whether the middleware lets a request pass.
    init(
        handler: TableHandler, mounts: [(mount: Mount, routes: [Router.Route])], server: [Router.Route],
        passes: @escaping @Sendable (Request) async -> Bool
    ) {
        let descriptions = RouteDescription.all(handler.formats, maxSize: handler.configuration.maxPageSize)
        // The address of a row with a format is below that of its table.
        let routes = mounts.flatMap { mount, routes in
            routes.map { route in
                func isBelow(_ mount: Mount) -> Bool { route.path.components.starts(with: mount.path.components) }
                let owner =
                    isBelow(mount)
                    ? mount
                    : mounts.map(\.mount).filter(isBelow).max { $0.path.components.count < $1.path.components.count }
                return (owner, route)
            }
        }
        (self.handler, self.passes, self.server) = (handler, passes, server.map(\.path) + [Self.path])
        self.mounts = mounts.map { mount, _ in
            let described = routes.compactMap { owner, route -> DescribedRoute? in
                guard owner === mount else { return nil }
                let path = RoutePath(
                    Array(route.path.components.dropFirst(mount.path.components.count)),
                    trailingSlash: route.path.hasTrailingSlash)
                return descriptions["\(route.method) \(path)"].map { ((route.method, path), $0) }
            }
            return (mount, described)
        }
    }

    func route(in router: inout Router) {
        router.get(Self.path) { request, _ in
            let limit = handler.configuration.loadingTimeout
            return try await withTimeLimit(limit, orThrow: { ProblemDetails.loadingTooLong }, beginsHere: true) {
                try await respond(to: request)
            }
        }
    }

    private func respond(to request: Request) async throws -> Response {
        let bytes = try await document(for: handler.loaded(request, forUser: true))
        let tag = "\"\(ContentHash(of: bytes).text)\""
        let headers: HTTPFields = [
            .eTag: tag, .cacheControl: "private, no-cache", .vary: "Authorization, Cookie",
        ]
        if let tags = request.header(.ifNoneMatch), CachedPage.matches(tags, tag) {
            return Response(status: .notModified, headers: headers)
        }
        var response = Response.bytes(bytes, contentType: "\(Self.mediaType);version=3.1")
        response.headers.append(contentsOf: headers)
        return response
    }

    private func document(for request: Request) async throws -> [UInt8] {
        // Tables that are not open yet are opened in half of the time.
        let end = ContinuousClock.now + handler.configuration.loadingTimeout / 2
        let configuration = handler.configuration
        var (document, title) = (
            OpenAPIDocument(
                needsToken: configuration.editing?.token != nil, readingNeedsToken: configuration.hasSignIn), "Tables"
        )
        for path in server {
            guard let text = OpenAPIParts.all.server[path.description] else { continue }
            document.add(.get, path.template().path, text)
        }
        for (mount, routes) in mounts {
            let (tables, others) = try await tables(of: mount, for: request, until: end)
            for table in tables {
                let table = document.named(table)
                if mount.path.components.isEmpty { title = table.title ?? title }
                for (route, description) in routes where mount.list == nil || description.isOfColumns {
                    document.add(route, description, of: table)
                }
            }
            guard let others else { continue }
            for (route, description) in routes where others.isWhole || !description.isOfColumns {
                document.add(route, description, of: others)
            }
        }
        return document.bytes(title: title)
    }

    // MARK: - Tables

    /// Returns the tables of a mount that the visitor may see.
    private func tables(of mount: Mount, for request: Request, until end: ContinuousClock.Instant) async throws
        -> Tables
    {
        let (path, parameters) = mount.path.template()
        var others = DescribedTable(path: path, parameters: parameters)
        others.changes = mayEdit(request) ? [.insert, .change, .delete] : []
        others.recordParameters = record(of: mount).map { own($0, request) } ?? []
        others.ownParameters = own(mount, request)
        if let list = mount.list { return try await tables(in: list, of: mount, others, for: request, until: end) }
        // The page of a row offers no queries, and its table has the routes of changes.
        let isRecord = mounts.contains { record(of: $0.mount) === mount }
        if isRecord { others.options = [] }
        if isRecord || !others.ownParameters.isEmpty { (others.isOnlyRead, others.changes) = (true, []) }
        let asked = try self.request(request, at: path)
        guard await passes(asked) else { return ([], nil) }
        guard parameters.isEmpty, others.ownParameters.isEmpty else { return ([], others) }
        return (try await table(of: mount, PathParameters(), others, for: asked).map { [$0] } ?? [], nil)
    }

    /// Returns the tables of a mount that a list names. Beyond the limit of open tables, they are not opened.
    private func tables(
        in list: TableView, of mount: Mount, _ pattern: DescribedTable, for request: Request,
        until end: ContinuousClock.Instant
    ) async throws -> Tables {
        let names = TableActor.run { list.namesOfListedTables(limit: mount.capacity + 1) }
        let name = mount.path.components.compactMap(\.name).first ?? ""
        var (tables, seen, others) = ([DescribedTable](), [String](), pattern)
        for segment in names.prefix(mount.capacity) {
            try Task.checkCancellation()
            var table = pattern
            let encoded = ByteWriter.text { $0.urlComponent(segment) }
            table.path = pattern.path.replacing("{\(name)}", with: encoded)
            table.parameters = []
            let asked = try self.request(request, at: table.path)
            guard await passes(asked) else { continue }
            // The names of tables that the visitor may not see are not told.
            if !mount.isForVisitors { seen.append(segment) }
            guard names.count <= mount.capacity, ContinuousClock.now < end else { continue }
            let parameters = PathParameters(KeyValuePairs(dictionaryLiteral: (name, segment)))
            guard let table = try await self.table(of: mount, parameters, table, for: asked) else { continue }
            tables.append(table)
            if mount.isForVisitors { seen.append(segment) }
        }
        guard !seen.isEmpty else { return ([], nil) }
        others.isWhole = tables.count < seen.count
        if names.count <= mount.capacity {
            others.parameters = [#"{"name":\#(name),"in":"path","required":true,"schema":\#(.choice(seen))}"#]
        }
        return (tables, others)
    }

    /// Returns a table with its columns; nil if the visitor may not see it.
    private func table(
        of mount: Mount, _ parameters: PathParameters, _ pattern: DescribedTable, for request: Request
    ) async throws -> DescribedTable? {
        let visitor = mount.isForVisitors ? handler.tableVisitor(of: request) : nil
        do {
            let limit = handler.configuration.loadingTimeout
            guard let table = try await mount.findTable(parameters, Query(), for: visitor, within: limit) else {
                return nil
            }
            for _ in 0..<TableView.maxLoads {
                do {
                    return try TableActor.run { try describe(table.tableView, pattern, for: request) }
                } catch let needed as TableLoadNeeded {
                    try await needed.prefetch()
                }
            }
            return nil
        } catch {
            try Task.checkCancellation()
            return nil
        }
    }

    @TableActor
    private func describe(
        _ tableView: TableView, _ pattern: DescribedTable, for request: Request
    ) throws -> DescribedTable {
        try tableView.asking(handler.request(request, ofTable: pattern.path)) {
            var table = pattern
            (table.title, table.columns, table.options) = (
                tableView.title, tableView.queryColumns, tableView.queryOptions
            )
            let editing = tableView.hosting.editing
            table.changes = editing?.editor == nil ? [] : table.changes.subtracting(editing?.refusedKinds ?? [])
            return table
        }.result
    }

    // MARK: - Rights

    private func mayEdit(_ request: Request) -> Bool {
        guard let access = handler.configuration.editing else { return false }
        return (try? access.check(request)) != nil
    }

    /// Returns the request of the visitor at another path.
    private func request(_ request: Request, at path: String) throws -> Request {
        let path = path.replacing("{", with: "%7B").replacing("}", with: "%7D")
        let other = try Request.make(
            .head, path, headers: request.headers, remoteAddress: request.remoteAddress, isSecure: request.isSecure)
        return request.identity.map(other.identified) ?? other
    }

    /// Returns the parameters of the query that decide which table answers.
    private func own(_ mount: Mount, _ request: Request) -> [QueryParameter] {
        let names = (try? mount.parameterNames?(PathParameters(), request)) ?? []
        return names.map { QueryParameter($0, .text, "Decides which rows there are.") }
    }

    /// Returns the mount of the rows of a mount's tables; nil if there is none.
    private func record(of mount: Mount) -> Mount? {
        mounts.first { $0.mount.path == mount.path.appending(TableRoutes.row) }?.mount
    }
}

extension TableView {
    /// Returns the names of the tables whose list this is, as parts of their paths.
    fileprivate func namesOfListedTables(limit: Int) -> [String] {
        var names: [String] = []
        for section in 0..<numberOfSections {
            for row in 0..<min(numberOfRows(inSection: section), limit - names.count) {
                let indexPath = IndexPath(row: row, section: section)
                // The list has links to other pages, too.
                let name = identifier(forRowAt: indexPath)
                if cellForRow(at: indexPath)?.link != nil, !name.hasPrefix("/") { names.append(name) }
            }
        }
        return names
    }
}
