import Bytes
import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

extension TableHandler {
    /// Responds with a form for the values of a row. It posts to the address of the page.
    func form(of action: ActionRequest, on table: MountedTable) throws -> HandlerResponse {
        try loading(action.rows, of: table, for: { self.request(of: action) }) {
            try action.withReturnURL { try self.form(of: action, on: table, after: nil) }
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
        let templateContext = EditTemplateContext(
            words: Words(action.language), title: table.tableView.title,
            heading: subject.heading(Words(action.language)),
            action: action.formAddress(of: subject), returnURL: action.address(of: subject.location),
            fields: subject.fields,
            values: error == nil ? [:] : action.values, issues: issues)
        var response = Response.bytes(
            renderer.edit(templateContext), status: error == nil ? .ok : .unprocessableContent,
            contentType: "text/html; charset=utf-8")
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Responds with the fields of a row as JSON: `{"revision":17,"id":"pear","action":"/shop/edit/0/3","fields":[…]}`.
    func fields(of action: ActionRequest, on table: MountedTable) throws -> HandlerResponse {
        try loading(action.rows, of: table, for: { self.request(of: action) }) {
            let subject = try self.formSubject(of: action, on: table)
            var writer = ByteWriter()
            writer.raw("{\"revision\":")
            writer.integer(table.tableView.revision)
            if let location = subject.location {
                writer.key("id")
                writer.jsonString(location.identifier)
            }
            writer.key("action")
            writer.jsonString("\(action.base)\(subject.path)")
            writer.key("fields")
            writer.array(subject.fields) { $0.field($1) }
            writer.raw("}\n")
            var response = Response.json(writer.bytes)
            response.headers[.cacheControl] = "no-store"
            return response
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
                location: location, identifier: location.identifier, title: cell.title ?? location.identifier,
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

    func heading(_ words: Words) -> String { title.map(words.editing) ?? words.newRow.description }
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
        var writer = ByteWriter()
        writer.raw("\(base)\(subject.path)".utf8)
        var separator: StaticString = "?"
        for (name, value) in [("id", subject.identifier), ("_query", returnQuery.isEmpty ? nil : returnQuery)] {
            guard let value else { continue }
            writer.raw(separator)
            writer.raw("\(name)=".utf8)
            writer.urlComponent(value)
            separator = "&"
        }
        return writer.text
    }
}

extension ByteWriter {
    fileprivate mutating func field(_ field: TableViewEditableField) {
        raw("{\"name\":")
        jsonString(field.name)
        key("label")
        jsonString(field.label)
        key("value")
        jsonString(field.kind == .password ? "" : field.value)
        key("type")
        jsonString(field.kind.name)
        key("required")
        json(field.isRequired)
        if let minimum = field.minimum { bound("minimum", minimum) }
        if let maximum = field.maximum { bound("maximum", maximum) }
        if let maxLength = field.maxLength {
            key("maxLength")
            integer(maxLength)
        }
        if let help = field.help {
            key("help")
            jsonString(help)
        }
        if case .choice(let choices) = field.kind {
            key("choices")
            array(choices) { $0.jsonString($1) }
        }
        if case .file(let accept, let maxBytes) = field.kind {
            key("accept")
            array(accept) { $0.jsonString($1) }
            if let maxBytes {
                key("maxBytes")
                integer(maxBytes)
            }
        }
        byte(0x7D)
    }

    private mutating func bound(_ name: StaticString, _ number: Double) {
        key(name)
        if !decimal(number) { raw("null") }
    }
}
