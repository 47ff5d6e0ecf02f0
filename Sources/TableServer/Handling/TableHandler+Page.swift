import CascadingTable
import MicroHTTPD
import TableRendering

extension TableHandler {
    /// Answers with a page of the table: the kept one, or one made now, after loading what it needs.
    func page(_ page: PageRequest, of table: MountedTable, for request: Request) throws -> Reply {
        let view = PageView(page, of: table, visitor: request.visitor, query: request.query.pairs)
        let begun = try begin(view)
        return try follow(begun.step, while: begun.unchanged, to: request, for: view)
    }

    /// The first step to a page, and how long that page holds; nil where it is not to be repeated.
    private func begin(_ view: PageView) throws -> Begun {
        try TableActor.run {
            let session = sessions.knownSession(ofVisitor: view.visitor, table: view.page.base)
            let unchanged = pages.isOff ? nil : Unchanged(view.table.tableView, session, ofVisitor: view.visitor)
            return Begun(step: try begin(view, session), unchanged: unchanged)
        }
    }

    private struct Begun {
        var step: PageStep
        var unchanged: Unchanged?
    }

    /// The page, followed by what the same request is answered next.
    private func reply(
        _ page: PreparedPage, while unchanged: Unchanged?, to request: Request, for view: PageView
    ) -> Reply {
        let client = PreparedPage.Client(of: request)
        let response = page.response(to: client)
        guard let unchanged else { return .prepared(response) }
        return .repeated(
            RepeatedReply(.init(response, while: { unchanged.holds })) { [self] in next(to: client, for: view) })
    }

    /// The page of now, where nothing has to be loaded for it.
    private func next(to client: PreparedPage.Client, for view: PageView) -> RepeatedReply.Answer? {
        guard view.table.isOpen, let begun = try? begin(view), let unchanged = begun.unchanged else { return nil }
        let page: PreparedPage
        switch begun.step {
        case .made(let made), .revised(let made, before: _): page = made
        case .asked(let content):
            guard let written = try? write(content) else { return nil }
            page = written
        case .whole, .load: return nil
        }
        return .init(page.response(to: client), while: { unchanged.holds })
    }

    /// Loads what a page needs until it can be asked for, and writes it. That may take more than one load, for a row that
    /// a token names may turn out to be elsewhere.
    ///
    /// - Parameter unchanged: how long the page holds; nil where it is not to be repeated.
    private func follow(
        _ step: PageStep, while unchanged: Unchanged?, to request: Request, for view: PageView
    ) throws -> Reply {
        var step = step
        while true {
            switch step {
            case .made(let page), .revised(let page, before: _):
                return reply(page, while: unchanged, to: request, for: view)
            case .asked(let content): return reply(try write(content), while: unchanged, to: request, for: view)
            case .whole(let table): return try send(table, for: request)
            case .load(let load, let making):
                if case .reading(let read, _) = load.prefetch, let keep = try read() {
                    step = try TableActor.run {
                        keep()
                        return try make(making)
                    }
                    continue
                }
                return .later { [self] in
                    try await making.table.tableView.load(rowsAt: load.rows) { try await load.prefetch() }
                    return try follow(try await make(making), while: nil, to: request, for: view)
                }
            }
        }
    }

    /// The page that was made before, or is made of that one by writing rows anew, or the first step to another.
    @TableActor
    private func begin(_ view: PageView, _ session: TableSession?) throws -> PageStep {
        if let reason = view.table.tableView.unavailableReason { throw reason }
        let kept = pages.page(view)
        let state = view.state(session)
        let hasNotice = view.notice(session) != nil
        var mayHaveOwn = !hasNotice
        if !hasNotice, session?.isEmpty != false, let kept {
            switch kept.content(at: state.table) {
            case .page(let page): return .made(page)
            case .perVisitor: break
            case nil:
                if let revised = revised(kept, at: state, view, session) { return revised }
                // Where his own had been made of now, it would be known that it is.
                mayHaveOwn = false
            }
        }
        let making = PageMaking(of: view, session ?? TableSession(), keptIn: pages, kept: kept)
        if mayHaveOwn, case .page(let page) = pages.content(for: making.visitorKey, revision: state.table) {
            return .made(page)
        }
        return try make(making)
    }

    @TableActor
    private func revised(
        _ kept: KeptPage, at state: PageView.State, _ view: PageView, _ session: TableSession?
    ) -> PageStep? {
        let tableView = view.table.tableView
        guard let reloaded = kept.reloadedRows(in: tableView) else { return nil }
        let entityTag = view.entityTag(at: state)
        let before = kept.page
        var page: PreparedPage?
        _ = tableView.answering(view.request(session)) {
            page = kept.revise(reloaded, in: tableView, entityTag: entityTag)
        }
        if !kept.isCounted { pages.recount(view.keptKey) }
        guard let page, let before else { return nil }
        return .revised(page, before: before)
    }

    /// Asks for the page when all of it is in memory, or says what has to be loaded first.
    @TableActor
    private func make(_ making: PageMaking) throws -> PageStep {
        let tableView = making.table.tableView
        let state = making.state
        let outcome = try tableView.asking(making.request) { () throws -> Attempt in
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
    private func write(_ content: PageContent) throws -> PreparedPage {
        let rendered = try renderer.render(content)
        let key = content.view.key
        // Compressed from the first time on that somebody takes that, which counts where it is kept.
        let page = try content.prepared(rendered.bytes, isCompressible: configuration.isCompressing) {
            .init(.quick) { [weak pages] in TableActor.run { pages?.recount(key) } }
        }
        guard let keeping = content.keeping else { return page }
        let answers = pages.isOff ? nil : content.table.answeredRows
        // What is not needed any more is freed here, where nobody waits for the tree.
        _ = TableActor.run { () -> (AnsweredRows?, KeptPage.Written?) in
            var old: AnsweredRows?
            if let answers { old = pages.keep(answers, ofTable: key.table, besides: rendered.bytes.count) }
            return (old, keep(page, rendered.written, of: content.table.revision, content.view, keeping))
        }
        return page
    }

    /// - Returns: what is not needed any more.
    @TableActor
    private func keep(
        _ page: PreparedPage, _ written: KeptPage.Written?, of revision: UInt64, _ view: PageView,
        _ keeping: PageContent.Keeping
    ) -> KeptPage.Written? {
        if let key = keeping.visitorKey { pages.keep(.page(page), for: key, revision: revision) }
        let content = keeping.visitorKey == nil ? KeptPage.Content.page(page) : .perVisitor
        var old: KeptPage.Written?
        pages.change(view.keptKey) { old = $0.keep(keeping.isForEverybody ? content : nil, written, at: revision) }
        return old
    }
}

/// How far a page has come.
private enum PageStep {
    case made(PreparedPage)
    /// Made of the one before, which is only to be freed where nobody waits for the tree.
    case revised(PreparedPage, before: PreparedPage)
    /// Still to be written.
    case asked(PageContent)
    /// More than a page, and too much to be kept.
    indirect case whole(WholeTable)
    indirect case load(RowLoad, PageMaking)
}

/// What came of trying to ask for a page.
private enum Attempt {
    indirect case needs(RowLoad)
    indirect case whole(WholeTable)
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
