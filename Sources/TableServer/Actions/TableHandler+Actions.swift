import CascadingTable
import HTTPMessages
import HTTPTypes
import TableRendering

extension TableHandler {
    /// Performs an action after its row is loaded.
    func perform(_ action: ActionRequest, on table: MountedTable) async throws -> Response {
        if let list = action.list { return try await perform(action, onRowsOf: list, of: table) }
        let reply = try await loading(action.rows, of: table, for: { self.request(of: action) }) {
            () -> @Sendable () -> Response in
            try await action.withReturnURL {
                do {
                    let response = try await self.response(to: action, on: table)
                    return { response.reply }
                } catch let error as TableViewValidationError where action.prefersHTML && action.action.takesValues {
                    let form = try self.form(of: action, on: table, after: error)
                    return { form }
                }
            }
        }
        return reply()
    }

    /// Returns the request of an action, with the visitor's session or an empty one.
    @TableActor
    func request(of action: ActionRequest) -> TableRequest {
        action.request(of: sessions.session(of: action.visitor, table: action.base))
    }

    /// Loads rows, then runs the body, which may wait. Missing rows are ignored.
    ///
    /// - Parameters:
    ///   - indexPaths: The rows to load.
    ///   - table: The table.
    ///   - request: Makes the request that the rows are loaded for.
    ///   - body: The work on the table.
    func loading<Result: Sendable>(
        _ indexPaths: [IndexPath], of table: MountedTable, for request: @TableActor () -> TableRequest,
        _ body: @escaping @TableActor @Sendable () async throws -> Result
    ) async throws -> Result {
        try await load(indexPaths, of: table.tableView, for: request)
        // It belongs to the actor, as the body does.
        nonisolated(unsafe) var result: Result?
        let work = TableActor.begin { result = try await body() }
        if let result = TableActor.run({ result }) { return result }
        try await withTaskCancellationHandler {
            try await work?.value
        } onCancel: {
            work?.cancel()
        }
        guard let result = TableActor.run({ result }) else { throw CancellationError() }
        return result
    }

    /// Performs an action whose rows are loaded.
    @TableActor
    func response(to action: ActionRequest, on table: MountedTable) async throws -> ActionResponse {
        let visit = sessions.visit(of: action.visitor, to: action.base, table)
        do { return try await response(to: action, on: table, in: visit) } catch {
            sessions.discardChanges(of: visit)
            throw error
        }
    }

    @TableActor
    private func response(
        to action: ActionRequest, on table: MountedTable, in visit: SessionStore.Visit
    ) async throws -> ActionResponse {
        // The delegates know the table that was queried, and their rows in it.
        let tableView = table.tableView.original
        let session = visit.session
        let before = tableView.revision
        let request = action.request(of: session)
        _ = try table.tableView.asking(request) { try check(action, table) }
        var known = action
        known.findUndo = { [self] in try await findUndo($0, of: action, in: tableView, session) }
        let outcome = try await tableView.performing(request) { [known] in try await known.perform(on: table.tableView)
        }
        if action.prefersHTML, let notice = TableView.Notice(message: outcome.message, undo: outcome.undo) {
            session.notice = notice
        }
        var response = ActionResponse(
            request: action, outcome: outcome.result, revision: tableView.publishedRevision,
            changes: tableView.history.changes(since: before) ?? [.reloadData],
            location: outcome.location.flatMap { Self.resolve($0, base: action.base) }
                .map { action.frame?.staying($0) ?? $0 }
                ?? action.address(
                    of: outcome.result.row, expanding: outcome.expandedRows, setsEditing: outcome.setsEditing),
            undo: outcome.undo, message: outcome.message)
        response.cookie = try await cookie(forKeeping: visit, to: table)
        return response
    }

    /// Stores the session of a visit, here and in the shared store, and the table that was made for a new session. Returns
    /// the cookie header for a new visitor.
    @TableActor
    func cookie(forKeeping visit: SessionStore.Visit, to table: MountedTable? = nil) async throws -> HTTPFields {
        let isNew = sessions.keep(visit)
        if sessions.isShared { try await sessions.save(visit) }
        guard isNew else { return [:] }
        if let table = table?.original, table.beginning?.session == visit.session.id { table.beginning?.keep(table) }
        return [.setCookie: "\(SessionStore.cookieName)=\(visit.session.id); Path=/; HttpOnly; SameSite=Lax"]
    }

    /// Resolves the address that a delegate chose; nil for an address that is not allowed.
    static func resolve(_ location: String, base: String) -> String? {
        SafeURL.isAllowed(location) ? PageLinks(base: base).resolve(location) : nil
    }

    /// Refuses an action that changes the table, for a user who may only read.
    func checkRight(to action: ActionRequest) throws {
        if !action.action.isForReaders { try configuration.editing?.check(TableVisitor(user: action.visitor.user)) }
    }

    /// Refuses an action whose row or revision has changed since.
    @TableActor
    func check(_ action: ActionRequest, _ table: MountedTable) throws {
        try checkRight(to: action)
        try check(action.ifMatch, matches: table, namesRows: action.namesRows)
        for row in action.named { try check(row.name, isAt: row.indexPath, of: table) }
        if let section = action.section, let identifier = action.form["id"] {
            try check(identifier, isOfSection: section, of: table)
        }
        // The delegate is told only about rows in memory.
        for row in action.rows where table.tableView.hasRow(at: row) { _ = table.tableView.identifier(forRowAt: row) }
    }

    /// Refuses an index at which another section is now.
    @TableActor
    private func check(_ identifier: String, isOfSection section: Int, of table: MountedTable) throws {
        guard (0..<table.tableView.numberOfSections).contains(section) else { return }
        let responder = table.tableView.responder(inSection: section)
        guard responder.lastingIdentifier != identifier, responder.identifier != identifier else { return }
        throw ProblemDetails(
            .conflict, "Nothing was changed, because section \(section) was replaced meanwhile. Load the table again.")
    }

    /// Refuses a list of entity tags that does not contain the current revision.
    ///
    /// If rows change without a revision, their identifiers must tell whether they are the expected ones.
    @TableActor
    func check(_ tags: String?, matches table: MountedTable, namesRows: Bool) throws {
        guard let tags, tags != "*", table.announcesChanges || !namesRows else { return }
        guard table.announcesChanges else {
            throw ProblemDetails(
                .preconditionFailed,
                "If-Match cannot be checked, because the rows of this table change without revisions. Add the id of the row."
            )
        }
        let revision = table.tableView.revision
        guard EntityTagList(tags).containsStrongly(beginning: "\(table.tag).\(revision)") else {
            throw ProblemDetails(
                .preconditionFailed, "The table has changed since you loaded it. It is at revision \(revision) now.")
        }
    }

    /// Refuses an index path at which another row is now. The error tells the new place of the expected row.
    @TableActor
    func check(_ identifier: String?, isAt indexPath: IndexPath, of table: MountedTable) throws {
        guard let meant = identifier else { return }
        let tableView = table.tableView
        let found = tableView.hasRow(at: indexPath) ? tableView.identifier(forRowAt: indexPath) : nil
        guard found != meant else { return }
        guard let place = tableView.indexPath(forRowWithIdentifier: meant) else {
            throw ProblemDetails(.conflict, "The row \"\(meant)\" no longer exists.")
        }
        throw ProblemDetails(
            .conflict,
            "Nothing was changed, because the row \"\(meant)\" has moved. It is now row \(place.row) of section \(place.section).",
            location: RowReference(indexPath: place, identifier: meant))
    }
}

extension ActionRequest {
    /// Performs the action on a table, by the delegates of the original table.
    @TableActor
    func perform(on table: TableView) async throws -> ActionResponse.Outcome {
        let tableView = table.original
        switch target {
        case .one(let perform): return .row(try await perform(tableView, atOriginalPlaces(of: table)))
        case .rows(let perform, let every):
            let rows = try await perform(tableView, list?.indexPaths(in: table, every: every) ?? [])
            return .rows(
                rows.unread ?? rows.rows.compactMap(tableView.location(ofRowAt:)), refused: rows.refused)
        }
    }
}
