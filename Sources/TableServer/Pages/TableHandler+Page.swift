import CascadingTable
import MicroHTTPD
import TableRendering

/// The way to a page: cached, or planned, loaded, asked for, rendered and cached.
extension TableHandler {
    /// Answers with a page of the table.
    func page(_ page: PageRequest, of table: MountedTable, for request: Request) throws -> HandlerResponse {
        let context = PageContext(page, of: table, visitor: request.visitor, query: request.query.pairs)
        let (step, validator) = try begin(context)
        return try follow(step, validator: validator, to: request)
    }

    /// The first step to a page, and what tells how long the page is fresh; nil if that cannot be known.
    private func begin(_ context: PageContext) throws -> (PageStep, PageValidator?) {
        try TableActor.run {
            let session = sessions.knownSession(ofVisitor: context.visitor, table: context.page.base)
            let validator =
                pages.isOff ? nil : PageValidator(context.table.tableView, session, ofVisitor: context.visitor)
            if let reason = context.table.tableView.unavailableReason { throw reason }
            let builder = PageBuilder(of: context, session ?? TableSession())
            if let page = cachedPage(builder) { return (.page(page), validator) }
            if let content = try updatedPage(builder) { return (.content(content), validator) }
            return (try make(builder), validator)
        }
    }

    /// The page of now, if it is cached.
    @TableActor
    private func cachedPage(_ builder: PageBuilder) -> CachedPage? {
        guard builder.notice == nil else { return nil }
        let revision = builder.state.table
        if builder.session.isEmpty, let page = pages.page(for: builder.context.key, revision: revision) { return page }
        return pages.page(for: builder.visitorKey, revision: revision)
    }

    /// The cached page with the rows that were reloaded since, if nothing else has changed.
    @TableActor
    private func updatedPage(_ builder: PageBuilder) throws -> PageContent? {
        let tableView = builder.table.tableView
        guard builder.session.isEmpty, builder.notice == nil,
            let (table, revision) = pages.latest(for: builder.context.key),
            let reloaded = tableView.reloadedRows(since: revision)
        else { return nil }
        let state = builder.state
        let outcome = try tableView.asking(builder.request) { () -> (PageSnapshot.Update, PageLinks)? in
            guard let update = table.snapshot.update(of: reloaded, in: tableView) else { return nil }
            return (update, builder.links(of: table.snapshot.window, in: tableView))
        }
        guard let (update, links) = outcome.result, !outcome.reads.contains(.session) else { return nil }
        return builder.content(.update(update, table), links: links, at: state, reads: outcome.reads)
    }

    /// Asks for the page if all of it is in memory, or says what has to be loaded first.
    @TableActor
    private func make(_ builder: PageBuilder) throws -> PageStep {
        let tableView = builder.table.tableView
        let state = builder.state
        let outcome = try tableView.asking(builder.request) { () throws -> PageAnswer in
            try builder.page.checkShape(for: tableView)
            let plan: PagePlan
            if let loaded = builder.loadedPlan(in: tableView) {
                plan = loaded
            } else {
                var arrangement: QueryResult?
                switch try builder.arranging(in: tableView) {
                case nil: break
                case .ready(let ready): arrangement = ready
                case .awaiting(let work):
                    guard builder.loads < PageBuilder.maxLoads else { throw ProblemDetails.changesTooFast }
                    return .load(RowPrefetch(by: work), nil)
                }
                plan = try builder.makePlan(in: tableView, of: arrangement)
            }
            if let load = plan.load, builder.loads < PageBuilder.maxLoads { return .load(load, plan) }
            if builder.page.isWhole, plan.window.next != nil {
                return .export(StreamedExport(builder, beginningWith: plan.window, configuration))
            }
            let links = builder.links(of: plan.window, in: tableView)
            let isNumbered = builder.page.representation == .html
            return .snapshot(PageSnapshot(of: plan.window, in: tableView, numberingLines: isNumbered), links)
        }
        switch outcome.result {
        case .load(let load, let plan): return .load(load, builder.afterLoading(plan))
        case .export(let table): return .export(table)
        case .snapshot(let snapshot, let links):
            let content = builder.content(.snapshot(snapshot), links: links, at: state, reads: outcome.reads)
            if content.notice != nil { builder.session.notice = nil }
            return .content(content)
        }
    }

    /// Loads what a page needs until it can be asked for, and renders it. That may take more than one load, because a row
    /// that a token names may turn out to be elsewhere.
    ///
    /// - Parameter validator: Tells how long the page is fresh; nil for a page that is not to be repeated.
    private func follow(
        _ step: PageStep, validator: PageValidator?, to request: Request
    ) throws -> HandlerResponse {
        var step = step
        while true {
            switch step {
            case .page(let page): return reply(page, validator: validator, to: request)
            case .content(let content): return reply(try render(content), validator: validator, to: request)
            case .export(let table): return try send(table, for: request)
            case .load(let load, let builder):
                if case .reading(let read, _) = load.prefetch, let keep = try read() {
                    step = try TableActor.run {
                        keep()
                        return try make(builder)
                    }
                    continue
                }
                return .deferred { [self] in
                    try await builder.table.tableView.load(rowsAt: load.rows) { try await load.prefetch() }
                    return try follow(try await make(builder), validator: nil, to: request)
                }
            }
        }
    }

    /// Renders a page and caches it.
    private func render(_ content: PageContent) throws -> CachedPage {
        if case .snapshot(let snapshot) = content.table { report(snapshot.duplicates, of: content.context.table) }
        let (bytes, table) = try renderer.render(content)
        // Compressed when somebody first takes that. Then it is more to be cached.
        let page = content.prepared(bytes, isCompressible: configuration.isCompressing) {
            .init(.quick) { [weak pages, key = content.context.key] in pages?.recount(key) }
        }
        guard let key = content.key, !pages.isOff else { return page }
        pages.insert(page, table, for: key, revision: content.table.revision)
        return page
    }

    private func report(_ anomalies: [Anomaly], of table: MountedTable) {
        guard !anomalies.isEmpty else { return }
        TableActor.run { anomalies.forEach(table.tableView.anomalies.report) }
    }

    private func reply(_ page: CachedPage, validator: PageValidator?, to request: Request) -> HandlerResponse {
        let response = page.response(to: .init(of: request))
        guard let validator else { return .prebuilt(response) }
        return .cacheable(CacheableResponse(response) { validator.isFresh })
    }
}

/// How far a page has come.
private enum PageStep {
    case page(CachedPage)
    /// Still to be rendered.
    case content(PageContent)
    /// More than a page, and too much to be cached.
    indirect case export(StreamedExport)
    indirect case load(RowPrefetch, PageBuilder)
}

/// What came of asking for a page.
private enum PageAnswer {
    /// What has to be loaded first, and the plan that it is for.
    indirect case load(RowPrefetch, PagePlan?)
    indirect case export(StreamedExport)
    case snapshot(PageSnapshot, PageLinks)
}

extension Request {
    /// The visitor's name, when he has one that this server could have given.
    var visitor: String? {
        guard let visitor = cookies[SessionStore.cookieName], visitor.utf8.count == 39 else { return nil }
        return visitor
    }
}

extension Query {
    var pairs: [(name: String, value: String)] { map { ($0.name, $0.value) } }
}
