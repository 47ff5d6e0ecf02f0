import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

extension TableHandler {
    /// A page that asks whether a row is to be deleted or an action done, and whose button posts to the same address.
    func confirmation(
        of touch: Touch, on table: MountedTable, action: String, _ parameters: PathParameters
    ) throws -> Reply {
        try loading(touch.rows, of: table) {
            let session = self.sessions.session(ofVisitor: touch.visitor, table: touch.base)
            let request = TableRequest(session: session, query: touch.query)
            let shell = try touch.leadingBack {
                try table.tableView.answering(request) {
                    try self.check(touch, table)
                    return try Self.shell(touch, on: table.tableView, action: action, parameters)
                }.result
            }
            var response = Response.bytes(self.renderer.confirmation(shell), contentType: "text/html; charset=utf-8")
            response.headers[.cacheControl] = "no-store"
            return response
        }
    }

    @TableActor
    private static func shell(
        _ touch: Touch, on tableView: TableView, action: String, _ parameters: PathParameters
    ) throws -> ConfirmationShell {
        guard let indexPath = touch.indexPath, let cell = tableView.cellForRow(at: indexPath) else {
            throw Problem(.notFound, "There is no such row.")
        }
        guard cell.isEnabled else { throw TableViewError(.disabled, "The row cannot be used.") }
        let identifier = tableView.identifier(forRowAt: indexPath)
        let button = try button(on: tableView, at: indexPath, parameters)
        return ConfirmationShell(
            title: tableView.title, question: "\(button) “\(cell.title ?? identifier)”?", action: action,
            id: identifier, button: button, query: touch.returnQuery,
            way: touch.address(of: RowLocation(indexPath: indexPath, identifier: identifier)))
    }

    /// What the button is called, for an action or for what edit mode does to the row.
    @TableActor
    private static func button(
        on tableView: TableView, at indexPath: IndexPath, _ parameters: PathParameters
    ) throws -> String {
        if let id = parameters["action"] {
            guard let action = tableView.actions(forRowAt: indexPath).all.first(where: { $0.id == id }) else {
                throw Problem(.notFound, "The row has no action \(id).")
            }
            return action.title
        }
        let style = tableView.editingStyle(forRowAt: indexPath)
        guard style != .none, style.rawValue == parameters["style"] else {
            throw Problem(.forbidden, "The row has no such button.")
        }
        guard style == .delete else { return "Insert" }
        return tableView.delegate?.tableView(tableView, titleForDeleteConfirmationButtonForRowAt: indexPath) ?? "Delete"
    }
}
