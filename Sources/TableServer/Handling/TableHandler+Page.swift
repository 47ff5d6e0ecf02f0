import CascadingTable
import MicroHTTPD
import TableRendering

extension TableHandler {
    /// Answers with a page of the table: the kept one, or one made now, after loading what it needs.
    func page(_ page: PageRequest, of table: MountedTable, for request: Request) throws -> Reply {
        let visitor = request.visitor
        let (step, unchanged) = try TableActor.run {
            let session = sessions.session(ofVisitor: visitor, table: page.base)
            let unchanged = cache.isOff ? nil : Unchanged(table.tableView, session, ofVisitor: visitor)
            let making = PageMaking(page: page, table: table, session: session, query: request.query.pairs)
            return (try keptPage(making).map(PageStep.made) ?? make(making), unchanged)
        }
        return try follow(step, for: request).repeated(while: unchanged)
    }

    /// Loads what a page needs until it is made. That may take more than once, for a row that a token names may turn
    /// out to be elsewhere.
    private func follow(_ step: PageStep, for request: Request) throws -> Reply {
        var step = step
        while true {
            switch step {
            case .made(let page): return page.reply(to: request)
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

    @TableActor
    private func keptPage(_ making: PageMaking) -> PreparedPage? {
        guard making.notice == nil else { return nil }
        let revision = making.table.tableView.revision
        for variant in making.session.isEmpty ? ["", making.visitorVariant] : [making.visitorVariant] {
            switch cache.content(for: making.key(variant), revision: revision) {
            case .page(let page): return page
            case .perVisitor: continue
            case nil: return nil
            }
        }
        return nil
    }

    /// Makes the page when all of it is in memory, or says what has to be loaded first.
    @TableActor
    private func make(_ making: PageMaking) throws -> PageStep {
        let tableView = making.table.tableView
        let state = making.state
        var making = making
        making.written = written.written(making.writtenKey)
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
                making, at: state, isPrivate: isPrivate, isCompressible: configuration.isCompressing, notice: notice)
            if configuration.isCompressing, !isPrivate { page = compressible(page, making) }
            // What a delegate changed while the page was written is in the next; what is said once is in none.
            if notice != nil {
                making.session.notice = nil
            } else if making.state == state {
                if let written = rendered.written { self.written.keep(written, for: making.writtenKey) }
                keep(page, making, isPrivate: isPrivate)
            }
            return .made(page)
        }
    }

    /// The page, compressed from the first time on that somebody takes that, which counts where it is kept.
    @TableActor
    private func compressible(_ page: PreparedPage, _ making: PageMaking) -> PreparedPage {
        page.compressible(.quick) { [weak cache, key = making.key("")] in
            TableActor.run { cache?.recount(key) }
        }
    }

    @TableActor
    private func keep(_ page: PreparedPage, _ making: PageMaking, isPrivate: Bool) {
        let revision = making.table.tableView.revision
        if isPrivate, making.session.isEmpty { cache.keep(.perVisitor, for: making.key(""), revision: revision) }
        cache.keep(.page(page), for: making.key(isPrivate ? making.visitorVariant : ""), revision: revision)
    }
}

extension Reply {
    /// The same, given again to who asks in the same words.
    fileprivate func repeated(while unchanged: Unchanged?) -> Reply {
        guard case .prepared(let page) = self, let unchanged else { return self }
        return .repeated(page) { unchanged.holds }
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
