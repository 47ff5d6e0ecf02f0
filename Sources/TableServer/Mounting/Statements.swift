import CascadingTable
import HTTPMessages
package import TableDatabase

/// The SQL that visitors run: statements of their own, and saved ones.
package struct Statements: Sendable {
    /// A Boolean value that indicates whether visitors run statements of their own.
    package var allowsOwn: Bool
    /// The saved statements.
    package var saved: [SavedQuery]

    package init(allowsOwn: Bool = false, saved: [SavedQuery] = []) {
        (self.allowsOwn, self.saved) = (allowsOwn, saved)
    }

    /// The links of the list of tables.
    var list: [StatementLink] {
        let own = allowsOwn ? [StatementLink(name: "SQL", link: "-/sql/")] : []
        return own + saved.map { StatementLink(name: $0.name, comment: $0.description, link: "-/sql/\($0.name)/") }
    }

    /// Links a table to the page on which visitors change the statement of its rows.
    @TableActor
    func link(_ tableView: TableView) { tableView.hosting.statementPath = allowsOwn ? "../-/sql/" : nil }

    /// Mounts the pages of statements.
    ///
    /// - Parameters:
    ///   - path: The path of the list of tables.
    ///   - dialect: The dialect of the statements.
    ///   - rights: Returns the rights of a visitor. Statements read all rows, so they need the whole.
    ///   - make: Returns the table of a statement.
    func mount(
        on server: inout TableServer, below path: RoutePath = [], in dialect: SQLDialect,
        for rights: (@Sendable (TableVisitor) -> any VisitorRights)? = nil,
        _ make: @escaping @TableActor @Sendable (StatementRequest) async throws -> TableView
    ) {
        @Sendable func values(_ query: Query) -> [String: String] {
            Dictionary(query.map { ($0.name, $0.value) }) { $1 }
        }
        /// The page asks for the values that are missing. Other formats tell which they are.
        @Sendable func check(_ statement: StatementRequest, _ request: Request) throws {
            guard rights?(TableVisitor(user: request.visitor.user)).isWhole != false else {
                throw HTTPError(.forbidden, "Statements read all tables, and you may not see all of them.")
            }
            guard !statement.missing.isEmpty, !request.path.hasSuffix("/") else { return }
            let list = statement.missing.joined(separator: ", ")
            let error = HTTPError(.badRequest, "The statement needs values of these parameters: \(list).")
            throw TableParametersError(error, statement.form, breadcrumbs: [])
        }
        if allowsOwn {
            let names = MountKey.request { _, request in
                // A page of another website can only have a statement shown.
                if request.isFromElsewhere, request.query["sql"] != nil {
                    let form = StatementRequest(values(request.query), dialect).form
                    throw TableParametersError(Self.refusal, form, breadcrumbs: [])
                }
                try check(StatementRequest(values(request.query), dialect), request)
                return StatementRequest.parameterNames(request.query["sql"], dialect)
            }
            server.mount(path.appending("/-/sql/"), forEach: names) {
                try await make(StatementRequest(values($1), dialect))
            }
        }
        guard !saved.isEmpty else { return }
        let saved = Dictionary(saved.map { ($0.name, $0) }) { $1 }
        server.mount(
            path.appending("/-/sql/:name/"),
            forEach: .request { path, request in
                guard let statement = saved[path["name"] ?? ""] else { return [] }
                try check(StatementRequest(values(request.query), of: statement, dialect), request)
                return SQLText.parameterNames(in: statement.sql, dialect)
            }
        ) { path, query in
            guard let statement = saved[path["name"] ?? ""] else { return nil }
            return try await make(StatementRequest(values(query), of: statement, dialect))
        }
    }
}

extension Statements {
    /// The error for a statement that another website made a browser send.
    private static var refusal: HTTPError {
        HTTPError(.forbidden, "Another website sent this statement, so it was not run. Read it before you run it.")
    }
}
