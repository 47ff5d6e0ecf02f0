import CascadingTable
import HTTPMessages
import HTTPTypes
import TableRendering

extension TableHandler {
    /// Responds with a page that asks for confirmation. Its button posts to the address of the page.
    func confirmation(
        of action: ActionRequest, on table: MountedTable, address: String, _ parameters: PathParameters
    ) async throws -> Response {
        try await loading(action.rows, of: table, for: { self.request(of: action) }) {
            let values = try await action.withReturnURL {
                try table.tableView.asking(self.request(of: action)) {
                    try self.check(action, table)
                    return try Self.values(action, on: table, address: address, parameters)
                }.result
            }
            return self.renderer.response(.confirm, values)
        }
    }

    /// Responds with a page of a question. Each choice posts the action again, with one more answer in its address.
    func page(
        of question: TableViewQuestion, about action: ActionRequest, on title: String, address: String
    ) -> Response {
        let again = "\(address)\(address.contains("?") ? "&" : "?")_answer="
        let earlier = action.answered.filter { !question.valueNames.contains($0.key) }.map { ($0.key, $0.value) }
        let sent =
            action.action.takesValues
            ? action.values.map { ($0.key, $0.value) }
            : action.form.filter { !["_query", "_answer"].contains($0.name) && action.answered[$0.name] == nil }
                .map { ($0.name, $0.value) }
        var response = renderer.response(
            .confirm,
            .confirmation(
                words: action.language.words, title: title, question: question.title, action: address, id: "",
                button: "", query: action.returnQuery, returnURL: action.address(of: nil), rows: sent + earlier,
                facts: question.message.map { [LocalizedMessage(verbatim: $0)] } ?? [],
                choices: zip(question.choices, question.answers).map { ($0.title, again + $1, $0.isDestructive) },
                fields: zip(question.fields, question.valueNames).map { ($0, $1) }, issues: question.issues))
        response.status = .conflict
        // It can hold a password of a form.
        response.headers[.cacheControl] = "no-store"
        return response
    }

    @TableActor
    private static func values(
        _ action: ActionRequest, on table: MountedTable, address: String,
        _ parameters: PathParameters
    ) throws -> TemplateValues {
        let (tableView, words) = (table.tableView, action.language.words)
        guard action.action.hasRow else {
            return try values(
                action, on: tableView, address: address, id: parameters["action"] ?? "", words)
        }
        guard let indexPath = action.indexPath, let cell = tableView.cellForRow(at: indexPath) else {
            throw ProblemDetails(.notFound, "There is no such row.")
        }
        guard cell.isEnabled else { throw TableViewError(.disabled, "The row cannot be used.") }
        let identifier = tableView.identifier(forRowAt: indexPath)
        let name = cell.name(ofRow: identifier)
        let (question, button, style) = try question(on: tableView, at: indexPath, name, words, parameters)
        return .confirmation(
            words: words, title: tableView.title, question: question, action: address,
            id: identifier, button: button, query: action.returnQuery,
            returnURL: action.address(of: RowReference(indexPath: indexPath, identifier: identifier)),
            isDestructive: style == .destructive)
    }

    /// Returns the question for an action of the toolbar, of a section or of several rows.
    @TableActor
    private static func values(
        _ action: ActionRequest, on tableView: TableView, address: String, id: String, _ words: Words
    ) throws -> TemplateValues {
        if let actions = action.action.sectionActions, let section = action.section {
            let found = actions(tableView, section).first { $0.id == id }
            guard (0..<tableView.numberOfSections).contains(section) else {
                throw TableViewError(.noSuchSection, "There is no section \(section).")
            }
            guard let found else { throw TableViewError(.noSuchAction, "The section has no action \"\(id)\".") }
            let name = tableView.headerView(forSection: section)?.title ?? tableView.title
            return .confirmation(
                words: words, title: tableView.title, question: words.fill(.askRow, naming: found.title, name),
                action: address,
                id: tableView.responder(inSection: section).lastingIdentifier, button: found.title,
                query: action.returnQuery, returnURL: action.address(of: nil),
                isDestructive: found.style == .destructive)
        }
        let original = tableView.original
        let found = action.list == nil ? original.toolbar.button(id) : original.selectionActions.button(id)
        guard let (title, style) = found else {
            throw TableViewError(.noSuchAction, "The table has no action \"\(id)\".")
        }
        var question = words.fill(.askRow, naming: title, tableView.title)
        var rows: [(name: String, value: String)] = []
        if let list = action.list, case .rows(_, let every) = action.target {
            let indexPaths = try list.indexPaths(in: tableView, every: every)
            _ = try original.gestures.selectionAction(id, forRowsAt: indexPaths)
            question = words.count(indexPaths.count, .askRows, naming: title)
            rows = action.form.filter { ["rows", "all", "except"].contains($0.name) && !$0.value.isEmpty }
                .map { ($0.name, $0.value) }
        }
        return .confirmation(
            words: words, title: tableView.title, question: question, action: address, id: "", button: title,
            query: action.returnQuery, returnURL: action.address(of: nil), isDestructive: style == .destructive,
            rows: rows)
    }

    /// Returns the question and the button's title, for a row action or for a button of edit mode.
    @TableActor
    private static func question(
        on tableView: TableView, at indexPath: IndexPath, _ name: String, _ words: Words, _ parameters: PathParameters
    ) throws -> (question: String, button: String, style: TableViewRowAction.Style) {
        if let id = parameters["action"] {
            guard let action = tableView.gestures.actions(forRowAt: indexPath).all.first(where: { $0.id == id }) else {
                throw ProblemDetails(.notFound, "The row has no action \"\(id)\".")
            }
            return (words.fill(.askRow, naming: action.title, name), action.title, action.style)
        }
        let style = tableView.gestures.editingStyle(forRowAt: indexPath)
        guard style != .none, style.rawValue == parameters["style"] else {
            throw ProblemDetails(.forbidden, "The row does not have this button.")
        }
        guard style == .delete else { return (words.fill(.askToInsert, naming: name), words[.insert], .default) }
        if let title = tableView.responder(forRowAt: indexPath).deleteTitle {
            return (words.fill(.askRow, naming: title, name), title, .destructive)
        }
        return (words.fill(.askToDelete, naming: name), words[.delete], .destructive)
    }
}

extension Array {
    /// Returns the title and the style of the action with an identifier; nil if there is none.
    fileprivate func button<Body>(
        _ id: String
    ) -> (title: String, style: TableViewRowAction.Style)? where Element == TableViewAction<Body> {
        first { $0.id == id }.map { ($0.title, $0.style) }
    }
}
