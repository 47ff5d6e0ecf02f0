import CascadingTable
import MicroHTTPD

extension TableHandler {
    /// Answers with a page of the table: the kept one, or one made now, after loading what it needs.
    func page(_ page: PageRequest, of table: MountedTable, for request: Request) throws -> Reply {
        let visitor = request.visitor
        return try TableActor.run {
            let session = sessions.session(ofVisitor: visitor, table: page.base)
            let making = PageMaking(page: page, table: table, session: session, query: request.query.pairs)
            if let kept = keptPage(making) { return kept.reply(to: request) }
            return try make(making, attempt: 1) { $0.reply(to: request) }
        }
    }

    @TableActor
    private func keptPage(_ making: PageMaking) -> PreparedPage? {
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

    /// Makes a page, at once where all of it is in memory. Loading may have to be done more than once: a row that a
    /// token names may turn out to be elsewhere.
    @TableActor
    private func make(
        _ making: PageMaking, attempt: Int, reply: @escaping @Sendable (PreparedPage) -> Reply
    ) throws -> Reply {
        let tableView = making.table.tableView
        let outcome = try tableView.answering(TableRequest(session: making.session, query: making.query)) {
            let window = try making.window(in: tableView)
            if attempt <= 3, let load = window.prefetch { return PageStep.load(load) }
            return .rendered(renderer.render(window.window, of: tableView, making))
        }
        switch outcome.result {
        case .load(let load):
            return .later { [self] in
                try await load()
                return try await make(making, attempt: attempt + 1, reply: reply)
            }
        case .rendered(let rendered):
            let isPrivate = outcome.reads.contains(.session) || !making.session.isEmpty
            let page = try rendered.prepared(
                entityTag: making.entityTag(isPrivate: isPrivate), isPrivate: isPrivate)
            keep(page, making, isPrivate: isPrivate)
            return reply(page)
        }
    }

    @TableActor
    private func keep(_ page: PreparedPage, _ making: PageMaking, isPrivate: Bool) {
        let revision = making.table.tableView.revision
        if isPrivate, making.session.isEmpty { cache.keep(.perVisitor, for: making.key(""), revision: revision) }
        cache.keep(.page(page), for: making.key(isPrivate ? making.visitorVariant : ""), revision: revision)
    }
}

private enum PageStep {
    case load(TablePrefetch)
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
