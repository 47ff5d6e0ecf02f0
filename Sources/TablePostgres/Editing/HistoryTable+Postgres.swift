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

extension PostgresResult {
    /// The values of all rows.
    var allRows: [HistoryTable.Row] { (0..<rowCount).map(texts) }
}
