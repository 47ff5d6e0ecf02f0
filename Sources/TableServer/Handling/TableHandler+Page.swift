import CascadingTable
import MicroHTTPD
import TableRendering

extension TableHandler {
    /// Answers with a page of the table: the kept one, or one made now, after loading what it needs.
    func page(_ page: PageRequest, of table: MountedTable, for request: Request) throws -> Reply {
        let (step, unchanged) = try begin(page, of: table, for: request)
        return try follow(step, while: unchanged, for: request, page, of: table)
    }

    /// The first step to a page, and how long that page holds; nil where it is not to be repeated.
    ///
    /// - Parameter kept: what everybody's page is kept in; nil to have it looked for.
    private func begin(
        _ page: PageRequest, of table: MountedTable, for request: Request, keptIn kept: KeptPage? = nil
    ) throws -> (PageStep, Unchanged?) {
        let visitor = request.visitor
        return try TableActor.run {
            let session = sessions.session(ofVisitor: visitor, table: page.base)
            let unchanged = pages.isOff ? nil : Unchanged(table.tableView, session, ofVisitor: visitor)
            let making = PageMaking(
                page: page, table: table, session: session, query: request.query.pairs, keptIn: pages,
                kept: kept ?? pages.page(.init(table: table.tag, view: page)))
            return (try begin(making), unchanged)
        }
    }

    /// The answer, followed by what the same request is answered next.
    private func repeated(
        _ response: PreparedResponse, while unchanged: Unchanged, _ kept: KeptPage?, _ page: PageRequest,
        of table: MountedTable, for request: Request
    ) -> RepeatedReply {
        RepeatedReply(response, while: { unchanged.holds }) { [self, weak kept] in
            next(kept, page, of: table, for: request)
        }
    }

    /// The page of now, where nothing has to be loaded for it.
    private func next(
        _ kept: KeptPage?, _ page: PageRequest, of table: MountedTable, for request: Request
    ) -> RepeatedReply? {
        guard table.isOpen, let (step, unchanged) = try? begin(page, of: table, for: request, keptIn: kept) else {
            return nil
        }
        switch step {
        case .made, .asked:
            guard case .repeated(let reply) = try? follow(step, while: unchanged, for: request, page, of: table) else {
                return nil
            }
            return reply
        case .whole, .load: return nil
        }
    }

    /// Loads what a page needs until it can be asked for, and writes it. That may take more than one load, for a row that
    /// a token names may turn out to be elsewhere.
    ///
    /// - Parameter unchanged: how long the page holds; nil where it is not to be repeated.
    private func follow(
        _ step: PageStep, while unchanged: Unchanged?, for request: Request, _ page: PageRequest,
        of table: MountedTable
    ) throws -> Reply {
        var step = step
        while true {
            switch step {
            case .asked(let content):
                let (made, kept) = try write(content)
                step = .made(made, kept)
            case .made(let made, let kept):
                let response = made.response(to: request)
                guard let unchanged else { return .prepared(response) }
                return .repeated(repeated(response, while: unchanged, kept, page, of: table, for: request))
            case .whole(let table): return try send(table, for: request)
            case .load(let load, let making):
                switch load.prefetch {
                case .reading(let read):
                    let keep = try read()
                    step = try TableActor.run {
                        keep()
                        return try make(making)
                    }
                case .awaiting(let work):
                    return .later { [self] in
                        try await making.table.tableView.load(
                            load.rows, atMost: configuration.maxLoadingTime, by: work)
                        return try follow(try await make(making), while: nil, for: request, page, of: table)
                    }
                }
            }
        }
    }

    /// The page that was made before, or is made of that one by writing rows anew, or the first step to another.
    @TableActor
    private func begin(_ making: PageMaking) throws -> PageStep {
        guard making.notice == nil else { return try make(making) }
        let revision = making.table.tableView.revision
        if making.session.isEmpty, let kept = making.kept {
            switch kept.content(at: revision) {
            case .page(let page): return .made(page, kept)
            case .perVisitor: break
            case nil:
                // Where his own had been made of now, it would be known that it is.
                guard let page = revised(kept, making) else { return try make(making) }
                return .made(page, kept)
            }
        }
        if case .page(let page) = pages.content(for: making.key(making.visitorVariant), revision: revision) {
            return .made(page, making.kept)
        }
        return try make(making)
    }

    @TableActor
    private func revised(_ kept: KeptPage, _ making: PageMaking) -> PreparedPage? {
        let tableView = making.table.tableView
        guard kept.canBeRevised(in: tableView) else { return nil }
        let state = making.state
        let entityTag = making.entityTag(at: state, isPrivate: false)
        let cost = kept.cost
        let page = tableView.answering(making.request) { kept.revise(in: tableView, entityTag: entityTag) }.result
        if kept.cost != cost { pages.recount(making.key("")) }
        return page
    }

    /// Asks for the page when all of it is in memory, or says what has to be loaded first.
    @TableActor
    private func make(_ making: PageMaking) throws -> PageStep {
        let tableView = making.table.tableView
        let state = making.state
        let outcome = try tableView.answering(making.request) { () throws -> Attempt in
            var arrangement: TableArrangement?
            switch try making.arranging(in: tableView) {
            case nil: break
            case .ready(let ready): arrangement = ready
            case .awaiting(let work):
                guard making.loads < PageMaking.maxLoads else { throw Problem.changesTooFast }
                return .needs(RowLoad(by: work))
            }
            let (asking, load) = try making.plan(in: tableView, of: arrangement)
            if let load, making.loads < PageMaking.maxLoads { return Attempt.needs(load) }
            if making.page.isWhole, asking.window.next != nil {
                return .whole(WholeTable(making, beginningWith: asking.window, configuration))
            }
            let links = making.links(of: asking.window, in: tableView)
            return .asked(asking.ask(), links)
        }
        switch outcome.result {
        case .needs(let load): return .load(load, making.afterLoading)
        case .whole(let table): return .whole(table)
        case .asked(let page, let links):
            let content = making.content(page, links: links, at: state, reads: outcome.reads)
            if content.notice != nil { making.session.notice = nil }
            return .asked(content)
        }
    }

    /// Writes a page that was asked for, which needs no table, and keeps it.
    private func write(_ content: PageContent) throws -> (page: PreparedPage, kept: KeptPage?) {
        let rendered = try renderer.render(content)
        var page = try content.prepared(rendered.bytes, isCompressible: configuration.isCompressing)
        guard let keeping = content.keeping else { return (page, nil) }
        if configuration.isCompressing, !content.isPrivate {
            // Compressed from the first time on that somebody takes that, which counts where it is kept.
            page = page.compressible(.quick) { [weak pages, key = keeping.key] in
                TableActor.run { pages?.recount(key) }
            }
        }
        let answers = pages.isOff ? nil : content.table.answeredRows
        // What is not needed any more is freed here, where nobody waits for the tree.
        let (kept, _) = TableActor.run {
            let old = answers.map { pages.keep($0, ofTable: keeping.key.table, besides: rendered.bytes.count) }
            let (kept, written) = keep(page, rendered.written, of: content.table.revision, as: keeping)
            return (kept, (old, written))
        }
        return (page, kept)
    }

    @TableActor
    private func keep(
        _ page: PreparedPage, _ written: KeptPage.Written?, of revision: UInt64, as keeping: PageContent.Keeping
    ) -> (KeptPage?, old: KeptPage.Written?) {
        if let key = keeping.visitorKey { pages.keep(.page(page), for: key, revision: revision) }
        let content = keeping.visitorKey == nil ? KeptPage.Content.page(page) : .perVisitor
        var old: KeptPage.Written?
        let kept = pages.change(keeping.key) { kept in
            old = kept.keep(keeping.isForEverybody ? content : nil, written, at: revision)
        }
        return (kept, old)
    }
}

/// How far a page has come.
private enum PageStep {
    /// With what everybody's next page is made from.
    case made(PreparedPage, KeptPage?)
    /// Still to be written.
    case asked(PageContent)
    /// More than a page, and too much to be kept.
    case whole(WholeTable)
    case load(RowLoad, PageMaking)
}

/// What came of trying to ask for a page.
private enum Attempt {
    case needs(RowLoad)
    case whole(WholeTable)
    case asked(AskedPage, PageLinks)
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
