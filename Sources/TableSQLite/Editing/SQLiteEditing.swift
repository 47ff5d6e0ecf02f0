import Bytes
import CascadingTable
import GRDB
import GRDBSQLite
import LocalizedMessages
import Synchronization
import TableDatabase

/// A file as the editor of one of its tables sees it.
final class SQLiteEditing: EditableDatabase {
    fileprivate let source: TableSource
    private let writer: SQLiteWriter
    /// The tables as the file described them last, with the version of that schema and the definition of the table.
    private let known = Mutex<[ExactString: (schema: [SQLValue], table: SQLiteWritableTable)]>([:])

    init(_ source: TableSource, _ writer: SQLiteWriter) { (self.source, self.writer) = (source, writer) }

    var tableTitle: String { source.name }
    var history: HistoryTable? { writer.history }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (SQLiteEdit) async throws -> Result
    ) async throws -> Result {
        try await source.file.readInBackground(within: source.configuration.queryTimeout) { [self] database, _ in
            let edit = SQLiteEdit(self, isReading: true, isRehearsal: true, database)
            return try inPlace { try await body(edit) }
        }
    }

    func edit(
        _ changes: [RowChange], isRehearsal: Bool,
        _ body: @escaping @Sendable (SQLiteEdit) async throws -> (rows: [EditedRow], commits: Bool)
    ) async throws -> [EditedRow] {
        try await writer.run { [self] database in
            let edit = SQLiteEdit(self, isReading: false, isRehearsal: isRehearsal, database)
            let done = try inPlace { try await body(edit) }
            return (done.rows, commits: done.commits)
        }
    }

    /// Returns a table as the file describes it now.
    fileprivate func table(_ name: String, in database: Database) throws -> SQLiteWritableTable {
        // Another file that replaces this one can have the same version.
        var cursor = try database.cursor(
            """
            SELECT v.schema_version, s.sql FROM pragma_schema_version AS v
            LEFT JOIN main.sqlite_schema AS s ON s.name = ? COLLATE NOCASE AND s.type = 'table'
            """,
            [SQLValue(name)])
        let schema = try cursor.next() ? [cursor.value(at: 0), cursor.value(at: 1)] : []
        if let known = known.locked({ $0[ExactString(name)] }), known.schema == schema { return known.table }
        let description = try Catalog.description(of: Catalog.requireEntry(named: name, in: database), in: database)
        let table = try SQLiteWritableTable(description, source.configuration, in: database)
        known.locked { $0[ExactString(name)] = (schema, table) }
        return table
    }
}

/// Runs a body that never suspends on this thread, to which a connection of SQLite is bound.
func inPlace<Result: Sendable>(_ body: @escaping @Sendable () async throws -> Result) throws -> Result {
    let result = Mutex<Swift.Result<Result, any Error>?>(nil)
    Task.immediate {
        let found: Swift.Result<Result, any Error>
        do { found = .success(try await body()) } catch { found = .failure(error) }
        result.locked { $0 = found }
    }
    guard let result = result.locked({ $0 }) else { throw CancellationError() }
    return try result.get()
}

/// A transaction of SQLite that changes rows, on the thread of its connection.
final class SQLiteEdit: EditTransaction, @unchecked Sendable {
    static let defersReferences = true
    private let isReading: Bool
    let isRehearsal: Bool
    /// The connection. It is used by the thread of the transaction only, since nothing in the transaction suspends.
    let database: Database
    private let editing: SQLiteEditing
    /// The table of the editor, with what its rows tell about columns without a type.
    private var own: SQLiteWritableTable?
    /// The number of changes that were carried out, and the one after which rows refer to ones that do not exist.
    private var (count, unsettled): (Int, Int?) = (0, nil)

    fileprivate init(_ editing: SQLiteEditing, isReading: Bool, isRehearsal: Bool, _ database: Database) {
        (self.editing, self.isReading, self.isRehearsal, self.database) = (editing, isReading, isRehearsal, database)
    }

    func table(_ name: String?) throws -> SQLiteWritableTable {
        guard name == nil, let own else { return try editing.table(name ?? editing.source.name, in: database) }
        return own
    }

    func prepare(_ changes: [RowChange]) throws {
        var table = try table(nil)
        try table.findNumbers(for: changes, in: database)
        own = table
        try deferReferences()
    }

    /// Lets rows refer to later ones. SQLite ends this with the transaction.
    private func deferReferences() throws { try database.execute(sql: "PRAGMA defer_foreign_keys = ON") }

    func attempt(_ row: inout EditedRow, _ body: (inout EditedRow) async throws -> Void) async throws {
        try database.checkDeadline()
        do { try await body(&row) } catch let error as DatabaseError {
            guard let issues = try table(row.change.table).issues(of: error, row.change, in: database) else {
                throw error
            }
            row.failure = .invalid(issues)
        }
        // A trigger can end the transaction. What follows it is undone, too.
        if !database.isInsideTransaction {
            try database.beginTransaction(.immediate)
            try deferReferences()
        }
        unsettled = database.refersToMissingRows ? unsettled ?? count : nil
        count += 1
    }

    func settle(_ rows: inout [EditedRow]) async throws {
        try await table(nil).readAgain(&rows, in: self)
        guard let unsettled else { return }
        for index in rows.indices.reversed() where index >= unsettled && rows[index].failure == nil {
            let issues = try table(rows[index].change.table).brokenReferences(of: rows[index], in: database)
            // Every row that refers to a missing one is named, or else the one that others refer to.
            if !issues.isEmpty { rows[index].failure = .invalid(issues) }
        }
        if rows.allSatisfy({ $0.failure == nil }) {
            rows[unsettled].failure = .invalid(try table(nil).referrers(in: database))
        }
    }

    func runForHistory(_ statements: [SQLStatement], locking name: String?) throws -> [HistoryTable.Row] {
        // Another file may have replaced the one that was opened.
        guard try !isReading || HistoryTable.exists(in: database) else { return [] }
        if !isReading { try editing.history?.create(in: database) }
        return try statements.flatMap { try HistoryTable.rows($0, in: database) }
    }
}
