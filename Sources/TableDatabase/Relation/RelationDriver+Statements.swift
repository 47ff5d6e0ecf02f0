import Bytes
import CascadingTable

extension RelationDriver {
    /// Reads the rows of a statement, as if they were those of a view: sorted, filtered, grouped and exported like them.
    ///
    /// The statement stands after `FROM` in a transaction that only reads and is rolled back. It can do what else the role
    /// can, such as to call functions.
    @TableActor
    package func makeRows(answering request: StatementRequest) async throws -> StatementRows {
        let statement = request.isEmpty ? SQLStatement(columnsOfAllTables) : try statement(of: request)
        let reader = try RelationReader(
            try await relation(of: statement), of: self, run: { try await runReverted($0, within: $1) })
        return (
            RelationTableDelegate(reader), request.isEmpty ? [] : try await plan(of: statement, isVisitors: true),
            { try await reader.longValue(ofColumn: $0, ofRowNamed: $1) }
        )
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
