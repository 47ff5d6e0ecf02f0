import Bytes
public import CascadingTable
import HTTPMessages
import HTTPTypes
import TableRendering

extension TableHandler {
    /// Responds with a form for the values of a row. It posts to the address of the page.
    func form(of action: ActionRequest, on table: MountedTable) async throws -> Response {
        try await loading(action.rows, of: table, for: { self.request(of: action) }) {
            try await action.withReturnURL { try self.form(of: action, on: table, after: nil) }
        }
    }

    /// Returns the form with the row's values, or with the typed values and their errors.
    @TableActor
    func form(of action: ActionRequest, on table: MountedTable, after error: TableViewValidationError?) throws
        -> Response
    {
        let subject = try formSubject(of: action, on: table)
        // Browsers send a file only once.
        let lost = subject.fields.filter { field in
            action.files[field.name] != nil && !(error?.issues.contains { $0.field == field.name } ?? true)
        }
        let issues =
            (error?.issues ?? []) + lost.map { TableViewValidationError.Issue($0.name, "Choose the file again.") }
        let values = TemplateValues.edit(
            words: action.language.words, title: table.tableView.title,
            heading: subject.heading(action.language.words),
            action: action.formAddress(of: subject), returnURL: action.address(of: subject.location),
            fields: subject.fields,
            typed: error == nil ? [:] : Dictionary(uniqueKeysWithValues: action.values.map { (ExactString($0), $1) }),
            issues: issues)
        return renderer.response(
            .edit, values, status: error.map { $0.isConflict ? .conflict : .unprocessableContent } ?? .ok)
    }

    /// Responds with the fields of a row as JSON:
    /// `{"revision":17,"id":"pear","action":"/shop/edit/0/3","seen":"…","fields":[…]}`.
    func fields(of action: ActionRequest, on table: MountedTable) async throws -> Response {
        try await loading(action.rows, of: table, for: { self.request(of: action) }) {
            let subject = try self.formSubject(of: action, on: table)
            let id: JSON? = subject.location.map { #","id":\#($0.identifier)"# }
            return Response.uncached(
                #"""
                {"revision":\#(table.tableView.publishedRevision)\#(id),"action":\#(action.base + subject.path),\#
                "seen":\#(subject.fields.seen),"fields":\#(subject.fields.map(\.json))}
                """#)
        }
    }

    @TableActor
    private func formSubject(of action: ActionRequest, on table: MountedTable) throws -> FormSubject {
        let tableView = table.tableView
        return try tableView.asking(request(of: action)) {
            try check(action, table)
            if let section = action.section { return try FormSubject(newRowInSection: section, of: tableView) }
            guard let indexPath = action.indexPath, let cell = tableView.cellForRow(at: indexPath) else {
                throw ProblemDetails(.notFound, "There is no such row.")
            }
            let fields = tableView.gestures.editableFields(forRowAt: indexPath)
            guard cell.isEnabled, !fields.isEmpty else {
                throw TableViewError(.notEditable, "The row has no fields that can be edited.")
            }
            let location = RowReference(indexPath: indexPath, identifier: tableView.identifier(forRowAt: indexPath))
            return FormSubject(
                location: location, identifier: location.identifier,
                title: cell.title ?? cell.firstText ?? location.identifier,
                path: "edit/\(indexPath.section)/\(indexPath.row)", fields: fields)
        }.result
    }
}

/// The row that a form is for, or the section of a new row.
private struct FormSubject {
    /// The row; nil for a new row.
    var location: RowReference?
    /// The identifier of the row, or of the section of a new row; nil for a section that has none of its own.
    ///
    /// The position would be none: each reload could refuse what the visitor typed.
    var identifier: String?
    /// The title of the row; nil for a new row.
    var title: String?
    /// The path that the form posts to, below the path of the table.
    var path: String
    var fields: [TableViewEditableField]

    func heading(_ words: Words) -> String { title.map { words.fill(.editQuoted, naming: $0) } ?? words[.newRow] }
}

extension TableViewCell {
    /// The first text among the values. It names a row without a title, whose identifier may be hidden.
    fileprivate var firstText: String? {
        for case .text(let text) in fields.lazy.map(\.value) where !text.isEmpty { return text }
        return nil
    }
}

extension FormSubject {
    @TableActor
    fileprivate init(newRowInSection section: Int, of tableView: TableView) throws {
        guard section < tableView.numberOfSections else {
            throw TableViewError(.noSuchSection, "There is no section \(section).")
        }
        let fields = tableView.gestures.fieldsForNewRow(inSection: section)
        guard !fields.isEmpty else { throw TableViewError(.notEditable, "No row can be added here.") }
        self.init(
            identifier: tableView.responder(inSection: section).ownIdentifier, path: "new/\(section)",
            fields: fields)
    }
}

extension ActionRequest {
    /// Returns the address of a form, with the identifier of its row or section and the page to return to.
    fileprivate func formAddress(of subject: FormSubject) -> String {
        let items = [
            ("id", subject.identifier), ("_query", returnQuery.isEmpty ? nil : returnQuery),
            ("_seen", subject.location == nil ? nil : subject.fields.seen),
        ]
        let query = items.compactMap { name, value in value.map { Query.Item(name: name, value: $0) } }
        return "\(base)\(subject.path)" + (query.isEmpty ? "" : "?\(query.encoded)")
    }
}

extension TableViewEditableField {
    /// The field as JSON.
    fileprivate var json: JSON {
        let value = kind == .password ? "" : value
        let bounds = [("minimum", minimum), ("maximum", maximum)].map { name, bound in
            bound.map { #",\#(name):\#($0)"# as JSON }
        }
        var more: JSON? = maxLength.map { #","maxLength":\#($0)"# }
        if let help { more = #"\#(more),"help":\#(help)"# }
        if case .choice(let choices) = kind { more = #"\#(more),"choices":\#(choices.map { "\($0)" } as [JSON])"# }
        if case .file(let accept, let maxBytes) = kind {
            let limit: JSON? = maxBytes.map { #","maxBytes":\#($0)"# }
            more = #"\#(more),"accept":\#(accept.map { "\($0)" } as [JSON])\#(limit)"#
        }
        return #"""
            {"name":\#(name),"label":\#(label),"value":\#(value),"type":\#(kind.name),"required":\#(isRequired)\#
            \#(bounds[0])\#(bounds[1])\#(more)}
            """#
    }
}

extension TableViewFile {
    /// Creates a file from a part of a form. Its name is safe.
    init(_ part: MultipartForm.Part) {
        self.init(name: part.fileName ?? "file", contentType: part.contentType, bytes: part.bytes)
    }

    /// Writes the file to a new file in a folder. It never overwrites a file, and never leaves the folder.
    ///
    /// The new file gets the name of this one. If that name is taken, it gets a random ending: `photo-1b9f04c2.jpg`.
    ///
    /// - Parameter folder: The path of the folder, which must exist.
    /// - Returns: The name of the new file.
    /// - Throws: `HTTPServerError` with code `cannotWriteFile`.
    @discardableResult
    public func write(to folder: String) async throws -> String {
        let part = MultipartForm.Part(name: "", fileName: name, contentType: contentType, bytes: bytes)
        return try await part.write(to: folder)
    }
}
