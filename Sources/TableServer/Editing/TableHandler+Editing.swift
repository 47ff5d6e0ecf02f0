import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
import LocalizedMessages
import TableRendering

extension TableHandler {
    /// Returns the editor of a table's rows, for someone who may change them.
    ///
    /// - Throws: ``ProblemDetails`` 401, 403 or 404.
    func editor(of call: MountedRequest) throws -> any RowEditor {
        let editing = TableActor.run { call.table.tableView.original.hosting.editing }
        guard let editing else { throw ProblemDetails(.notFound, "There are no rows of a database here.") }
        guard let editor = editing.editor, let access = configuration.editing else {
            throw ProblemDetails(.forbidden, "The rows of this table may only be read.")
        }
        if !editing.hasRules || call.request.visitor.user == nil || access.rights != nil {
            try access.check(call.request)
        }
        return editor
    }

    /// Returns the address of the list that a form was opened from, as `_query` names it, or of a row in its order.
    ///
    /// - Parameter row: The path of the row below that of the table; nil for the list.
    /// - Throws: `TableLoadNeeded`
    func returnURL(of call: MountedRequest, row: String? = nil) throws -> String {
        let address = call.base + (row ?? "")
        guard var page = try list(of: call) else { return address }
        // The rows are selected no longer.
        page.isEditing = nil
        let items = (row == nil ? page.items : page.query.items).encoded
        return items.isEmpty ? address : "\(address)?\(items)"
    }

    /// Returns the parameters of the list that a form was opened from, as `_query` names them; nil for none.
    ///
    /// - Throws: `TableLoadNeeded` if a list of values must be read first.
    func list(of call: MountedRequest) throws -> PageParameters? {
        guard let text = call.request.query["_query"], let query = try? Query(text) else { return nil }
        do { return try PageParameters(query, limits: configuration) } catch let needed as TableLoadNeeded {
            throw needed
        } catch { return nil }
    }

    /// Leads to the list of the rows that a visitor chose, with its order and its columns.
    func list(ofChosenRowsFrom call: MountedRequest) async throws -> Response {
        let form = try RowFormRequest(call.request)
        guard !form.rows.isEmpty else { throw ProblemDetails(.badRequest, "Select the rows first.") }
        let filter = TableActor.run {
            (call.table.tableView.original.dataSource as? any IdentifyingTableDataSource)?
                .filter(findingRows: form.rows)
        }
        var page = try list(of: call) ?? PageParameters(Query(), limits: configuration)
        (page.isEditing, page.anchor) = (nil, .first)
        (page.query.search, page.query.groups) = ("", GroupParameters())
        page.query.filters = filter.map { [FilterParameters.Item($0)] } ?? []
        // A column can have the number 1 and the text 1 as keys of two rows.
        let rows = Set(form.rows.map { ExactString($0) })
        let found = try await identifiersOfRows(answering: page.query, of: call, atMost: rows.count)
        guard filter != nil, let found, found.allSatisfy({ rows.contains(ExactString($0)) }),
            found.isEmpty == rows.isEmpty
        else { throw ProblemDetails(.badRequest, "No filter of one column finds these rows.") }
        if let lists = configuration.lists { try await page.query.keepLists(in: lists) }
        var response = Response.redirect(to: "\(call.base)?\(page.items.encoded)")
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Changes rows as a program asks for it in JSON.
    ///
    /// - Parameter row: The identifier of the row that the path names; nil for the path of the table.
    func edit(_ call: MountedRequest, row: String?) async throws -> Response {
        let request = call.request
        let editor = try editor(of: call)
        let edit = try EditRequest(request, row: row)
        let rows: [EditedRow]
        do {
            rows = try await editor.edit(
                edit.changes, isRehearsal: edit.isRehearsal, by: EditAuthor(of: call))
        } catch let error as RowEditError {
            throw ProblemDetails(error, isList: edit.isList)
        }
        if edit.isRehearsal { return .uncached(JSON(rehearsal: rows, isList: edit.isList)) }
        let done = await finish(rows, by: editor, of: call, at: call.base, isNoticed: false)
        let key: JSON =
            switch request.method {
            case .patch: "saved"
            case .delete: "deleted"
            default: "created"
            }
        let references = rows.map { #"{"id":\#(($0.after ?? $0.before)?.id ?? "")}"# as JSON }
        let stored = rows.map { row in JSON.raw(row.after?.json) }
        let body: JSON =
            edit.isList
            ? #"{"\#(key)":\#(references),"rows":\#(stored)"#
            : #"{"\#(key)":\#(references.first),"row":\#(stored.first)"#
        let undo: JSON? = done.undo.map {
            #","undo":{"title":\#($0.title.description),"url":\#($0.address(base: call.base))}"#
        }
        var response = Response.uncached(#"\#(body)\#(undo)}"#)
        response.headers.append(contentsOf: done.cookie)
        if request.method == .post { response.status = .created }
        guard !edit.isList, let row = rows.first?.after else { return response }
        response.headers[.eTag] = row.entityTag
        if request.method == .post { response.headers[.location] = "\(call.base)\(row.path)" }
        return response
    }

    /// Lets the visitor undo changes, and shows them in all tables of the database.
    ///
    /// It does not throw. The changes are on the disk, and after an error the visitor would repeat them.
    ///
    /// - Parameters:
    ///   - rows: The changes.
    ///   - editor: The editor that made them.
    ///   - call: The request.
    ///   - base: The path of the page that can undo them.
    ///   - isNoticed: Whether that page tells the visitor about the changes.
    /// - Returns: The undo, if something was changed, and the cookie of a new visitor.
    @TableActor
    func finish(
        _ rows: [EditedRow], by editor: any RowEditor, of call: MountedRequest, at base: String, isNoticed: Bool
    ) async -> (undo: TableView.Undo?, cookie: HTTPFields) {
        let tableView = call.table.tableView.original
        let inverse = rows.inverse
        if !inverse.isEmpty || rows.losesOthers { edits.add(tableView) }
        guard !inverse.isEmpty else { return (nil, [:]) }
        let visitor = call.request.visitor
        let visit = sessions.visit(of: visitor, to: base)
        let undo = try? await tableView.performing(TableRequest(session: visit.session, user: visitor.user)) {
            // Undoing is a request of its own, so it does not have the key of this one.
            let place = UndoPlace(
                session: visit.session.id, base: base, author: EditAuthor(user: visitor.userID), editor: editor)
            await registerUndo(inverse, EditTitle(rows), in: tableView, place)
        }.undo
        if isNoticed { visit.session.notice = TableView.Notice(message: nil, undo: undo) }
        return (undo, (try? await cookie(forKeeping: visit)) ?? [:])
    }

    /// Returns the error of a row that was deleted, with the way to put it back; nil if the history does not say so.
    ///
    /// - Parameters:
    ///   - key: The identifier of the row; nil for the row that the table shows.
    ///   - table: The table of the rows, or that of the row.
    ///   - path: The path of the row's page.
    func deletion(ofRow key: String? = nil, in table: MountedTable, at path: String) async -> ProblemDetails? {
        let editing = TableActor.run { table.tableView.original.hosting.editing }
        guard let key = key ?? editing?.record, let last = try? await editing?.editor?.past(ofRow: key)?.first,
            last.after == nil
        else { return nil }
        var problem =
            last.user.map { ProblemDetails(.notFound, "\($0) deleted this row at \(last.time).") }
            ?? ProblemDetails(.notFound, "This row was deleted at \(last.time).")
        problem.restoreURL = "\(path)restore"
        return problem
    }

    /// The edits of a visitor in a table, which are undone there.
    private struct UndoPlace {
        var session: String
        /// The path of the table.
        var base: String
        var author: EditAuthor
        var editor: any RowEditor

        /// The key of changes in the shared store. Only their visitor knows it.
        func key(ofUndo token: String) -> String { "undo\n\(base)\n\(token)\n\(session)" }
    }

    /// Registers changes that undo or repeat others, for this server and for those that share its state.
    @TableActor
    private func registerUndo(
        _ changes: [RowChange], _ title: EditTitle, isRedo: Bool = false, in tableView: TableView, _ place: UndoPlace
    ) async {
        let token = TableSession.makeUndoToken()
        var shared = sessions.isShared ? SharedUndo(changes, title, isRedo: isRedo).bytes : nil
        if let bytes = shared {
            let value = StateValue(bytes, lifetime: SharedUndo.lifetime)
            let stored = try? await answers.store.set(value, for: place.key(ofUndo: token), ifEqual: nil)
            if stored != .done { shared = nil }
        }
        tableView.registerUndo(
            title.message, holding: changes.byteCount, token: token,
            undoing(changes, title, isRedo: isRedo, token, shared, place))
    }

    /// Finds changes that another server registered.
    @TableActor
    func findUndo(_ token: String, of action: ActionRequest, in tableView: TableView, _ session: TableSession)
        async throws
    {
        guard sessions.isShared, let editor = tableView.hosting.editing?.editor else { return }
        let author = EditAuthor(user: action.visitor.userID)
        let place = UndoPlace(session: session.id, base: action.base, author: author, editor: editor)
        guard let bytes = try await answers.store.value(for: place.key(ofUndo: token)), let shared = SharedUndo(bytes)
        else { return }
        session.keepUndo(
            shared.title.message, isRedo: shared.isRedo, token: token,
            undoing(try shared.changes, shared.title, isRedo: shared.isRedo, token, bytes, place))
    }

    /// Returns the handler that makes changes which undo or repeat others, and registers the ones that undo these.
    ///
    /// - Parameter shared: The changes in the shared store. Only the server that takes them out makes them.
    @TableActor
    private func undoing(
        _ changes: [RowChange], _ title: EditTitle, isRedo: Bool, _ token: String, _ shared: [UInt8]?,
        _ place: UndoPlace
    ) -> @TableActor (TableView) async throws -> Void {
        { [weak self] tableView in
            guard let self else { return }
            let (key, value) = (place.key(ofUndo: token), shared.map { StateValue($0, lifetime: SharedUndo.lifetime) })
            if value != nil, try await answers.store.set(nil, for: key, ifEqual: shared) != .done {
                throw TableViewError(.noSuchUndo, "This can no longer be undone.")
            }
            do {
                let rows = try await place.editor.edit(changes, isRehearsal: false, by: place.author)
                await registerUndo(rows.inverse, title, isRedo: !isRedo, in: tableView, place)
                edits.add(tableView)
            } catch {
                if let value { _ = try? await answers.store.set(value, for: key, ifEqual: nil) }
                guard let error = error as? RowEditError else { throw error }
                if case .invalid(let issues)? = error.rows.lazy.compactMap(\.failure).first, let issue = issues.first {
                    throw TableViewError(.vetoed, issue.message)
                }
                throw TableViewError(.vetoed, "This was not undone, because somebody changed the row since.")
            }
        }
    }
}

extension EditAuthor {
    /// Creates the author of a request's changes.
    init(of call: MountedRequest) throws {
        let unique = try call.request.idempotency(below: call.base)
        func digest(_ key: IdempotencyStore.Key) -> String { ContentHash(of: Array(key.text.utf8)).text }
        self.init(
            user: call.request.visitor.userID,
            request: unique.map {
                .init(key: digest($0.key), fingerprint: $0.fingerprint, earlierKey: $0.key.earlier.map(digest))
            })
    }
}

extension StoredRow {
    /// The values as a JSON object.
    var json: [UInt8] { Array(JSONTableWriter.bytes(of: visibleFields).dropLast()) }

    /// The path of the row's page below that of its table.
    var path: String { Self.path(ofRow: id) }

    static func path(ofRow id: String) -> String { "row/\(ByteWriter.text { $0.urlComponent(id) })/" }
}

extension JSON {
    /// Returns JSON from its bytes; `null` for nil.
    fileprivate static func raw(_ bytes: [UInt8]?) -> JSON { bytes.map { "\(raw: $0)" } ?? "null" }

    /// Creates the answer to changes that were made and undone.
    fileprivate init(rehearsal rows: [EditedRow], isList: Bool) {
        let described = rows.map { row -> JSON in
            func json(_ row: StoredRow?) -> JSON { .raw(row?.json) }
            let id: JSON = (row.after ?? row.before).map { "\($0.id)" } ?? row.change.id.map { "\($0)" } ?? "null"
            let others = row.others?.map { other -> JSON in
                #"{"table":\#(other.change.table ?? ""),"is":\#(other.result),"id":\#(other.change.id ?? "")}"#
            }
            let more: JSON = others.map { $0.isEmpty ? "" : #","others":\#($0)"# } ?? #","others":null"#
            return
                #"{"is":\#(row.result),"id":\#(id),"before":\#(json(row.before)),"after":\#(json(row.after))\#(more)}"#
        }
        let problem = ProblemDetails(RowEditError(rows), isList: isList)
        let errors = problem.issues.map { #"{"pointer":\#($0.pointer),"detail":\#($0.detail.description)}"# as JSON }
        let failing = rows.count { $0.failure != nil }
        self = #"""
            {"rehearsed":true,"failing":\#(failing),"rows":\#(described),"errors":\#(errors),\#
            "conflicts":\#(raw: problem.conflicts ?? Array("[]".utf8))}
            """#
    }
}

extension ProblemDetails {
    /// Creates the problem of changes that cannot be done.
    ///
    /// - Parameter isList: Whether the request lists rows, so that pointers name them.
    init(_ error: RowEditError, isList: Bool) {
        var conflicts: [JSON] = []
        var issues: [Issue] = []
        var (isGone, isOther, isMissing, isUnseen) = (false, false, false, false)
        for (index, row) in error.rows.enumerated() {
            let place = isList ? "/rows/\(index)" : ""
            switch row.failure {
            case nil: break
            case .noSuchRow:
                isMissing = true
                if isList { issues.append(Issue(pointer: place, detail: "There is no such row.")) }
            case .unseen: isUnseen = true
            case .otherState:
                isOther = true
                if isList { issues.append(Issue(pointer: place, detail: "The row was changed since.")) }
            case .conflicts(let found):
                isGone = isGone || found.isEmpty
                conflicts += found.map { $0.json(id: row.change.id ?? "") }
                if found.isEmpty {
                    conflicts.append(#"{"id":\#(row.change.id ?? ""),"field":null}"#)
                }
            case .invalid(let found):
                let values = isList ? "\(place)/values" : ""
                issues += found.map { issue in
                    Issue(
                        pointer: issue.field.isEmpty ? place : "\(values)/\(Self.escaped(issue.field))",
                        detail: issue.message)
                }
            }
        }
        if !conflicts.isEmpty {
            self = ProblemDetails(
                .conflict,
                isGone
                    ? "Nothing was changed, because somebody deleted the row since."
                    : "Nothing was changed, because somebody changed the same values since.")
            self.conflicts = ("\(conflicts)" as JSON).bytes
        } else if isUnseen {
            self = .unseen
        } else if isOther {
            self = ProblemDetails(.preconditionFailed, "Nothing was changed, because the row was changed since.")
        } else if isMissing {
            self = ProblemDetails(.notFound, "There is no such row.")
        } else {
            self = ProblemDetails(.unprocessableContent, "Some values are not accepted.")
        }
        self.issues = issues
    }
}

extension ProblemDetails {
    /// The error of a change that does not say what its maker saw.
    static var unseen: ProblemDetails {
        ProblemDetails(
            .preconditionRequired,
            "Say what you saw, so that no change of others is lost: \"old\" with the values, or If-Match with the ETag of the row. If-Match: * means whatever is there."
        )
    }
}

extension EditConflict {
    /// The conflict as JSON.
    fileprivate func json(id: String) -> JSON {
        func json(_ value: FieldValue?) -> JSON { .raw(value.map { JSONTableWriter.bytes(of: $0) }) }
        return
            #"{"id":\#(id),"field":\#(column),"yours":\#(json(yours)),"theirs":\#(json(theirs)),"saw":\#(json(saw))}"#
    }
}
