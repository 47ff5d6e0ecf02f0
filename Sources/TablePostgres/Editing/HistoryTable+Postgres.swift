package import CascadingTable
import TableDatabase

/// The history of edited rows in the table `public.cascade_history` of the database.
extension HistoryTable {
    init(_ history: EditHistory = EditHistory()) { self.init(history, in: "public") }

    /// The statements that make the table.
    var creation: [String] {
        [creation(number: "bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY", text: #"text COLLATE "C""#)]
            + indexes(on: "public.\(EditHistory.tableName)")
    }

    /// Adds changes at the end of their transaction, and removes some that are beyond the limits.
    ///
    /// - Throws: ``PostgresError``; `TableViewError` if the history does not take them.
    func add(
        _ rows: [EditedRow], of table: String, by author: EditAuthor, in transaction: PostgresTransaction,
        within time: Duration
    ) async throws {
        // One after the other, so that readers find the changes in the order of their numbers.
        let lock = SQLStatement.lock("public.\(EditHistory.tableName)")
        do {
            let found = try await transaction.run([lock, last], within: time)[1]
            let statements = additions(rows, of: table, by: author, after: found.allRows.first)
            guard !statements.isEmpty else { return }
            _ = try await transaction.run(statements, within: time)
        } catch let error as PostgresError where error.isOfRow {
            throw TableViewError(
                .unwritableHistory, "Nothing was changed, because the history cannot be written: \(error.reason).")
        }
    }

    /// Returns what a request did when it was sent before; nil if it was not. The same request waits until the transaction
    /// ends.
    ///
    /// - Throws: `OtherRequestError` if its key was used for something else.
    func rows(
        of request: EditAuthor.UniqueRequest, _ changes: [RowChange], in transaction: PostgresTransaction,
        within time: Duration
    ) async throws -> [EditedRow]? {
        let found = try await transaction.run(
            [.lock(request.key), self.changes(of: request)], within: time)[1]
        return try Self.rows(of: request, changes, found.allRows)
    }
}

extension PostgresDatabase {
    /// Makes the table of the history if the database has none, and checks that the role can write it.
    ///
    /// - Throws: ``PostgresError``.
    package func prepareHistory() async throws {
        guard let history = configuration.history.map({ HistoryTable($0) }), let editPool else { return }
        let table = "public.\(EditHistory.tableName)"
        let rights = ["SELECT", "INSERT", "DELETE"].map { "has_table_privilege('\(table)', '\($0)')" }
        let check = [history.last, SQLStatement("SELECT \(rights.joined(separator: " AND "))")]
        let time = configuration.queryTimeout
        do {
            guard try await run(check, within: time)[1].string(0, 0) == "t" else {
                throw PostgresError("42501", reason: "the role may not change \(table)")
            }
        } catch let error as PostgresError where error.code == "42P01" {
            let transaction = try await beginEdit(in: editPool)
            do {
                _ = try await transaction.run(
                    (history.creation + ["COMMIT"]).map { SQLStatement($0) }, within: time)
            } catch let error as PostgresError where error.isOfRace {
                // Another server has made it.
            }
        }
    }

    /// Returns the latest changes of a row that the history has, the newest first; with a time, those that tell of that time.
    /// There are none for a role that may not read the history.
    package func past(ofRow key: String, of table: String, at time: String?) async throws -> [PastChange] {
        do {
            return try await rows(HistoryTable().past(ofRow: key, of: table, at: time)).map { PastChange($0) }
        } catch let error as PostgresError where ["42501", "42P01"].contains(error.code) {
            return []
        }
    }

    /// Returns the time of the first change that the history has; nil without one.
    package func beginningOfHistory() async throws -> String? {
        try await rows([HistoryTable().beginning]).first?.first?.string
    }

    private func rows(_ statements: [SQLStatement]) async throws -> [HistoryTable.Row] {
        try await run(statements, within: configuration.queryTimeout).flatMap(\.allRows)
    }
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

extension PostgresResult {
    /// The values of all rows.
    fileprivate var allRows: [HistoryTable.Row] { (0..<rowCount).map(texts) }
}
