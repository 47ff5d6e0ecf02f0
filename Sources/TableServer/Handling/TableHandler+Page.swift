import CascadingTable
import MicroHTTPD
import TableRendering

extension TableHandler {
    /// Answers with a page of the table: the kept one, or one made now, after loading what it needs.
    func page(_ page: PageRequest, of table: MountedTable, for request: Request) throws -> Reply {
        let visitor = request.visitor
        let (step, kept, unchanged) = try TableActor.run {
            let session = sessions.session(ofVisitor: visitor, table: page.base)
            let unchanged = pages.isOff ? nil : Unchanged(table.tableView, session, ofVisitor: visitor)
            let making = PageMaking(page: page, table: table, session: session, query: request.query.pairs)
            let step = try keptPage(making).map(PageStep.made) ?? make(making)
            return (step, pages.page(making.key("")), unchanged)
        }
        let reply = try follow(step, for: request)
        guard case .prepared(let response) = reply, let unchanged else { return reply }
        return .repeated(repeated(response, while: unchanged, kept, page, of: table, for: request))
    }

    /// The answer, followed by the page that everybody is shown next, where rows that were reloaded are all that changes.
    private func repeated(
        _ response: PreparedResponse, while unchanged: Unchanged, _ kept: KeptPage?, _ page: PageRequest,
        of table: MountedTable, for request: Request
    ) -> RepeatedReply {
        RepeatedReply(response, while: { unchanged.holds }) { [self, weak kept] in
            guard let kept, let (next, unchanged) = next(kept, page, of: table, for: request) else { return nil }
            return repeated(
                next.response(to: request), while: unchanged, kept, page, of: table, for: request)
        }
    }

    private func next(
        _ kept: KeptPage, _ page: PageRequest, of table: MountedTable, for request: Request
    ) -> (page: PreparedPage, Unchanged)? {
        let visitor = request.visitor
        return TableActor.run {
            let session = sessions.session(ofVisitor: visitor, table: page.base)
            let making = PageMaking(page: page, table: table, session: session, query: request.query.pairs)
            guard table.isOpen, session.isEmpty, making.notice == nil,
                let unchanged = Unchanged(table.tableView, session, ofVisitor: visitor),
                let page = everybodysPage(kept, making)
            else { return nil }
            return (page, unchanged)
        }
    }

    /// Loads what a page needs until it is made. That may take more than once, for a row that a token names may turn
    /// out to be elsewhere.
    private func follow(_ step: PageStep, for request: Request) throws -> Reply {
        var step = step
        while true {
            switch step {
            case .made(let page): return .prepared(page.response(to: request))
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
                        return try follow(try await make(making), for: request)
                    }
                }
            }
        }
    }

    /// The page that was made before, or is made of that one by writing rows anew.
    @TableActor
    private func keptPage(_ making: PageMaking) -> PreparedPage? {
        guard making.notice == nil else { return nil }
        if making.session.isEmpty, let kept = pages.page(making.key("")), let page = everybodysPage(kept, making) {
            return page
        }
        let revision = making.table.tableView.revision
        guard case .page(let page) = pages.content(for: making.key(making.visitorVariant), revision: revision) else {
            return nil
        }
        return page
    }

    @TableActor
    private func everybodysPage(_ kept: KeptPage, _ making: PageMaking) -> PreparedPage? {
        switch kept.content(at: making.table.tableView.revision) {
        case .page(let page): page
        case .perVisitor: nil
        case nil: revised(kept, making)
        }
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

    /// Makes the page when all of it is in memory, or says what has to be loaded first.
    @TableActor
    private func make(_ making: PageMaking) throws -> PageStep {
        let tableView = making.table.tableView
        let state = making.state
        var making = making
        making.kept = pages.page(making.key(""))
        let outcome = try tableView.answering(making.request) { () throws -> Attempt in
            var arrangement: TableArrangement?
            switch try making.arranging(in: tableView) {
            case nil: break
            case .ready(let ready): arrangement = ready
            case .awaiting(let work):
                guard making.loads < PageMaking.maxLoads else { throw Problem.changesTooFast }
                return .needs(RowLoad(by: work))
            }
            let (writing, load) = try making.plan(in: tableView, of: arrangement)
            if let load, making.loads < PageMaking.maxLoads { return Attempt.needs(load) }
            if making.page.isWhole, writing.window.next != nil {
                return .whole(WholeTable(making, beginningWith: writing.window, configuration))
            }
            return .rendered(try renderer.render(writing, of: tableView, making))
        }
        switch outcome.result {
        case .needs(let load): return .load(load, making.afterLoading)
        case .whole(let table): return .whole(table)
        case .rendered(let rendered):
            let notice = making.notice
            let isPrivate = outcome.reads.contains(.session) || !making.session.isEmpty || notice != nil
            var page = try rendered.prepared(
                making, at: state, isPrivate: isPrivate, isCompressible: configuration.isCompressing, notice: notice,
                after: making.kept?.page)
            if configuration.isCompressing, !isPrivate { page = compressible(page, making) }
            // What a delegate changed while the page was written is in the next; what is said once is in none.
            if notice != nil {
                making.session.notice = nil
            } else if making.state == state {
                keep(page, rendered.written, making, isPrivate: isPrivate)
            }
            return .made(page)
        }
    }

    /// The page, compressed from the first time on that somebody takes that, which counts where it is kept.
    @TableActor
    private func compressible(_ page: PreparedPage, _ making: PageMaking) -> PreparedPage {
        page.compressible(.quick) { [weak pages, key = making.key("")] in
            TableActor.run { pages?.recount(key) }
        }
    }

    @TableActor
    private func keep(_ page: PreparedPage, _ written: KeptPage.Written?, _ making: PageMaking, isPrivate: Bool) {
        let revision = making.table.tableView.revision
        pages.change(making.key("")) { kept in
            if let written { kept.keep(written, at: revision) }
            guard making.session.isEmpty else { return }
            kept.keep(isPrivate ? .perVisitor : .page(page), at: revision)
        }
        if isPrivate { pages.keep(.page(page), for: making.key(making.visitorVariant), revision: revision) }
    }
}

/// How far a page has come.
private enum PageStep {
    case made(PreparedPage)
    /// More than a page, and too much to be kept.
    case whole(WholeTable)
    case load(RowLoad, PageMaking)
}

/// What came of trying to make a page.
private enum Attempt {
    case needs(RowLoad)
    case whole(WholeTable)
    case rendered(RenderedPage)
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
