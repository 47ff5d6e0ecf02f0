import Bytes
package import CascadingTable
import GRDB
package import TableDatabase

/// A SQL statement of a visitor, with the values of its parameters.
struct SQLiteStatement: Sendable, Hashable {
    @ExactString var sql: String
    /// The values, by the names of the parameters without the colon.
    var values: [String: String]

    /// Returns a value as SQLite compares it: a number that is written as SQLite writes it is a number, because a
    /// statement may compare it with a computed value.
    static func value(of text: String) -> SQLValue {
        if let number = Int64(text), String(number).isExactly(text) { return .integer(number) }
        if text.wholeMatch(of: /-?(0|[1-9][0-9]*)\.[0-9]+/) != nil, let number = Double(text) { return .real(number) }
        return .text(Array(text.utf8))
    }
}

/// A file that is read by the statement of a visitor, with limits for its values.
private struct StatementFile: FileReader {
    var file: any FileReader

    func readInBackground<Result: Sendable>(
        within timeout: Duration, isLong: Bool,
        _ body: @escaping @Sendable (Database, SQLiteDatabase.ChangeToken) throws -> Result
    ) async throws -> Result {
        do {
            return try await file.readInBackground(within: timeout, isLong: isLong) { database, token in
                try Self.limited(database) { try body(database, token) }
            }
        } catch let error as SQLiteTableError where error.code == .timedOut {
            throw SQLiteTableError(
                .timedOut, "The statement took too long. Ask for fewer rows, or use columns with an index.")
        }
    }

    func readShortly<Result>(
        of table: String, _ body: (Database, SQLiteDatabase.ChangeToken) throws -> Result
    ) throws(SQLiteTableError) -> Result? { nil }

    func snapshot(within timeout: Duration) async throws -> any FileReader {
        StatementFile(file: try await file.snapshot(within: timeout))
    }

    private static func limited<Result>(_ database: Database, _ body: () throws -> Result) throws -> Result {
        do { return try StatementLimits.apply(to: database, body) } catch let error as DatabaseError
            where [.SQLITE_ERROR, .SQLITE_AUTH, .SQLITE_RANGE, .SQLITE_MISUSE, .SQLITE_MISMATCH].contains(
                error.resultCode)
        {
            throw SQLiteTableError(statement: error)
        }
    }
}

extension SQLiteDatabase {
    /// Returns a table with the rows of a statement, as if they were those of a view: sorted, filtered, grouped and
    /// exported like them.
    ///
    /// SQLite itself refuses a statement that writes: the file is opened read-only, and the statement stands after `FROM`.
    /// Its time is limited as that of a query.
    ///
    /// - Throws: `TableParametersError` with ``SQLiteTableError`` and the form.
    @TableActor
    package func makeTable(answering request: StatementRequest) async throws -> TableView {
        var configuration = configuration
        configuration.linkPrefix = request.linkPrefix
        configuration.maxCachedBytes /= 8
        configuration.openingTimeout = configuration.queryTimeout
        let isEmpty = request.sql.allSatisfy(\.isWhitespace)
        let statement = SQLiteStatement(
            sql: isEmpty ? Self.columnsOfAllTables : request.runnable, values: request.values)
        let source = TableSource(
            file: StatementFile(file: pool), name: "", statement: statement, sectionColumn: nil, owned: nil,
            configuration: configuration)
        let (layout, plan): (TableLayout, [String])
        do {
            layout = try await source.read(nil, within: configuration.queryTimeout) { _, _ in }.layout
            plan = isEmpty ? [] : try await self.plan(of: layout.reader.table)
        } catch let error as SQLiteTableError {
            throw TableParametersError(error, request.form, breadcrumbs: request.breadcrumbs(in: title))
        }
        let root = RowsTableDelegate(source, layout)
        let tableView = TableView(root: root)
        tableView.queryOptions = .all
        tableView.hosting.updateHandler = { [weak root] _ in try await root?.load() }
        tableView.hosting.longValueHandler = { [self] tableView, indexPath, name in
            try await longValue(
                ofColumn: name, ofRow: tableView.identifier(forRowAt: indexPath), in: source)
        }
        tableView.hosting.announcesChanges = false
        tableView.language = nil
        request.describe(tableView, of: title, plan: plan)
        return tableView
    }

    private func plan(of table: TableDescription) async throws -> [String] {
        try await pool.readInBackground(within: configuration.queryTimeout) { database, _ in
            try database.plan(of: "SELECT * FROM \(table.source)")
        }
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
