import Bytes
import CascadingTable
import Synchronization
import TableDatabase

/// Changes the rows of one table of a database.
final class PostgresEditor: RowEditor {
    private let database: PostgresDatabase
    private let pool: PostgresPool
    private let name: RelationName
    /// The tables as the database described them last, by their path segments; that of the editor for nil.
    private let known: Mutex<[String?: (table: WritableRelation, time: ContinuousClock.Instant)]>

    init(_ table: WritableRelation, in database: PostgresDatabase, _ pool: PostgresPool) {
        (self.database, self.pool) = (database, pool)
        name = table.relation.name
        known = Mutex([nil: (table, .now)])
    }

    var knowsRequests: Bool { database.configuration.history != nil }

    private var time: Duration { database.configuration.queryTimeout }

    func form(ofRow id: String?) async throws -> RowForm {
        let table = try await table()
        guard let id else { return table.editable.form(of: nil) }
        do {
            if let row = try await table.row(id, locks: false, { try await database.run($0, within: $1) }) {
                return table.editable.form(of: row)
            }
        } catch let error as PostgresError where error.isOfFormat {}
        throw table.reader.noSuchRow(id)
    }

    func choices(ofColumn column: String, matching text: String) async throws -> [RowChoice] {
        try await table().choices(of: column, matching: text, limit: 50)
    }

    func past(ofRow id: String) async throws -> [PastChange]? {
        guard database.configuration.history != nil else { return nil }
        return try await database.past(ofRow: id, of: name.title, at: nil)
    }

    func edit(_ changes: [RowChange], isRehearsal: Bool, by author: EditAuthor) async throws -> [EditedRow] {
        // A client that leaves does not end it.
        try await Task { [self] in
            do {
                if !isRehearsal, let rows = try await carryOut(changes, isRehearsal: false, by: author) { return rows }
                let rows = try await carryOut(changes, isRehearsal: true, by: author) ?? []
                guard !isRehearsal else { return rows }
                guard rows.contains(where: { $0.failure != nil }) else { throw PostgresError.outdated }
                throw RowEditError(rows)
            } catch let error as PostgresError where error.isTimeout {
                throw PostgresError("55P03", reason: error.reason)
            }
        }.value
    }

    /// Carries out changes in one transaction. In a rehearsal, a row that fails does not end the rest.
    ///
    /// - Returns: What was done; nil if a row of a list failed, so that a rehearsal must tell about all rows.
    private func carryOut(
        _ changes: [RowChange], isRehearsal: Bool, by author: EditAuthor
    ) async throws -> [EditedRow]? {
        let table = try await table()
        let transaction = try await database.beginEdit(in: pool)
        @discardableResult func run(_ statements: String...) async throws -> [PostgresResult] {
            try await transaction.run(statements.map { SQLStatement($0) }, within: time)
        }
        let history = isRehearsal ? nil : database.configuration.history.map { HistoryTable($0) }
        if let history, let request = author.request,
            let done = try await history.rows(of: request, changes, in: transaction, within: time)
        {
            return done
        }
        if changes.count > 1 { try await table.lock(changes, in: transaction, within: time) }
        var rows: [EditedRow] = []
        for change in changes {
            // Savepoints take the time of all sessions, so only rehearsals have them.
            if isRehearsal { try await run("SAVEPOINT cascade_row") }
            var row = EditedRow(change)
            do {
                try await carryOut(&row, in: transaction)
            } catch let error as PostgresError where error.isOfRow {
                guard isRehearsal || changes.count == 1 else { return nil }
                if isRehearsal { try await run("ROLLBACK TO SAVEPOINT cascade_row") }
                row.after = nil
                row.failure = try await self.table(row.change.table).failure(of: row, error)
            }
            if isRehearsal { try await run("RELEASE SAVEPOINT cascade_row") }
            rows.append(row)
        }
        var number: String?
        if isRehearsal || rows.allSatisfy({ $0.failure == nil }) {
            do {
                // Deferred constraints are checked before COMMIT, while their errors can still be told at a row.
                let results = try await run("SET CONSTRAINTS ALL IMMEDIATE", Self.durability, "SELECT txid_current()")
                number = results[2].string(0, 0)
                if rows.count > 1, table.hasTriggers { try await table.readAgain(&rows, transaction.run) }
            } catch let error as PostgresError where error.isOfRow {
                try await table.blame(error, on: &rows)
            }
        }
        guard rows.allSatisfy({ $0.failure == nil }), !isRehearsal else {
            _ = try? await run("ROLLBACK")
            guard isRehearsal else { throw RowEditError(rows) }
            return rows
        }
        try await history?.add(rows, of: table.relation.title, by: author, in: transaction, within: time)
        try await commit(transaction, number)
        await database.didChange()
        return rows
    }

    /// Carries out a change, with what the database does to other rows.
    private func carryOut(_ row: inout EditedRow, in transaction: PostgresTransaction) async throws {
        let (change, own) = (row.change, try await table(row.change.table))
        guard change.kind == .delete, !own.referring.isEmpty, let id = change.id,
            let stored = try await own.row(id, locks: true, transaction.run)
        else { return try await own.carryOut(&row, transaction.run) }
        var found = CascadedRows(of: stored, in: own.relation.name.segment)
        while let (name, id) = found.next() {
            let referred = try await table(name)
            for (segment, key) in referred.referring {
                // The role may not be allowed to read the table.
                let other = try? await table(segment)
                let rows = try await other?.rows(referringBy: key, to: id, of: referred, transaction.run)
                found.add(rows, of: segment, isDeleted: key.cascades == true)
            }
        }
        // A row that was added is not taken back once others refer to it.
        if change.isRestoring, found.others?.isEmpty != true { return row.failure = .otherState }
        try await own.carryOut(&row, transaction.run)
        row.others = found.others
        for (index, other) in (found.others ?? []).enumerated() where other.change.kind == .change {
            let table = try await table(other.change.table)
            row.others?[index].after = try await table.row(other.before?.id ?? "", locks: false, transaction.run)
        }
    }

    /// Makes the answer to `COMMIT` wait for the disk, if the server is set not to.
    private static let durability = """
        SELECT set_config('synchronous_commit', 'on', true) WHERE current_setting('synchronous_commit') = 'off'
        """

    /// Commits a transaction. If the answer is lost, the database is asked by the number of the transaction what came of it.
    private func commit(_ transaction: PostgresTransaction, _ number: String?) async throws {
        do { _ = try await transaction.run(SQLStatement("COMMIT"), within: time) } catch let error as PostgresError
            where error.isOfConnection || error.isTimeout
        {
            let question = SQLStatement("SELECT txid_status($1::bigint)", [number.map { SQLValue($0) } ?? .null])
            for _ in 0..<Self.questions {
                let status = try? await pool.run(question, within: time).string(0, 0)
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

    /// The time for which the description of the table is used.
    private static let knownTime = Duration.seconds(5)

    /// Returns the table of a path segment, or that of the editor, as the database describes it now.
    private func table(_ segment: String? = nil) async throws -> WritableRelation {
        if let known = known.locked({ $0[segment] }), known.time + Self.knownTime > .now { return known.table }
        let relation = try await database.relation(
            segment.flatMap { RelationName(segment: $0) } ?? name, readWithin: .zero)
        let table = try await WritableRelation(relation, in: database)
        known.locked { $0[segment] = (table, .now) }
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
