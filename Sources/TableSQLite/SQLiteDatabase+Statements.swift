import Bytes
package import CascadingTable
import GRDB
package import TableDatabase

/// A statement of a visitor, with the values of its parameters by their names without the colon.
typealias StatementWithValues = (sql: String, values: [String: String])

extension SQLValue {
    /// Creates the value of a parameter as SQLite compares it: a number that is written as SQLite writes it is a number,
    /// because a statement may compare it with a computed value.
    init(ofParameter text: String) {
        if let number = Int64(text), String(number).isExactly(text) {
            self = .integer(number)
        } else if text.wholeMatch(of: /-?(0|[1-9][0-9]*)\.[0-9]+/) != nil, let number = Double(text) {
            self = .real(number)
        } else {
            self.init(text)
        }
    }
}

extension SQLiteDatabase {
    /// Reads the rows of a statement, as if they were those of a view: sorted, filtered, grouped and exported like them.
    ///
    /// SQLite itself refuses a statement that writes: the file is opened read-only, and the statement stands after `FROM`.
    /// Its time is limited as that of a query.
    @TableActor
    package func makeRows(answering request: StatementRequest) async throws -> StatementRows {
        var configuration = configuration
        configuration.linkPrefix = request.linkPrefix
        configuration.openingTimeout = configuration.queryTimeout
        let source = TableSource(
            file: pool, name: "",
            statement: (request.isEmpty ? Self.columnsOfAllTables : request.runnable, request.values),
            configuration: configuration)
        let relation = try await source.read(within: nil, isLong: false) { $0.relation }
        let rows = "SELECT * FROM \(relation.source)"
        let plan =
            try await request.isEmpty
            ? []
            : pool.readInBackground(within: configuration.queryTimeout) { database, _ in try database.plan(of: rows) }
        return (
            RelationTableDelegate(source, of: relation), plan,
            { try await self.longValue(ofColumn: $0, ofRow: $1, in: source) }
        )
    }

    package func statement(ofGroups query: TableQuery, in source: TableSource) async throws -> String {
        let rows = source.answering(query.ofGroupedRows).source
        let table = try await rows.read(within: nil, isLong: false) { ($0 as? SQLiteRows)?.prepared.reader.table }
        guard let table else { return "" }
        let statements = TableStatements(table, query.ofGroupedRows)
        return try SQLGroups.statement(
            of: query, table.sqlColumns(named: statements.expression), .sqlite, from: statements.source,
            where: statements.all)
    }

    /// The statement of a page without one: what can be asked for.
    private static let columnsOfAllTables = """
        SELECT m.type AS kind, m.name AS "table", p.name AS "column", p.type, nullif(p.pk, 0) AS "key"
        FROM sqlite_schema AS m, pragma_table_xinfo(m.name) AS p
        WHERE m.type IN ('table', 'view') AND m.name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND p.hidden <> 1
        ORDER BY m.type, m.name, p.cid
        """
}

extension SQLiteTableError {
    /// The error for a statement that writes.
    static var onlyReads: SQLiteTableError {
        SQLiteTableError(
            .invalidStatement,
            "Only statements that read tables are run: SELECT, WITH and VALUES, without PRAGMA and extensions.")
    }

    /// Creates the error for a statement that SQLite refuses.
    init(statement error: DatabaseError) {
        let reason = error.message ?? "\(error.resultCode)"
        let isWriting = ["not authorized", "readonly", "prohibited"].contains { reason.contains($0) }
        self =
            isWriting ? .onlyReads : SQLiteTableError(.invalidStatement, "SQLite cannot run the statement: \(reason).")
    }
}
