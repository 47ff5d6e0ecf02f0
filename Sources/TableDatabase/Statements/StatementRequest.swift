package import Bytes
package import CascadingTable

/// A statement that a visitor runs, with the values of its parameters.
package struct StatementRequest: Sendable, Hashable {
    /// The statement; empty for a page that only asks for one.
    @ExactString package var sql: String
    /// The values, by the names of the parameters.
    package var values: [String: String]
    /// The parameters of the statement that have no value yet. Without them, there are no rows.
    package var missing: [String] = []
    /// The query of a file that the statement is from; nil for a statement of the visitor.
    package var saved: SavedQuery?
    private var dialect: SQLDialect

    /// - Parameters:
    ///   - parameters: The parameters of the address: `sql`, unless the statement is saved, and those of the statement.
    ///   - saved: The query of a file; nil for a statement of the visitor. Default: nil.
    ///   - dialect: The dialect of the statement.
    package init(_ parameters: [String: String], of saved: SavedQuery? = nil, _ dialect: SQLDialect) {
        sql = saved?.sql ?? parameters["sql"] ?? ""
        self.saved = saved
        self.dialect = dialect
        values = [:]
        for name in SQLText.parameterNames(in: sql, dialect) {
            values[name] = parameters[name] ?? ""
            if parameters[name] == nil { missing.append(name) }
        }
    }

    /// The statement to run: with the columns only, if values are missing.
    package var runnable: String {
        missing.isEmpty ? sql : "SELECT * FROM (\(SQLText.single(sql, dialect) ?? sql)\n) AS t WHERE 1 = 0"
    }

    /// A Boolean value that indicates whether there is no statement to run.
    package var isEmpty: Bool { sql.allSatisfy(\.isWhitespace) }

    /// Returns the names of the parameters of an address that belong to the statement.
    package static func parameterNames(_ sql: String?, _ dialect: SQLDialect) -> [String] {
        ["sql"] + SQLText.parameterNames(in: sql ?? "", dialect)
    }

    /// The way from the page up to the folder of a table's page.
    package var linkPrefix: String { saved == nil ? "../" : "../../" }

    /// The form for the values of the parameters, and for the statement unless it is saved.
    package var form: TableParameters {
        var fields = SQLText.parameterNames(in: sql, dialect).map { name in
            TableViewEditableField(name, label: name, value: values[name] ?? "")
        }
        if saved == nil {
            fields.insert(TableViewEditableField("sql", label: "SQL", value: sql, kind: .multilineText), at: 0)
        }
        var form = TableParameters(fields)
        if saved != nil { form.statementURL = "../?sql=\(PathSegment.percentEncoded(sql))" }
        return form
    }

    /// Returns the links to the pages above.
    package func breadcrumbs(in database: String) -> [TableLink] { [TableLink(database, to: "\(linkPrefix)../")] }

    /// Adds what the page shows around the rows: a title, the way back, and the form.
    ///
    /// - Parameters:
    ///   - database: The title of the database.
    ///   - plan: The steps in which the database finds the rows; empty for none.
    @TableActor
    package func describe(_ tableView: TableView, of database: String, plan: [String]) {
        tableView.title = saved?.name ?? "SQL"
        tableView.navigationItem.prompt = saved.flatMap { $0.description.isEmpty ? nil : $0.description }
        tableView.navigationItem.breadcrumbs = breadcrumbs(in: database)
        var form = form
        form.plan = plan
        tableView.hosting.parameters = form
    }
}

/// A link to the page of a statement.
package struct StatementLink: Sendable, Hashable {
    package var name: String
    /// The sentences about it; empty for none.
    package var comment: String
    package var link: String

    package init(name: String, comment: String = "", link: String) {
        (self.name, self.comment, self.link) = (name, comment, link)
    }
}
