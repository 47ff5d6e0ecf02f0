import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

extension TableHandler {
    /// Passes a gesture to the tree, once its row is loaded, and answers with what came of it.
    func perform(_ touch: Touch, on table: MountedTable) throws -> Reply {
        if let list = touch.list { return perform(touch, onRowsOf: list, of: table) }
        return try loading(touch.rows, of: table, for: Gesturing(handler: self, touch: touch, table: table))
    }

    /// A gesture that waits for its row.
    private struct Gesturing: RowWork {
        let handler: TableHandler
        let touch: Touch
        let table: MountedTable

        enum Result {
            case result(TouchResult)
            /// The form once more, for who has typed into it what is not accepted.
            case form(Response)
        }

        func perform() throws -> Result {
            try touch.leadingBack {
                do {
                    return .result(try handler.result(of: touch, on: table))
                } catch let error as TableViewValidationError where touch.wantsPage && touch.gesture.takesValues {
                    return .form(try handler.form(of: touch, on: table, after: error))
                }
            }
        }

        func reply(to result: Result) -> Reply {
            switch result {
            case .result(let result): result.reply
            case .form(let form): .response(form)
            }
        }
    }

    /// Answers with what the body makes when the rows, as far as there are such, are loaded.
    func loading(
        _ indexPaths: [IndexPath], of table: MountedTable, _ body: @escaping @TableActor @Sendable () throws -> Response
    ) throws -> Reply {
        try loading(indexPaths, of: table, for: ResponseWork(body: body))
    }

    private struct ResponseWork: RowWork {
        let body: @TableActor @Sendable () throws -> Response

        func perform() throws -> Response { try body() }
        func reply(to result: Response) -> Reply { .response(result) }
    }

    /// Does what is to be done when the rows, as far as there are such, are loaded.
    private func loading<Work: RowWork>(
        _ indexPaths: [IndexPath], of table: MountedTable, for work: Work
    ) throws -> Reply {
        let tableView = table.tableView
        let (load, result) = try TableActor.run { () throws -> (RowLoad?, Work.Result?) in
            var rows = indexPaths
            for index in rows.indices.reversed() where !tableView.hasRow(at: rows[index]) { rows.remove(at: index) }
            if !rows.isEmpty, let load = RowLoad(rows, in: tableView) { return (load, nil) }
            return (nil, try work.perform())
        }
        if let result { return work.reply(to: result) }
        func later(_ loading: @escaping @TableActor @Sendable () async throws -> Void) -> Reply {
            .later {
                try await tableView.load(rowsAt: load?.rows ?? [], by: loading)
                return work.reply(to: try await work.perform())
            }
        }
        switch load?.prefetch {
        case nil:
            return work.reply(to: try TableActor.run { try work.perform() })
        case .reading(let read, otherwise: let loading):
            guard let keep = try read() else { return later(loading) }
            return work.reply(
                to: try TableActor.run {
                    keep()
                    return try work.perform()
                })
        case .awaiting(let loading): return later(loading)
        }
    }

    /// Passes a gesture to the tree and says what came of it.
    ///
    /// - Parameter revision: where the gesture began, for one that was checked then.
    @TableActor
    func result(of touch: Touch, on table: MountedTable, since revision: UInt64? = nil) throws -> TouchResult {
        let tableView = table.tableView
        let visit = sessions.visit(of: touch.visitor, to: touch.base)
        let session = visit.session
        let before = revision ?? tableView.revision
        let outcome = try tableView.asking(touch.request(of: session)) {
            if revision == nil { try check(touch, table) }
            try tableView.endAsking()
            return try touch.perform(on: tableView)
        }
        if touch.wantsPage, let undo = outcome.undo { session.notice = undo }
        return TouchResult(
            touch: touch, outcome: outcome.result, revision: tableView.revision,
            changes: tableView.changes(since: before) ?? [.reloadData],
            location: outcome.location.flatMap { Self.resolve($0, base: touch.base) }
                ?? outcome.expandedRows.map { touch.address(of: outcome.result.row, expanding: $0) },
            undo: outcome.undo, cookie: cookie(forKeeping: visit))
    }

    /// Keeps what a visitor left in a table; the field that tells him his name when he is new.
    @TableActor
    func cookie(forKeeping visit: SessionStore.Visit) -> HTTPFields {
        guard sessions.keep(visit) else { return [:] }
        return [.setCookie: "\(SessionStore.cookieName)=\(visit.session.id); Path=/; HttpOnly; SameSite=Lax"]
    }

    /// Where a delegate sent the visitor, seen from the table's path; nil where nobody may be sent.
    static func resolve(_ location: String, base: String) -> String? {
        SafeURL.isAllowed(location) ? PageLinks(base: base).resolve(location) : nil
    }

    /// Refuses a gesture whose row or revision is not the one that was meant.
    @TableActor
    func check(_ touch: Touch, _ table: MountedTable) throws {
        try check(touch.ifMatch, matches: table)
        for row in touch.named { try check(row.name, isAt: row.indexPath, of: table) }
        // The delegate is only told of rows that are in memory.
        for row in touch.rows where table.tableView.hasRow(at: row) { _ = table.tableView.identifier(forRowAt: row) }
    }

    /// Refuses entity tags none of which is the table's at its revision.
    @TableActor
    func check(_ tags: String?, matches table: MountedTable) throws {
        guard let tags, tags != "*" else { return }
        let revision = table.tableView.revision
        guard EntityTagList(tags).containsStrongly(beginning: "\(table.tag).\(revision)") else {
            throw Problem(.preconditionFailed, "The table has changed; it is at revision \(revision).")
        }
    }

    /// Refuses a place where another row stands than the one that is meant, if any is, and says where that is.
    @TableActor
    func check(_ identifier: String?, isAt indexPath: IndexPath, of table: MountedTable) throws {
        guard let meant = identifier else { return }
        let tableView = table.tableView
        let found = tableView.hasRow(at: indexPath) ? tableView.identifier(forRowAt: indexPath) : nil
        guard found != meant else { return }
        guard let place = tableView.indexPath(forRowWithIdentifier: meant) else {
            throw Problem(.conflict, "The row \(meant) is gone.")
        }
        throw Problem(
            .conflict, "The row \(meant) is now row \(place.row) of section \(place.section).",
            location: RowLocation(indexPath: place, identifier: meant))
    }
}

/// What is done once rows are loaded. It is no closure, for most rows are loaded: then nothing has to be kept for later.
private protocol RowWork: Sendable {
    associatedtype Result: Sendable

    @TableActor func perform() throws -> Result
    /// Made outside of the tree, where nobody waits for it.
    func reply(to result: Result) -> Reply
}
