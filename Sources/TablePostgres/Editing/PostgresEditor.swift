import Bytes
import CascadingTable
import Synchronization
import TableDatabase

/// Changes the rows of one table of a database.
final class PostgresEditor: RowEditor {
    private let database: PostgresDatabase
    private let pool: PostgresPool
    private let (schema, name): (String, String)
    /// The table as the database described it last.
    private let known: Mutex<(table: WritableRelation, time: ContinuousClock.Instant)>

    init(_ table: WritableRelation, in database: PostgresDatabase, _ pool: PostgresPool) {
        (self.database, self.pool) = (database, pool)
        (schema, name) = (table.relation.schema, table.relation.name)
        known = Mutex((table, .now))
    }

    private var time: Duration { database.configuration.queryTimeout }

    func form(ofRow id: String?) async throws -> RowForm {
        let table = try await table()
        guard let id else { return table.editable.form(of: nil) }
        do {
            if let row = try await table.row(id, locks: false, database.run) {
                return table.editable.form(of: row)
            }
        } catch let error as PostgresError where error.isOfFormat {}
        throw table.reader.noSuchRow(id)
    }

    func choices(ofColumn column: String, matching text: String) async throws -> [RowChoice] {
        try await table().choices(of: column, matching: text, limit: 50)
    }

    func edit(_ changes: [RowChange], isRehearsal: Bool, by author: EditAuthor) async throws -> [EditedRow] {
        // A client that leaves does not end it.
        try await Task { [self] in
            do {
                // Savepoints take the time of all sessions. A list has them only once one of its rows has failed.
                if !isRehearsal, let rows = try await carryOut(changes, hasSavepoints: false) { return rows }
                let rows = try await carryOut(changes, isRehearsal: true, hasSavepoints: true) ?? []
                guard !isRehearsal else { return rows }
                guard rows.contains(where: { $0.failure != nil }) else { throw PostgresError.outdated }
                throw RowEditError(rows)
            } catch let error as PostgresError where error.isTimeout {
                throw PostgresError("55P03", reason: error.reason)
            }
        }.value
    }

    /// Carries out changes in one transaction.
    ///
    /// - Returns: What was done; nil if a row failed before others without a savepoint.
    private func carryOut(
        _ changes: [RowChange], isRehearsal: Bool = false, hasSavepoints: Bool
    ) async throws -> [EditedRow]? {
        let table = try await table()
        let transaction = try await database.beginEdit(in: pool)
        func run(_ statements: String...) async throws {
            _ = try await transaction.run(statements.map { PostgresStatement($0) }, within: time)
        }
        if changes.count > 1 { try await table.lock(changes, in: transaction, within: time) }
        var rows: [EditedRow] = []
        for change in changes {
            if hasSavepoints { try await run("SAVEPOINT cascade_row") }
            var row = EditedRow(change)
            do {
                try await table.carryOut(&row, transaction.run)
            } catch let error as PostgresError where error.isOfRow {
                guard hasSavepoints || changes.count == 1 else { return nil }
                if hasSavepoints { try await run("ROLLBACK TO SAVEPOINT cascade_row") }
                row.after = nil
                row.failure = try await table.failure(of: row, error)
            }
            if hasSavepoints { try await run("RELEASE SAVEPOINT cascade_row") }
            rows.append(row)
        }
        if hasSavepoints || rows.allSatisfy({ $0.failure == nil }) {
            // Deferred constraints are checked before COMMIT, while their errors can still be told at a row.
            do { try await run("SET CONSTRAINTS ALL IMMEDIATE", Self.durability) } catch let error as PostgresError
                where error.isOfRow
            {
                try await table.blame(error, on: &rows)
            }
        }
        guard rows.allSatisfy({ $0.failure == nil }), !isRehearsal else {
            try? await run("ROLLBACK")
            guard isRehearsal else { throw RowEditError(rows) }
            return rows
        }
        try await commit(transaction)
        return rows
    }

    /// Makes the answer to `COMMIT` wait for the disk, if the server is set not to.
    private static let durability = """
        SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'
        """

    private func commit(_ transaction: PostgresTransaction) async throws {
        do { _ = try await transaction.run(PostgresStatement("COMMIT"), within: time) } catch let error as PostgresError
            where error.isOfConnection || error.isTimeout
        {
            throw TableViewError(
                .busy,
                "The connection to the database was lost while it saved. It is not known whether the change was made. Look at the row before you try again."
            )
        }
    }

    /// The time for which the description of the table is used.
    private static let knownTime = Duration.seconds(5)

    /// Returns the table as the database describes it now.
    private func table() async throws -> WritableRelation {
        let known = known.locked { $0 }
        if known.time + Self.knownTime > .now { return known.table }
        let relation = try await database.catalog.relation(name, in: schema)
        let table = try await WritableRelation(relation, in: database)
        self.known.locked { $0 = (table, .now) }
        return table
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
