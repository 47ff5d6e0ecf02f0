import CascadingTable
import HTTPMessages
import TableRendering

/// The steps to a page: find it in the cache, or plan, load, snapshot, render and cache it.
extension TableHandler {
    /// Responds with a page of the table.
    ///
    /// - Parameter loadingTime: The time that finding the rows of its query has taken.
    func page(
        _ page: PageRequest, of table: MountedTable, for request: Request, after loadingTime: Duration = .zero
    ) async throws -> Response {
        var builder = PageBuilder(page, of: table, visitor: request.visitor, query: request.query.pairs)
        builder.loadingTime = loadingTime
        var progress = try TableActor.run { [builder] in try begin(builder) }
        while true {
            switch progress {
            case .page(let page): return reply(page, to: request)
            case .content(let content): return reply(try render(content), to: request)
            case .export(let table): return try await send(table, for: request)
            case .rows(let load, let builder, let reads): progress = try await proceed(load, builder, reads: reads)
            }
        }
    }

    /// Responds with a page that is cached for the visitor, who is not identified yet; nil if there is none.
    func cachedPage(_ page: PageRequest, of table: MountedTable, for request: Request) throws -> Response? {
        // The data source may answer a query with a table for the visitor.
        guard page.parameters.query.isEmpty else { return nil }
        let builder = PageBuilder(page, of: table, visitor: request.visitor, query: request.query.pairs)
        let found = try TableActor.run { () -> CachedPage? in
            let session = sessions.knownSession(of: builder.visitor, table: page.base)
            // The sessions of a known visitor belong to users.
            guard session == nil || identification == nil else { return nil }
            if let reason = table.tableView.hosting.unavailableReason { throw reason }
            return cachedPage(session.map(builder.with) ?? builder)
        }
        return found.map { reply($0, to: request) }
    }

    /// Returns the cached page, or makes a new one.
    @TableActor
    private func begin(_ builder: PageBuilder) throws -> PageProgress {
        let session = sessions.knownSession(of: builder.visitor, table: builder.page.base)
        let builder = session.map(builder.with) ?? builder
        if let reason = builder.table.tableView.hosting.unavailableReason { throw reason }
        if let page = cachedPage(builder) { return .page(page) }
        return try make(builder)
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
    private func make(_ builder: PageBuilder) throws -> PageProgress {
        var builder = builder
        builder.figures = try builder.makeFigures()
        builder.heat = try builder.makeHeat()
        builder.facets = try builder.makeFacets()
        let tableView = builder.table.tableView
        let isDrawing = builder.page.representation.format?.isDrawing == true
        if isDrawing, builder.page.isWhole, tableView.numberOfRows > Chart.maxPoints {
            throw ProblemDetails(.badRequest, "There are more than 10,000 rows. Use filters or groups to draw fewer.")
        }
        if builder.page.isWhole, !isDrawing, let count = tableView.summary?.leftOutColumns, count > 0 {
            throw ProblemDetails(
                .badRequest,
                "The cross table has \(count) columns more than 100. Use filters or ranges (_bin) to have fewer.")
        }
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
        case .needed(let load): return .rows(load, builder.after(load), reads: reading.reads)
        }
    }

    /// Takes a snapshot of a page whose rows are loaded.
    @TableActor
    private func finish(_ page: TablePage, _ builder: PageBuilder, reads: TableRequest.Reads) throws -> PageProgress {
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

    /// Loads the rows of a page, on this thread if that need not wait.
    private func proceed(
        _ load: TablePage.Load, _ builder: PageBuilder, reads: TableRequest.Reads
    ) async throws -> PageProgress {
        var builder = builder
        let start = ContinuousClock.now
        let adopt = try load.quick()
        let page = adopt == nil ? try await builder.table.tableView.load(load) : nil
        builder.loadingTime += .now - start
        return try TableActor.run { [builder] in
            // Rows that have changed since are not those of the revision that the page's entity tag names.
            guard let page = adopt?() ?? page, builder.loadedRevision == builder.state.table else {
                return try make(builder)
            }
            return try finish(page, builder, reads: reads)
        }
    }

    /// Renders a page and caches it.
    private func render(_ content: PageContent) throws -> CachedPage {
        report(content.snapshot.duplicates, of: content.builder.table)
        let start = ContinuousClock.now
        let bytes = try renderer.render(content)
        // The page is compressed for the first client that accepts that. It then takes more memory, so the cache counts
        // it again.
        let page = content.prepared(
            bytes, renderingTime: .now - start, isCompressible: configuration.allowsCompression,
            isOverTLS: configuration.http.hasTLS
        ) {
            .init(.quick) { [weak pages, key = content.builder.key] in pages?.recount(key) }
        }
        guard let key = content.key, !pages.isOff else { return page }
        pages.insert(page, for: key, revision: content.snapshot.revision)
        content.builder.table.didCachePage(of: content.snapshot.revision)
        return page
    }

    private func report(_ anomalies: [Anomaly], of table: MountedTable) {
        guard !anomalies.isEmpty else { return }
        TableActor.run { anomalies.forEach(table.tableView.anomalies.report) }
    }

    private func reply(_ page: CachedPage, to request: Request) -> Response {
        .prebuilt(page.response(to: .init(of: request)))
    }
}

/// A page as far as it is made.
private enum PageProgress {
    case page(CachedPage)
    /// The page still has to be rendered.
    indirect case content(PageContent)
    /// The page is a whole table, which is streamed and not cached.
    indirect case export(StreamedExport)
    /// Rows must be loaded first.
    indirect case rows(TablePage.Load, PageBuilder, reads: TableRequest.Reads)
}

extension Query {
    var pairs: [(name: String, value: String)] { map { ($0.name, $0.value) } }
}
