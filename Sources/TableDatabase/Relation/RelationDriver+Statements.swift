import Bytes
package import CascadingTable

extension RelationDriver {
    /// Returns a table with the rows of a statement, as if they were those of a view: sorted, filtered, grouped and
    /// exported like them.
    ///
    /// The statement stands after `FROM` in a transaction that only reads and is rolled back. It can do what else the role
    /// can, such as to call functions.
    ///
    /// - Throws: `TableParametersError` with the error and the form.
    @TableActor
    package func makeTable(answering request: StatementRequest) async throws -> TableView {
        let isEmpty = request.sql.allSatisfy(\.isWhitespace)
        let (reader, plan): (RelationReader, [String])
        do {
            let statement = isEmpty ? SQLStatement(columnsOfAllTables) : try statement(of: request)
            reader = try RelationReader(
                try await relation(of: statement), of: self, run: { try await runReverted($0, within: $1) })
            plan = isEmpty ? [] : try await self.plan(of: statement, isVisitors: true)
        } catch let error as any VisitorFacingError {
            throw TableParametersError(error, request.form, breadcrumbs: request.breadcrumbs(in: title))
        }
        let root = RelationTableDelegate(reader)
        try await root.load()
        let tableView = TableView(root: root)
        tableView.language = nil
        tableView.hosting.announcesChanges = false
        tableView.queryOptions = .all
        tableView.hosting.longValueHandler = { tableView, indexPath, column in
            try await reader.longValue(ofColumn: column, ofRowNamed: tableView.identifier(forRowAt: indexPath))
        }
        request.describe(tableView, of: title, plan: plan)
        return tableView
    }

    /// Returns the statement of a request with its values as arguments, which cannot become SQL.
    ///
    /// PostgreSQL gives an argument the type that its place has. So each place has its own, also of one parameter.
    private func statement(of request: StatementRequest) throws -> SQLStatement {
        guard let sql = SQLText.single(request.runnable, dialect) else {
            throw TableViewError(.notQueryable, "Only one statement is run at a time.")
        }
        var arguments: [SQLValue] = []
        let text = try SQLText.replacingParameters(in: sql, dialect) { name in
            guard let value = request.values[name] else {
                throw TableViewError(
                    .notQueryable,
                    "The parameter \(":" + name) cannot be used. Parameters are written as :name, without _ at the beginning."
                )
            }
            arguments.append(SQLValue(value))
            return " \(dialect.rules.placeholder(arguments.count, for: .null, nil)) "
        }
        return SQLStatement(text, arguments)
    }
}
