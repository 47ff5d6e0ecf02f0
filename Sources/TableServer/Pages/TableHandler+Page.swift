import CascadingTable
import MicroHTTPD
import TableRendering

/// The steps to a page: find it in the cache, or plan, load, snapshot, render and cache it.
extension TableHandler {
    /// Responds with a page of the table.
    ///
    /// - Parameter loadingTime: The time that finding the rows of its query has taken.
    func page(
        _ page: PageRequest, of table: MountedTable, for request: Request, after loadingTime: Duration = .zero
    ) throws -> HandlerResponse {
        var builder = PageBuilder(page, of: table, visitor: request.visitor, query: request.query.pairs)
        builder.loadingTime = loadingTime
        return try follow(try begin(builder), to: request)
    }

    /// Responds with a page that is cached for everyone, to a visitor who is not identified yet; nil if there is none.
    func sharedPage(_ page: PageRequest, of table: MountedTable, for request: Request) throws -> HandlerResponse? {
        // The data source may answer a query with a table for the visitor.
        guard page.parameters.query.isEmpty else { return nil }
        let builder = PageBuilder(page, of: table, visitor: request.visitor, query: request.query.pairs)
        let found = try TableActor.run { () -> CachedPage? in
            // The sessions of a known visitor belong to users.
            guard sessions.knownSession(of: builder.visitor, table: page.base) == nil else { return nil }
            if let reason = table.tableView.hosting.unavailableReason { throw reason }
            return cachedPage(builder)
        }
        return found.map { reply($0, to: request) }
    }

    /// Returns the first step to a page.
    private func begin(_ builder: PageBuilder) throws -> Step {
        try TableActor.run {
            var builder = builder
            if let session = sessions.knownSession(of: builder.visitor, table: builder.page.base) {
                builder.session = session
            }
            if let reason = builder.table.tableView.hosting.unavailableReason { throw reason }
            if let page = cachedPage(builder) { return .page(page) }
            return try make(builder)
        }
    }

    /// Returns the cached page of the current revision.
    @TableActor
    private func cachedPage(_ builder: PageBuilder) -> CachedPage? {
        guard builder.notice == nil, builder.table.reads.isEmpty else { return nil }
        let revision = builder.state.table
        if builder.session.isEmpty, let page = pages.page(for: builder.key, revision: revision) { return page }
        return pages.page(for: builder.visitorKey, revision: revision)
    }

    /// Finds the rows of the page. If they are in memory, finishes the page; otherwise returns the rows to load.
    @TableActor
    private func make(_ builder: PageBuilder) throws -> Step {
        var builder = builder
        builder.facets = try builder.makeFacets()
        let tableView = builder.table.tableView
        if builder.page.isWhole, tableView.summary?.isWhole == false {
            let count = TableQuery.Grouping.maxGroups
            throw ProblemDetails(
                .badRequest, "There are more than \(count) groups. Use filters or ranges (_bin) to have fewer.")
        }
        let reading = try tableView.asking(builder.request) {
            try builder.page.checkColumns(of: tableView)
            return try tableView.page(builder.page.rows, after: builder.loaded, mayLoad: builder.mayLoad)
        }
        switch reading.result {
        case .ready(let page): return try finish(page, builder, reads: reading.reads)
        case .needed(let load): return .load(load, builder.after(load), reads: reading.reads)
        }
    }

    /// Takes a snapshot of a page whose rows are loaded.
    @TableActor
    private func finish(_ page: TablePage, _ builder: PageBuilder, reads: TableRequest.Reads) throws -> Step {
        let tableView = builder.table.tableView
        let state = builder.state
        let outcome = try tableView.asking(builder.request) { () throws -> (PageSnapshot, PageLinks)? in
            guard !builder.page.isWhole || page.window.next == nil else { return nil }
            let links = builder.links(of: page, in: tableView, formats: formats)
            let isHTML = builder.page.representation == .html
            let snapshot = PageSnapshot(of: page, in: tableView, numberingLines: isHTML, hasLinks: isHTML)
            // A copy of the table has the whole values, too.
            let isCut = builder.page.isWhole && (snapshot.hasTruncatedValues || tableView.hasUnreadRows)
            return isCut && tableView.original.dataSource is any FreezableTableDataSource ? nil : (snapshot, links)
        }
        guard let (snapshot, links) = outcome.result else {
            return .export(StreamedExport(builder, beginningWith: page.window, configuration))
        }
        let content = builder.content(
            snapshot, links: links, at: state, reads: outcome.reads.union(reads),
            advice: builder.loadingTime > QueryAdvice.slowTime ? page.advice : nil)
        if content.notice != nil { builder.session.notice = nil }
        return .content(content)
    }

    /// Loads the rows of a page, then renders it.
    ///
    /// - Parameters:
    ///   - step: The first step to the page.
    ///   - request: The request of the client.
    private func follow(_ step: Step, to request: Request) throws -> HandlerResponse {
        var step = step
        while true {
            switch step {
            case .page(let page): return reply(page, to: request)
            case .content(let content): return reply(try render(content), to: request)
            case .export(let table): return try send(table, for: request)
            case .load(let load, var builder, let reads):
                let start = ContinuousClock.now
                if let adopt = try load.quick() {
                    builder.loadingTime += .now - start
                    step = try TableActor.run { [builder] in try proceed(adopt(), builder, reads: reads) }
                    continue
                }
                return .deferred { [self, builder] in
                    let page = try await builder.table.tableView.load(load)
                    var builder = builder
                    builder.loadingTime += .now - start
                    return try follow(try await proceed(page, builder, reads: reads), to: request)
                }
            }
        }
    }

    /// Finishes a page that was loaded. If the rows have changed since the revision in which it was begun, makes it again:
    /// its rows are not those of the revision that its entity tag names.
    @TableActor
    private func proceed(_ page: TablePage?, _ builder: PageBuilder, reads: TableRequest.Reads) throws -> Step {
        guard let page, builder.loadedRevision == builder.state.table else { return try make(builder) }
        return try finish(page, builder, reads: reads)
    }

    /// Renders a page and caches it.
    private func render(_ content: PageContent) throws -> CachedPage {
        report(content.snapshot.duplicates, of: content.builder.table)
        let start = ContinuousClock.now
        let bytes = try renderer.render(content)
        // The page is compressed for the first client that accepts that. It then takes more memory, so the cache counts
        // it again.
        let page = content.prepared(
            bytes, renderingTime: .now - start, isCompressible: configuration.allowsCompression
        ) {
            .init(.quick) { [weak pages, key = content.builder.key] in pages?.recount(key) }
        }
        guard let key = content.key, !pages.isOff else { return page }
        pages.insert(page, for: key, revision: content.snapshot.revision)
        return page
    }

    private func report(_ anomalies: [Anomaly], of table: MountedTable) {
        guard !anomalies.isEmpty else { return }
        TableActor.run { anomalies.forEach(table.tableView.anomalies.report) }
    }

    private func reply(_ page: CachedPage, to request: Request) -> HandlerResponse {
        .prebuilt(page.response(to: .init(of: request)))
    }
}

/// The next step towards a page.
private enum Step {
    case page(CachedPage)
    /// The page still has to be rendered.
    indirect case content(PageContent)
    /// The page is a whole table, which is streamed and not cached.
    indirect case export(StreamedExport)
    indirect case load(TablePage.Load, PageBuilder, reads: TableRequest.Reads)
}

extension Query {
    var pairs: [(name: String, value: String)] { map { ($0.name, $0.value) } }
}
