import Bytes
import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

extension TableHandler {
    /// Responds with a form for the values of a row. It posts to the address of the page.
    func form(of action: ActionRequest, on table: MountedTable) throws -> HandlerResponse {
        try loading(action.rows, of: table) {
            try action.withReturnURL { try self.form(of: action, on: table, after: nil) }
        }
    }

    /// Returns the form with the row's values, or with the typed values and their errors.
    @TableActor
    func form(of action: ActionRequest, on table: MountedTable, after error: TableViewValidationError?) throws
        -> Response
    {
        let tableView = table.tableView
        let row = try editedRow(of: action, on: table)
        let templateContext = EditTemplateContext(
            words: Words(action.language), title: tableView.title, row: row.title,
            action: action.fieldsAddress(of: row.location), way: action.address(of: row.location), fields: row.fields,
            values: error == nil ? [:] : action.values, issues: error?.issues ?? [])
        var response = Response.bytes(
            renderer.edit(templateContext), status: error == nil ? .ok : .unprocessableContent,
            contentType: "text/html; charset=utf-8")
        response.headers[.cacheControl] = "no-store"
        return response
    }

    /// Responds with the fields of a row as JSON: `{"revision":17,"id":"pear","action":"/shop/edit/0/3","fields":[…]}`.
    func fields(of action: ActionRequest, on table: MountedTable) throws -> HandlerResponse {
        try loading(action.rows, of: table) {
            let row = try self.editedRow(of: action, on: table)
            var writer = ByteWriter()
            writer.raw("{\"revision\":")
            writer.integer(table.tableView.revision)
            writer.key("id")
            writer.jsonString(row.location.identifier)
            writer.key("action")
            writer.jsonString("\(action.base)edit/\(row.location.indexPath.section)/\(row.location.indexPath.row)")
            writer.key("fields")
            writer.array(row.fields) { $0.field($1) }
            writer.raw("}\n")
            var response = Response.json(writer.bytes)
            response.headers[.cacheControl] = "no-store"
            return response
        }
    }

    @TableActor
    private func editedRow(
        of action: ActionRequest, on table: MountedTable
    ) throws -> (location: RowReference, title: String, fields: [TableViewEditableField]) {
        let tableView = table.tableView
        let session = sessions.session(ofVisitor: action.visitor, table: action.base)
        return try tableView.asking(action.request(of: session)) {
            try check(action, table)
            guard let indexPath = action.indexPath, let cell = tableView.cellForRow(at: indexPath) else {
                throw ProblemDetails(.notFound, "There is no such row.")
            }
            let fields = tableView.editableFields(forRowAt: indexPath)
            guard cell.isEnabled, !fields.isEmpty else {
                throw TableViewError(.notEditable, "The row has no fields that can be edited.")
            }
            let location = RowReference(indexPath: indexPath, identifier: tableView.identifier(forRowAt: indexPath))
            return (location, cell.title ?? location.identifier, fields)
        }.result
    }
}

extension ActionRequest {
    /// Returns the address of a row's form, with the row's identifier and the page to return to.
    fileprivate func fieldsAddress(of row: RowReference) -> String {
        var writer = ByteWriter()
        writer.urlComponent(row.identifier)
        if !returnQuery.isEmpty {
            writer.raw("&_query=")
            writer.urlComponent(returnQuery)
        }
        return "\(base)edit/\(row.indexPath.section)/\(row.indexPath.row)?id="
            + writer.text
    }
}

extension ByteWriter {
    fileprivate mutating func field(_ field: TableViewEditableField) {
        raw("{\"name\":")
        jsonString(field.name)
        key("label")
        jsonString(field.label)
        key("value")
        jsonString(field.value)
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
        byte(0x7D)
    }

    private mutating func bound(_ name: StaticString, _ number: Double) {
        key(name)
        if !decimal(number) { raw("null") }
    }
}
