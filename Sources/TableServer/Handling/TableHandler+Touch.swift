import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

extension TableHandler {
    /// Passes a gesture to the tree, once its row is loaded, and answers with what came of it.
    func perform(_ touch: Touch, on table: MountedTable) throws -> Reply {
        if let list = touch.list { return perform(touch, onRowsOf: list, of: table) }
        return try loading(touch.rows, of: table) {
            try touch.leadingBack { try self.answerOrForm(to: touch, on: table) }
        }
    }

    /// The form once more, for who has typed into it what is not accepted.
    @TableActor
    private func answerOrForm(to touch: Touch, on table: MountedTable) throws -> Response {
        do {
            return try answer(to: touch, on: table)
        } catch let error as TableViewValidationError where touch.wantsPage && touch.gesture.takesValues {
            return try form(of: touch, on: table, after: error)
        }
    }

    /// Runs the body when the rows, as far as there are such, are loaded.
    func loading(
        _ indexPaths: [IndexPath], of table: MountedTable, _ body: @escaping @TableActor @Sendable () throws -> Response
    ) throws -> Reply {
        let tableView = table.tableView
        let (load, response) = try TableActor.run { () throws -> (RowLoad?, Response?) in
            let rows = indexPaths.filter(tableView.hasRow)
            if !rows.isEmpty, let load = RowLoad(rows, in: tableView) { return (load, nil) }
            return (nil, try body())
        }
        if let response { return .response(response) }
        switch load?.prefetch {
        case nil:
            return .response(try TableActor.run { try body() })
        case .reading(let read):
            let keep = try read()
            return .response(
                try TableActor.run {
                    keep()
                    return try body()
                })
        case .awaiting(let work):
            return .later { [configuration] in
                try await tableView.load(load?.rows ?? [], atMost: configuration.maxLoadingTime, by: work)
                return .response(try await body())
            }
        }
    }

    /// - Parameter revision: where the gesture began, for one that was checked then.
    @TableActor
    func answer(to touch: Touch, on table: MountedTable, since revision: UInt64? = nil) throws -> Response {
        let tableView = table.tableView
        let session = sessions.sessionForGesture(ofVisitor: touch.visitor, table: touch.base)
        let before = revision ?? tableView.revision
        let outcome = try tableView.answering(touch.request(of: session)) {
            if revision == nil { try check(touch, table) }
            return try touch.perform(on: tableView)
        }
        if touch.wantsPage, let undo = outcome.undo { session.notice = undo }
        let cookie = cookie(forKeeping: session, table: touch.base)
        let result = TouchResult(
            touch: touch, outcome: outcome.result, revision: tableView.revision,
            changes: tableView.changes(since: before) ?? [.reloadData],
            location: outcome.location.flatMap { Self.resolve($0, base: touch.base) }
                ?? outcome.expandedRows.map { touch.address(of: outcome.result.row, expanding: $0) }, undo: outcome.undo
        )
        var response = touch.wantsPage ? result.redirection : result.json
        response.headers.append(contentsOf: cookie)
        return response
    }

    /// Keeps what a visitor left in a table; the field that tells him his name when he is new.
    @TableActor
    func cookie(forKeeping session: TableSession, table path: String) -> HTTPFields {
        guard sessions.keep(session, table: path) else { return [:] }
        return [.setCookie: "\(SessionStore.cookieName)=\(session.id); Path=/; HttpOnly; SameSite=Lax"]
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
