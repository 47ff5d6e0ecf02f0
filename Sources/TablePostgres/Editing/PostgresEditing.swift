import Bytes
import CascadingTable
import Synchronization
import TableDatabase

/// A database as the editor of one of its tables sees it.
final class PostgresEditing: EditableDatabase {
    fileprivate let database: PostgresDatabase
    fileprivate let pool: PostgresPool
    private let name: RelationName
    /// The tables as the database described them last, by their path segments; that of the editor for nil.
    private let known: Mutex<[String?: (table: PostgresWritableTable, time: ContinuousClock.Instant)]>

    init(_ table: PostgresWritableTable, in database: PostgresDatabase, _ pool: PostgresPool) {
        (self.database, self.pool) = (database, pool)
        name = table.relation.name
        known = Mutex([nil: (table, .now)])
    }

    var tableTitle: String { name.title }
    var history: HistoryTable? { database.configuration.history.map { HistoryTable($0) } }
    fileprivate var time: Duration { database.configuration.queryTimeout }

    func read<Result: Sendable>(
        _ body: @escaping @Sendable (PostgresEdit) async throws -> Result
    ) async throws -> Result {
        try await body(PostgresEdit(self, nil, of: 1, isRehearsal: true))
    }

    func edit(
        _ changes: [RowChange], isRehearsal: Bool,
        _ body: @escaping @Sendable (PostgresEdit) async throws -> (rows: [EditedRow], commits: Bool)
    ) async throws -> [EditedRow] {
        @Sendable func run(isRehearsal: Bool) async throws -> [EditedRow] {
            let transaction = try await database.beginEdit(in: pool)
            let edit = PostgresEdit(self, transaction, of: changes.count, isRehearsal: isRehearsal)
            do {
                let (rows, commits) = try await body(edit)
                if commits { try await edit.commit() } else { await edit.rollBack() }
                if commits { await database.didChange() }
                return rows
            } catch let error as RowEditError {
                await edit.rollBack()
                throw error
            }
        }
        return try await Task {
            do { return try await run(isRehearsal: isRehearsal) } catch is RowOfListError {
                // A rehearsal tells about all rows.
                let rows = try await run(isRehearsal: true)
                guard rows.contains(where: { $0.failure != nil }) else { throw PostgresError.outdated }
                throw RowEditError(rows)
            } catch let error as PostgresError where error.isTimeout {
                throw PostgresError("55P03", reason: error.reason)
            }
        }.value
    }

    /// The time for which the description of a table is used.
    private static let knownTime = Duration.seconds(5)

    /// Returns the table of a path segment, or that of the editor, as the database describes it now.
    fileprivate func table(_ segment: String?) async throws -> PostgresWritableTable {
        if let known = known.locked({ $0[segment] }), known.time + Self.knownTime > .now { return known.table }
        let name = segment.flatMap { RelationName(segment: $0) } ?? name
        guard let relation = try await database.wholeRelation(name, readWithin: .zero) else {
            throw database.noSuchRelation(name)
        }
        let table = try await PostgresWritableTable(relation, in: database)
        known.locked { $0[segment] = (table, .now) }
        return table
    }
}

/// The error of a list of changes of which one cannot be done. It ended the transaction.
private struct RowOfListError: Error {}

/// A transaction of PostgreSQL that changes rows.
final class PostgresEdit: EditTransaction {
    static let defersReferences = false
    let isRehearsal: Bool
    private let editing: PostgresEditing
    /// The transaction; nil for one that only reads, in which each statement stands alone.
    private let transaction: PostgresTransaction?
    /// The number of changes.
    private let count: Int
    /// The number of the transaction in the database, once it has written.
    private let number = Mutex<String?>(nil)

    fileprivate init(_ editing: PostgresEditing, _ transaction: PostgresTransaction?, of count: Int, isRehearsal: Bool)
    {
        (self.editing, self.transaction, self.count, self.isRehearsal) = (editing, transaction, count, isRehearsal)
    }

    var isReading: Bool { transaction == nil }

    func table(_ name: String?) async throws -> PostgresWritableTable { try await editing.table(name) }

    func run(_ statements: [SQLStatement]) async throws -> [PostgresResult] {
        guard let transaction else { return try await editing.database.run(statements, within: editing.time) }
        return try await transaction.run(statements, within: editing.time)
    }

    @discardableResult
    func run(_ sql: String, _ arguments: [SQLValue] = []) async throws -> PostgresResult {
        try await run([SQLStatement(sql, arguments)])[0]
    }

    func prepare(_ changes: [RowChange]) async throws {
        if changes.count > 1 { try await table(nil).lock(changes, in: self) }
    }

    func attempt(_ row: inout EditedRow, _ body: (inout EditedRow) async throws -> Void) async throws {
        // Savepoints take the time of all sessions, so only rehearsals have them.
        if isRehearsal { try await run("SAVEPOINT cascade_row") }
        do { try await body(&row) } catch let error as PostgresError where error.isOfRow {
            guard isRehearsal || count == 1 else { throw RowOfListError() }
            if isRehearsal { try await run("ROLLBACK TO SAVEPOINT cascade_row") }
            row.after = nil
            row.failure = try await table(row.change.table).failure(of: row, error)
        }
        if isRehearsal { try await run("RELEASE SAVEPOINT cascade_row") }
    }

    func settle(_ rows: inout [EditedRow]) async throws {
        guard isRehearsal || rows.allSatisfy({ $0.failure == nil }) else { return }
        let table = try await table(nil)
        do {
            // Deferred constraints are checked before COMMIT, while their errors can still be told at a row.
            let results = try await run(
                ["SET CONSTRAINTS ALL IMMEDIATE", Self.durability, "SELECT txid_current()"].map { SQLStatement($0) })
            number.locked { $0 = results[2].string(0, 0) }
            try await table.readAgain(&rows, in: self)
        } catch let error as PostgresError where error.isOfRow {
            try await table.blame(error, on: &rows)
        }
    }

    func runForHistory(_ statements: [SQLStatement], locking name: String?) async throws -> [HistoryTable.Row] {
        let lock = name.map { [SQLStatement.lock($0)] } ?? []
        do {
            let results = try await run(lock + statements)
            return results.dropFirst(lock.count).flatMap { result in (0..<result.rowCount).map(result.texts) }
        } catch let error as PostgresError where error.isOfRow {
            throw TableViewError(
                .unwritableHistory, "Nothing was changed, because the history cannot be written: \(error.reason).")
        }
    }

    fileprivate func rollBack() async { _ = try? await run("ROLLBACK") }

    /// Makes the answer to `COMMIT` wait for the disk, if the server is set not to.
    private static let durability = """
        SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'
        """

    /// Commits a transaction. If the answer is lost, the database is asked by the number of the transaction what came of it.
    fileprivate func commit() async throws {
        let number = number.locked { $0 }
        do { try await run("COMMIT") } catch let error as PostgresError
            where error.isOfConnection || error.isTimeout
        {
            let question = SQLStatement("SELECT txid_status($1::bigint)", [number.map { SQLValue($0) } ?? .null])
            for _ in 0..<Self.questions {
                let status = try? await editing.pool.run(question, within: editing.time).string(0, 0)
                if status == "committed" { return }
                guard status != "aborted" else { throw PostgresError("08006", reason: error.reason) }
                // The server may not have noticed yet that the connection is lost.
                try await Task.sleep(for: Self.pause)
            }
            throw TableViewError(
                .busy,
                "The connection to the database was lost while it saved. It is not known whether the change was made. Look at the row before you try again."
            )
        }
    }

    /// The number of questions about a transaction whose end is unknown, and the time between two.
    private static let (questions, pause) = (5, Duration.milliseconds(500))
}

extension TableViewError.Code {
    /// The history does not take the changes of rows.
    fileprivate static let unwritableHistory = Self("unwritableHistory", .failed)
}

extension SQLStatement {
    /// Waits until no other transaction has a name, and takes it until this one ends.
    fileprivate static func lock(_ name: String) -> SQLStatement {
        SQLStatement("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", [SQLValue(name)])
    }
}

extension PostgresError {
    /// The error of a change whose row another program changed meanwhile.
    static let outdated = PostgresError("40001", reason: "another program changed the row meanwhile")

    /// A Boolean value that indicates whether a text is no value of its type.
    var isOfFormat: Bool { code.hasPrefix("22") }

    /// A Boolean value that indicates whether the values of a row are at fault, or what triggers and policies say to them.
    var isOfRow: Bool {
        !["08", "25", "26", "28", "3D", "40", "53", "55", "57", "58", "XX"].contains(code.prefix(2))
            && !["42P01", "42703", "0A000"].contains(code)
    }
}
