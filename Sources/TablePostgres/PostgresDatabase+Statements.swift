import Bytes
package import CascadingTable
package import TableDatabase

extension PostgresDatabase {
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
        let (reader, plan): (PostgresReader, [String])
        do {
            let statement = isEmpty ? PostgresStatement(Self.columnsOfAllTables) : try statement(of: request)
            let relation = try await relation(of: statement)
            reader = try PostgresReader(relation, TableQuery(), configuration, run: runStatement)
            plan = isEmpty ? [] : try await self.plan(of: statement)
        } catch let error as any VisitorFacingError {
            throw TableParametersError(error, request.form, breadcrumbs: request.breadcrumbs(in: title))
        }
        let root = PostgresRowsDelegate(reader, of: self)
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

    /// Runs a statement with SQL of a visitor. Nothing of it stays.
    private func runStatement(_ statement: PostgresStatement, within time: Duration) async throws -> PostgresResult {
        do { return try await runReverted(statement, within: time) } catch let error as PostgresError
            where error.isOfStatement
        {
            throw TableViewError(.notQueryable, "PostgreSQL cannot run the statement: \(error.reason).")
        }
    }

    /// Returns the statement of a request with its values as arguments, which cannot become SQL.
    ///
    /// PostgreSQL gives an argument the type that its place has. So each place has its own, also of one parameter.
    private func statement(of request: StatementRequest) throws -> PostgresStatement {
        guard let sql = SQLText.single(request.runnable, .postgreSQL) else {
            throw TableViewError(.notQueryable, "Only one statement is run at a time.")
        }
        var arguments: [SQLValue] = []
        let text = try SQLText.replacingParameters(in: sql, .postgreSQL) { name in
            guard let value = request.values[name] else {
                throw TableViewError(
                    .notQueryable,
                    "The parameter \(":" + name) cannot be used. Parameters are written as :name, without _ at the beginning."
                )
            }
            arguments.append(SQLValue(value))
            return " $\(arguments.count) "
        }
        return PostgresStatement(text, arguments)
    }

    private func relation(of statement: PostgresStatement) async throws -> PostgresRelation {
        let found = try await runStatement(
            PostgresStatement("SELECT * FROM (\(statement.sql)\n) AS t LIMIT 0", statement.arguments),
            within: configuration.queryTimeout)
        let numbers = Set((0..<found.columnCount).map(found.columnType))
        let types = try await run(
            PostgresStatement(Self.types, [SQLValue("{\(numbers.map(String.init).joined(separator: ","))}")]),
            within: configuration.queryTimeout)
        var names: Set<ExactString> = []
        let columns = (0..<found.columnCount).map { index -> PostgresRelation.Column in
            var name = found.columnName(index)
            while !names.insert(ExactString(name)).inserted { name += ":1" }
            let number = String(found.columnType(index))
            let row = (0..<types.rowCount).first { types.string($0, 0) == number }
            return .init(
                name: name, type: row.flatMap { types.string($0, 1) } ?? "",
                typeNumber: row.flatMap { types.string($0, 2) }.flatMap(UInt32.init) ?? 0, isNullable: true,
                isIndexed: false, isOrdered: row.flatMap { types.string($0, 3) } == "t", comment: nil)
        }
        return PostgresRelation(
            number: PostgresRelation.noNumber, schema: "", name: "", kind: .view, isForeign: false, comment: nil,
            columns: columns, key: [], foreignKeys: [], fullText: nil, estimatedCount: nil, statement: statement)
    }

    private func plan(of statement: PostgresStatement) async throws -> [String] {
        let result = try await runStatement(
            PostgresStatement(
                "EXPLAIN (COSTS OFF) SELECT * FROM (\(statement.sql)\n) AS t", statement.arguments),
            within: configuration.queryTimeout)
        return (0..<result.rowCount).compactMap { result.string($0, 0) }
    }

    /// The statement of a page without one: what can be asked for.
    private static let columnsOfAllTables = """
        SELECT table_schema AS schema, table_name AS "table", column_name AS "column", data_type AS type
        FROM information_schema.columns WHERE table_schema NOT IN ('information_schema', 'pg_catalog', 'cascade')
        ORDER BY table_schema, table_name, ordinal_position
        """

    /// The names and the underlying types of types, and whether their values can be sorted.
    private static let types = """
        SELECT t.oid, format_type(t.oid, NULL), b.oid,
            b.typcategory IN ('A', 'E', 'R') OR EXISTS (SELECT FROM pg_opclass o JOIN pg_am m ON m.oid = o.opcmethod
                WHERE m.amname = 'btree' AND o.opcdefault AND (o.opcintype = b.oid OR b.oid = 'varchar'::regtype))
        FROM pg_type t JOIN pg_type b ON b.oid = CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END
        WHERE t.oid = ANY ($1::oid[])
        """
}
