import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
import TableFiles
import TableRendering

/// Changes of many rows, which a visitor sees in a rehearsal before they are made.
extension TableHandler {
    /// The kind of the changes.
    enum Planning: String, CaseIterable {
        /// New rows and changes that are pasted or come from a file.
        case paste
        /// Changes of selected rows.
        case edit = "rows/edit"
        /// The deletion of selected rows.
        case delete = "rows/delete"
        /// Values that are pasted into cells, filled down, or taken away.
        case cells
    }

    /// The number of cells that are changed without a question.
    private static let maxCells = 10

    /// Rehearses what a visitor sent, and shows the result. A confirmed plan is carried out if it is still the same. Responds
    /// with the page to paste rows if nothing was sent.
    func plan(_ planning: Planning, of call: MountedRequest) async throws -> Response {
        let isSent = call.request.method == .post
        let editor: any RowEditor
        do { editor = try self.editor(of: call) } catch let problem as ProblemDetails
            where problem.status == .unauthorized && call.request.acceptsHTML
        {
            return EditingAccess.page(returningTo: isSent ? try returnURL(of: call) : call.request.target)
        }
        var sent = isSent ? try RowFormRequest(call.request) : nil
        if sent?.selectsAll == true { sent?.rows = try await rowsOfList(of: call) }
        let words = call.request.acceptedLanguage.words
        var page = PlanPage(
            planning, of: try await editor.form(ofRow: nil), call: call, words: words,
            returnURL: try returnURL(of: call))
        do {
            guard try sent.map({ try page.take($0) }) ?? false else {
                if page.asksForValues { try await page.form.findReferences(with: editor, base: call.base) }
                return respond(page)
            }
        } catch let error as TextFileError {
            page.issues = [.init("", .init(verbatim: error.message))]
            return respond(page)
        }
        guard page.issues.isEmpty else { return respond(page) }
        var confirmed = sent?.others["plan"]
        if confirmed == nil {
            let plan = try await rehearsal(of: page, with: editor)
            let cells = page.changes.reduce(0) { $0 + $1.values.count }
            let isSmall = planning == .cells && cells <= Self.maxCells
            page.plan = plan
            guard isSmall, plan.isReady, !plan.changesTypes else {
                return respond(page, status: isSmall && !plan.isReady ? plan.refusal : .ok)
            }
            confirmed = plan.confirmation
        }
        if let confirmed, let rows = try await carryOut(page, confirmedBy: confirmed, of: call, with: editor) {
            let done = await finish(rows, by: editor, of: call, at: call.base, isNoticed: true)
            var response = Response.redirect(to: page.returnURL)
            response.headers[.cacheControl] = "no-store"
            response.headers.append(contentsOf: done.cookie)
            return response
        }
        page.plan = try await rehearsal(of: page, with: editor)
        page.issues.append(.init("", "Somebody changed these rows since. Nothing was written. Look at them again."))
        return respond(page, status: .conflict)
    }

    private func rehearsal(of page: PlanPage, with editor: any RowEditor) async throws -> RowPlan {
        RowPlan(try await editor.edit(page.changes, isRehearsal: true, by: EditAuthor()), key: page.form.key)
    }

    /// Makes the changes of a plan if they are still those that the visitor confirmed, for the first time: a second press
    /// must not add rows twice.
    ///
    /// - Returns: The rows; nil if nothing was changed.
    private func carryOut(
        _ page: PlanPage, confirmedBy confirmation: String, of call: MountedRequest, with editor: any RowEditor
    ) async throws -> [EditedRow]? {
        guard confirmation.utf8.count <= RowPlan.maxConfirmationBytes else { return nil }
        let key = IdempotencyStore.Key(sender: "", table: call.base, name: "plan \(confirmation)")
        guard case .new = try await answers.find(key, fingerprint: confirmation) else { return nil }
        do {
            return try await editor.edit(page.changes, isRehearsal: false, by: EditAuthor(of: call)) { rows in
                RowPlan(rows, key: page.form.key).isConfirmed(by: confirmation)
            }
        } catch {
            try await answers.end(key, fingerprint: confirmation, with: nil)
            guard error is RowEditError else { throw error }
            return nil
        }
    }

    /// Returns the identifiers of all rows of the list that a form was opened from.
    @TableActor
    private func rowsOfList(of call: MountedRequest) async throws -> [String] {
        // A list that cannot be read must not become that of all rows.
        guard call.request.query.map(\.name) == ["_query"], let page = try list(of: call), page.form == nil,
            try page.query.groups.grouping() == nil
        else { throw ProblemDetails(.badRequest, "The rows of the list cannot be found. Open it again.") }
        let limit = EditRequest.maxRowsOfList
        guard let rows = try await identifiersOfRows(answering: page.query, of: call, atMost: limit) else {
            throw ProblemDetails(.contentTooLarge, "Change at most \(limit) rows at a time.")
        }
        return rows
    }

    /// Returns the identifiers of all rows of a list; nil if there are more than a limit, or if rows have none.
    @TableActor
    func identifiersOfRows(
        answering list: FilterParameters, of call: MountedRequest, atMost limit: Int
    ) async throws -> [String]? {
        let tableView = call.table.tableView.original
        let session = sessions.knownSession(of: call.request.visitor, table: call.base) ?? TableSession()
        let request = TableRequest(session: session, user: call.request.visitor.user)
        return try await tableView.performing(request) {
            var table = tableView
            if let query = try list.query(of: tableView) {
                table = try await tableView.loading { try $0.table(answering: query) }
            }
            return try await (table.dataSource as? any IdentifyingTableDataSource)?
                .identifiersOfRows(in: table, atMost: limit)
        }.result
    }

    private func respond(_ page: PlanPage, status: HTTPResponse.Status = .ok) -> Response {
        if page.asksForValues {
            let values = TemplateValues.edit(
                words: page.words, title: page.title, heading: page.heading, action: page.action,
                returnURL: page.returnURL, fields: page.form.fields, typed: page.sent?.texts ?? [:],
                issues: page.issues, states: page.sent?.states ?? [:], hidden: page.hidden)
            return renderer.response(.edit, values, status: page.issues.isEmpty ? status : .unprocessableContent)
        }
        let isFaulty = status == .ok && !page.issues.isEmpty
        return renderer.response(.plan, page.values, status: isFaulty ? .unprocessableContent : status)
    }
}

/// The page that shows a plan, with what the visitor sent for it.
private struct PlanPage: Sendable {
    let planning: TableHandler.Planning
    var form: RowForm
    let words: Words
    let title: String
    /// The address that the page posts to, and the one to return to.
    let action, returnURL: String
    var sent: RowFormRequest?
    var pasted: PastedRows?
    var changes: [RowChange] = []
    var issues: [TableViewValidationError.Issue] = []
    var plan: RowPlan?
    /// A Boolean value that indicates whether the visitor types the new values of selected rows.
    var asksForValues = false

    init(
        _ planning: TableHandler.Planning, of form: RowForm, call: MountedRequest, words: Words, returnURL: String
    ) {
        (self.planning, self.form, self.words, self.returnURL) = (planning, form, words, returnURL)
        title = TableActor.run { call.table.tableView.original.title }
        action = "\(call.base)\(planning.rawValue)\(call.request.rawQuery.map { "?\($0)" } ?? "")"
        guard planning == .edit else { return }
        // A form for several rows has no values, and cannot send one file to all of them.
        self.form.fields = form.fields.filter { !$0.kind.isFile }.map { field in
            var field = field
            field.states = field.states.filter { $0 == .null } + [.kept]
            (field.state, field.value) = (.kept, "")
            field.isRequired = false
            return field
        }
    }

    /// Takes what the visitor sent.
    ///
    /// - Returns: Whether there is something to rehearse.
    /// - Throws: ``TextFileError`` for a text without rows, or ``ProblemDetails``
    mutating func take(_ sent: RowFormRequest) throws -> Bool {
        self.sent = sent
        if planning == .paste {
            let pasted = try PastedRows(sent, for: form)
            (self.pasted, issues) = (pasted, pasted.issues)
            changes = pasted.changes
            return true
        }
        if planning == .cells {
            changes = try EditRequest.changes(ofCells: sent.others["cells"] ?? "")
            for index in changes.indices {
                for place in changes[index].values.indices where changes[index].values[place].value == .null {
                    let field = form.fields.first { $0.name.isExactly(changes[index].values[place].name) }
                    if let text = field?.textOfBlank { changes[index].values[place].value = .text(text) }
                }
            }
            return !changes.isEmpty
        }
        guard !sent.rows.isEmpty else {
            // The rows of the list can be gone since the plan was shown.
            throw sent.others["plan"] != nil && sent.selectsAll
                ? ProblemDetails(
                    .conflict, "Somebody changed these rows since. Nothing was written. Look at them again.")
                : ProblemDetails(.badRequest, "Select the rows first.")
        }
        guard sent.selectsAll || sent.rows.count <= EditRequest.maxRows else {
            throw ProblemDetails(.contentTooLarge, "Change at most \(EditRequest.maxRows) rows at a time.")
        }
        var values: [Field] = []
        if planning == .edit {
            asksForValues = true
            do { values = try sent.values(form.fields, isNew: false) } catch {
                issues = error.issues
                return false
            }
            guard !values.isEmpty else { return false }
            asksForValues = false
        }
        changes = sent.rows.map {
            RowChange(planning == .edit ? .change : .delete, id: $0, values: values, types: .typed)
        }
        return true
    }

    var heading: String {
        switch planning {
        case .paste: words[.pasteRows]
        case .edit: words.count(sent?.rows.count ?? 0, .changeRows)
        case .cells: words.count(changes.count, .changeRows)
        case .delete: words.count(sent?.rows.count ?? 0, .deleteRows)
        }
    }

    /// The inputs that send the same again. The text of a paste has its own.
    var hidden: [(name: String, value: String)] {
        if let pasted { return pasted.hidden }
        guard let sent, planning != .paste else { return [] }
        if planning == .cells { return [("cells", sent.others["cells"] ?? "")] }
        let rows = sent.selectsAll ? [(name: "all", value: "1")] : sent.rows.map { (name: "rows", value: "@\($0)") }
        return planning == .edit && !asksForValues ? rows + sent.typed : rows
    }

    /// The columns of the shown rows.
    private var columns: [String] {
        switch planning {
        case .paste: pasted?.fields.compactMap { $0?.name } ?? []
        case .edit, .cells:
            form.key
                + (changes.first?.values.map(\.name) ?? []).filter { !form.key.contains(where: $0.isExactly) }
        case .delete: form.fields.map(\.name)
        }
    }

    var values: TemplateValues {
        var page = TemplateValues.plan(
            words: words, title: title, heading: heading, action: action, returnURL: returnURL,
            issues: issues, hidden: hidden)
        if planning == .paste {
            page.setPaste(
                words: words, text: pasted?.text ?? sent?.others["text"] ?? "", key: form.key,
                titles: pasted?.titles ?? [], hasNames: pasted?.hasNames ?? false,
                chosen: pasted?.fields.map { $0?.name } ?? [],
                separators: TextRows.separators, separator: pasted?.separator,
                columns: form.fields.filter { !$0.kind.isFile }.map(\.name))
        }
        if let plan {
            page.set(
                plan.rows, lines: pasted?.rows.map(\.line), columns: columns, words: words,
                confirmation: plan.isReady ? plan.confirmation : nil, isDeletion: planning == .delete)
        }
        return page
    }
}
