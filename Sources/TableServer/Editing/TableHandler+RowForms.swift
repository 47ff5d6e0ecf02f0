import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
import LocalizedMessages
import TableDatabase
import TableRendering

extension TableHandler {
    /// Responds with the form of a row, of a new row, or with the question whether to delete a row.
    func form(_ kind: RowFormRequest.Kind, of call: MountedRequest) async throws -> Response {
        guard let subject = try await RowFormSubject(kind, of: call, handler: self) else {
            return EditingAccess.page(returningTo: call.request.target)
        }
        return await page(subject)
    }

    /// Responds with the rows that a column can refer to, as JSON.
    func choices(_ call: MountedRequest) async throws -> Response {
        let query = call.request.query
        let rows = try await editor(of: call).choices(
            ofColumn: query["column"] ?? "", matching: query["text"] ?? "")
        let choices = rows.map { #"{"value":\#($0.value),"label":\#($0.label)}"# as JSON }
        return .uncached(#"{"choices":\#(choices)}"#)
    }

    /// Saves what a visitor sent with a form. The response leads back to the row, or shows the form with what is wrong.
    func submit(_ kind: RowFormRequest.Kind, of call: MountedRequest) async throws -> Response {
        guard var subject = try await RowFormSubject(kind, of: call, handler: self, isSent: true) else {
            return EditingAccess.page(returningTo: call.request.target)
        }
        let sent = try RowFormRequest(call.request)
        subject.form.fields = sent.shown(subject.form.fields)
        subject.sent = sent
        let restoration = try subject.restoration(sent)
        let change: RowChange
        do throws(TableViewValidationError) {
            let values = kind == .delete ? [] : try sent.values(subject.form.fields, isNew: kind == .new)
            change =
                restoration
                ?? RowChange(
                    subject.kind, id: subject.row, values: values, seen: .values(sent.old, tag: sent.tag), types: .typed
                )
        } catch {
            subject.issues = error.issues
            return await page(subject)
        }
        do {
            let rows = try await subject.editor.edit(
                [change], isRehearsal: false, by: EditAuthor(of: call))
            let path = rows.first?.after?.path
            let done = await finish(
                rows, by: subject.editor, of: call, at: call.base + (path ?? ""), isNoticed: true)
            var response = Response.redirect(to: (try? returnURL(of: call, row: path)) ?? call.base)
            response.headers[.cacheControl] = "no-store"
            response.headers.append(contentsOf: done.cookie)
            return response
        } catch let error as RowEditError {
            switch error.rows.first?.failure {
            case .invalid(let issues):
                if subject.deleted != nil, let issue = issues.first {
                    let reason = [issue.field, issue.message.description].filter { !$0.isEmpty }.joined(separator: ": ")
                    throw ProblemDetails(.unprocessableContent, "The row cannot be put back (\(reason)).")
                }
                subject.issues = issues
                return await page(subject)
            case .conflicts(let conflicts):
                let row = error.rows.first?.before
                let lost = change.values.map { field in
                    let saw = sent.old.first { $0.name.isExactly(field.name) }
                    return EditConflict(column: field.name, yours: field.value, theirs: .null, saw: saw?.value)
                }
                return await page(subject, about: row == nil ? lost : conflicts, now: row)
            default: throw ProblemDetails(error, isList: false)
            }
        }
    }

    /// Returns the page with a form, and with what is wrong with the values that were sent.
    @TableActor
    private func page(_ subject: RowFormSubject) -> Response {
        let words = subject.language.words
        let sent = subject.sent
        if subject.kind == .delete || subject.deleted != nil {
            let isDeletion = subject.deleted == nil
            var values = TemplateValues.confirmation(
                words: words, title: subject.title,
                question: words.fill(isDeletion ? .askToDelete : .askToPutBack, naming: subject.rowTitle),
                action: subject.action, id: "", button: words[isDeletion ? .delete : .putBack],
                query: "", returnURL: isDeletion ? subject.returnURL : subject.listURL, rows: subject.hidden,
                facts: subject.consequences + subject.issues.map(\.message))
            values.set(breadcrumbs: subject.breadcrumbs())
            let isRefused = sent != nil && !subject.issues.isEmpty
            return renderer.response(.confirm, values, status: isRefused ? .unprocessableContent : .ok)
        }
        var values = TemplateValues.edit(
            words: words, title: subject.title,
            heading: subject.kind == .insert ? words[.newRow] : words.fill(.editQuoted, naming: subject.rowTitle),
            action: subject.action, returnURL: subject.returnURL, fields: subject.form.fields,
            typed: sent?.texts ?? [:], issues: subject.issues, states: sent?.states ?? [:], hidden: subject.hidden)
        values.set(breadcrumbs: subject.breadcrumbs())
        return renderer.response(.edit, values, status: subject.issues.isEmpty ? .ok : .unprocessableContent)
    }

    /// Returns the page with the values that somebody else changed meanwhile.
    @TableActor
    private func page(_ subject: RowFormSubject, about conflicts: [EditConflict], now row: StoredRow?) -> Response {
        let words = subject.language.words
        var hidden: [(name: String, value: String)] = []
        if let row, let sent = subject.sent {
            // The next form is compared with the values that this page shows.
            hidden = RowFormSubject.hidden(row, of: subject.form.fields.map(\.name))
            hidden += sent.typed
        }
        var values = TemplateValues.conflict(
            words: words, title: subject.title, conflicts: conflicts, isGone: row == nil,
            isDeletion: subject.kind == .delete, action: subject.action,
            returnURL: row == nil ? subject.listURL : subject.returnURL,
            hidden: hidden)
        values.set(breadcrumbs: subject.breadcrumbs(isGone: row == nil))
        return renderer.response(.conflict, values, status: .conflict)
    }
}

extension RowForm {
    /// Reads the first rows that foreign keys can refer to.
    ///
    /// - Parameter base: The path of the table.
    mutating func findReferences(with editor: any RowEditor, base: String) async throws {
        for index in fields.indices where fields[index].reference != nil {
            let name = fields[index].name
            fields[index].reference?.rows = try await editor.choices(ofColumn: name, matching: "")
            fields[index].reference?.url = "\(base)choices?column=\(ByteWriter.text { $0.urlComponent(name) })"
        }
    }
}

/// The row that a form is for.
private struct RowFormSubject: Sendable {
    var editor: any RowEditor
    var kind: RowChange.Kind
    /// The identifier of the row; nil for a new row.
    var row: String?
    var form: RowForm
    /// The title of the table, and of the row.
    var title, rowTitle: String
    /// The address of the form, of the page to go back to, and of the list of rows.
    var action, returnURL, listURL: String
    var language: Language
    /// The deletion to take back; nil for other forms.
    var deleted: PastChange?
    /// The values that the visitor sent; nil for the first form.
    var sent: RowFormRequest?
    var issues: [TableViewValidationError.Issue] = []
    /// The sentences about other rows that a deletion deletes or changes.
    var consequences: [LocalizedMessage] = []

    /// Reads the row of a form; nil if the visitor must give the token of the server first.
    ///
    /// - Parameter isSent: Whether the form was sent. Then the row may be gone.
    init?(_ kind: RowFormRequest.Kind, of call: MountedRequest, handler: TableHandler, isSent: Bool = false)
        async throws
    {
        let request = call.request
        do { editor = try handler.editor(of: call) } catch let problem as ProblemDetails
            where problem.status == .unauthorized && request.acceptsHTML
        {
            return nil
        }
        row = call.parameters["key"]
        let wanted: RowChange.Kind = kind == .edit ? .change : kind == .delete ? .delete : .insert
        let editing = TableActor.run { call.table.tableView.original.hosting.editing }
        guard editing?.refusedKinds.contains(wanted) != true else {
            throw ProblemDetails(.forbidden, "The database does not allow this.")
        }
        listURL = try handler.returnURL(of: call)
        returnURL = try handler.returnURL(of: call, row: row.map(StoredRow.path))
        self.kind = wanted
        if kind == .restore, let row {
            let last = try await editor.past(ofRow: row)?.first
            guard let last, last.after == nil else {
                throw ProblemDetails(.notFound, "The history has no deleted row \"\(row)\".")
            }
            deleted = last
        }
        let source = kind == .new ? request.query["from"] : kind == .restore ? nil : row
        do { form = try await editor.form(ofRow: source) } catch let error as any VisitorFacingError
            where error.kind == .notFound && isSent && source != nil
        {
            // The columns are those of a new row. What the visitor saw is sent with the form.
            form = try await editor.form(ofRow: nil)
        }
        if kind == .edit, !isSent, let row, let text = request.query["_at"] {
            let time = try EditHistory.requireMoment(text)
            guard let values = try await editor.past(ofRow: row, at: time)?.values(at: time) else {
                throw ProblemDetails(.notFound, "The history has no values of this row at \(time).")
            }
            form.fields = form.fields.map { field in
                guard !field.kind.isFile, let value = values.first(where: { $0.name.isExactly(field.name) })?.value
                else {
                    return field
                }
                var field = field
                (field.value, field.state) = (value.formText, value == .null ? .null : .value)
                return field
            }
        }
        if kind == .new, let original = form.row {
            // A copy has all values but the key, which the database chooses or the visitor types.
            var copy = try await editor.form(ofRow: nil)
            let seenFields = form.fields
            copy.fields = copy.fields.map { field in
                guard !field.states.contains(.standard) || field.kind != .integer, !field.kind.isFile,
                    let value = original.value(of: field.name),
                    let seen = seenFields.first(where: { $0.name.isExactly(field.name) })
                else { return field }
                var field = field
                (field.kind, field.value) = (seen.kind, value.formText)
                field.state = value == .null ? .null : .value
                return field
            }
            form = copy
        }
        if kind == .new, source == nil, !isSent, let list = try handler.list(of: call)?.query,
            !list.filters.contains(where: \.isAlternative)
        {
            // A new row begins with the values by which its list is filtered, so that the list shows it.
            form.fields = form.fields.map { field in
                let values = list.filters.filter { $0.name.isExactly(field.name) }.map(\.value)
                guard values.count == 1, !field.kind.isFile, let value = try? field.storedValue(of: values[0]) else {
                    return field
                }
                var field = field
                (field.value, field.state) = (value.formText, .value)
                return field
            }
        }
        if let column = request.query["column"] {
            form.fields = form.fields.filter { $0.name.isExactly(column) }
            guard !form.fields.isEmpty || isSent else {
                throw ProblemDetails(.badRequest, "The table has no column \"\(column)\" that can be edited.")
            }
        }
        try await form.findReferences(with: editor, base: call.base)
        if kind == .delete, !isSent {
            let deletion = RowChange(.delete, id: row)
            let rows = try await editor.edit([deletion], isRehearsal: true, by: EditAuthor())
            consequences = rows.consequences
            if case .invalid(let reasons) = rows.first?.failure { issues = reasons }
        }
        language = request.acceptedLanguage
        title = TableActor.run { call.table.tableView.original.title }
        rowTitle = row ?? ""
        let query = request.rawQuery.map { "?\($0)" } ?? ""
        action = "\(request.path)\(query)"
    }

    /// Returns the change that puts the deleted row back; nil for other forms.
    ///
    /// - Throws: ``ProblemDetails`` 409 if the visitor saw another deletion.
    func restoration(_ sent: RowFormRequest) throws -> RowChange? {
        guard let deleted else { return nil }
        guard sent.tag == "\(deleted.id)" else {
            throw ProblemDetails(
                .conflict, "Nothing was changed, because the row was put back and deleted again since.")
        }
        var change = RowChange(.insert, id: row, values: deleted.before ?? [])
        (change.isRestoring, change.types) = (true, .any)
        return change
    }

    /// Returns the links to the list, and to the page of the row.
    func breadcrumbs(isGone: Bool = false) -> [TableLink] {
        let isShown = row != nil && deleted == nil && !isGone
        return [TableLink(title, to: listURL)] + (isShown ? [TableLink(rowTitle, to: returnURL)] : [])
    }

    /// The inputs that say what the visitor saw.
    var hidden: [(name: String, value: String)] {
        if let deleted { return [("tag", "\(deleted.id)")] }
        if let sent {
            let old = JSONTableWriter.bytes(of: sent.old).dropLast()
            return [("old", String(decoding: old, as: UTF8.self)), ("tag", sent.tag ?? "")]
        }
        guard let row = form.row else { return [] }
        // A row is deleted if nothing of it has changed.
        return Self.hidden(row, of: kind == .delete ? [] : form.fields.map(\.name))
    }

    static func hidden(_ row: StoredRow, of columns: [String]) -> [(name: String, value: String)] {
        let fields = row.fields.compactMap { field -> Field? in
            guard columns.contains(where: field.name.isExactly) else { return nil }
            return switch field.value {
            // The bytes of a file are not sent back.
            case .bytes: nil
            // All digits of a number, and the text of JSON as it is stored.
            case .number(let text), .json(let text): Field(field.name, .text(text))
            default: field
            }
        }
        let old = JSONTableWriter.bytes(of: fields).dropLast()
        return [("old", String(decoding: old, as: UTF8.self)), ("tag", row.visibleTag)]
    }
}
