import Bytes
package import CascadingTable

/// The table that keeps the history of edited rows, for the dialects of all databases.
///
/// The parameters of its statements are `$1`, `$2` and so on, in the order of their first places.
package struct HistoryTable: Sendable {
    package let history: EditHistory
    /// The name of the table as SQL.
    private let name: String

    /// - Parameters:
    ///   - history: The history.
    ///   - schema: The quoted name of the table's schema.
    package init(_ history: EditHistory = EditHistory(), in schema: String) {
        (self.history, name) = (history, "\(schema).\(EditHistory.tableName)")
    }

    // MARK: - Writing

    /// The statement that makes the table.
    ///
    /// - Parameters:
    ///   - number: The type of a column whose numbers only grow, as SQL.
    ///   - text: The type of texts that are compared by bytes.
    package func creation(number: String, text: String) -> String {
        """
        CREATE TABLE \(name) (
            "id" \(number), "time" \(text) NOT NULL, "who" \(text), "table" \(text) NOT NULL, "key" \(text) NOT NULL,
            "kind" \(text) NOT NULL, "before" \(text), "after" \(text), "group" BIGINT NOT NULL, "request" \(text),
            "end" BIGINT NOT NULL)
        """
    }

    /// Returns the statements that make the indexes of the table.
    package func indexes(on table: String) -> [String] {
        let index = "CREATE INDEX \(EditHistory.tableName)"
        return [
            #"\#(index)_row ON \#(table) ("table", "key")"#,
            #"\#(index)_request ON \#(table) ("request") WHERE "request" IS NOT NULL"#,
        ]
    }

    /// The statement that reads the place and the end of the last change.
    package var last: SQLStatement { SQLStatement(#"SELECT "id", "end" FROM \#(name) ORDER BY "id" DESC LIMIT 1"#) }

    /// Returns the statements that add changes, and remove some that are beyond the limits.
    ///
    /// - Parameters:
    ///   - rows: The changes.
    ///   - table: The name of their table.
    ///   - author: Their maker.
    ///   - last: What ``last`` found; nil for an empty table.
    private func additions(
        _ rows: [EditedRow], of table: String, by author: EditAuthor, after last: Row?
    ) -> [SQLStatement] {
        func number(_ value: SQLValue?) -> Int64 { value?.string.flatMap { Int64($0) } ?? 0 }
        let time = history.time
        let request = author.request?.texts.first
        let group = number(last?.first) + 1
        let start = number(last?.last)
        var end = start
        var statements: [SQLStatement] = []
        let all = rows.flatMap { [$0] + ($0.others ?? []) }
        for (other, entry) in all.flatMap({ row in row.entries.map { (row.change.table, $0) } })
        where entry.kind != "equal" || request != nil {
            let (before, after) = (entry.before?.fields.historyJSON, entry.after?.fields.historyJSON)
            end += Int64((before?.utf8.count ?? 0) + (after?.utf8.count ?? 0))
            // A request that is sent again is answered with the rows that it changed itself.
            let own = other == nil ? request : nil
            let texts = [time, author.user, other ?? table, entry.key, entry.kind, before, after, own]
            statements.append(
                SQLStatement(
                    """
                    INSERT INTO \(name) ("time", "who", "table", "key", "kind", "before", "after", "request", "group", "end")
                    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
                    """,
                    texts.map { $0.map { SQLValue($0) } ?? .null }
                        + [.integer(group), .integer(end)]))
        }
        // Some at a time, so that no edit takes long: more for a large one, since earlier changes can be small.
        let removal = SQLStatement(
            """
            DELETE FROM \(name) WHERE "id" IN (
                SELECT "id" FROM \(name) ORDER BY "id" LIMIT $1)
            AND ("time" < $2 OR "end" < $3)
            """,
            [
                .integer(Int64(2 * statements.count + 100) + (end - start) / 16), SQLValue(history.oldestTime),
                .integer(end - history.bytes),
            ])
        return statements.isEmpty ? [] : statements + [removal]
    }

    /// Adds changes at the end of their transaction, and removes some that are beyond the limits.
    func add(
        _ rows: [EditedRow], of table: String, by author: EditAuthor, in edit: some EditTransaction
    ) async throws {
        // One transaction after the other, so that readers find the changes in the order of their numbers.
        let last = try await edit.runForHistory([last], locking: name).first
        let statements = additions(rows, of: table, by: author, after: last)
        if !statements.isEmpty { _ = try await edit.runForHistory(statements, locking: nil) }
    }

    /// Returns what a request did when it was sent before; nil if it was not. The same request waits until the transaction
    /// ends.
    ///
    /// - Throws: `OtherRequestError` if its key was used for something else.
    func rows(
        of request: EditAuthor.UniqueRequest, _ changes: [RowChange], in edit: some EditTransaction
    ) async throws -> [EditedRow]? {
        let found = try await edit.runForHistory([self.changes(of: request)], locking: request.key)
        return try Self.rows(of: request, changes, found)
    }

    // MARK: - Reading

    /// The values of a found row.
    package typealias Row = [SQLValue]

    /// Returns the statement that finds the changes of a request that was sent before.
    private func changes(of request: EditAuthor.UniqueRequest) -> SQLStatement {
        SQLStatement(
            """
            SELECT "request", "key", "before", "after" FROM \(name) WHERE "request" > $1 AND "request" < $2 OR "request" = $3
            ORDER BY "id"
            """,
            // The digests have digits and letters, which come after a point and a slash.
            ["\(request.key).", "\(request.key)/", request.texts[1]].map { SQLValue($0) })
    }

    /// Returns what a request did when it was sent before; nil if it was not.
    ///
    /// - Parameter found: What ``changes(of:)`` found.
    /// - Throws: `OtherRequestError` if its key was used for something else.
    private static func rows(
        of request: EditAuthor.UniqueRequest, _ changes: [RowChange], _ found: [Row]
    ) throws -> [EditedRow]? {
        guard !found.isEmpty else { return nil }
        return changes.repeated(
            try found.map { row in
                guard let text = row[0].string, request.texts.contains(text) else { throw OtherRequestError() }
                let key = row[1].string ?? ""
                func stored(_ value: SQLValue) -> StoredRow? {
                    value.string.map { StoredRow(id: key, [Field](historyJSON: $0)) }
                }
                return HistoryEntry(key: key, before: stored(row[2]), after: stored(row[3]))
            })
    }

    /// Returns the statements that find the latest changes of a row, the newest first. With a time, those that tell of that
    /// time: the latest one until then, and the first one.
    package func past(ofRow key: String, of table: String, at time: String? = nil) -> [SQLStatement] {
        let columns = #""id", "time", "who", "before", "after""#
        let rows = #"SELECT \#(columns) FROM \#(name) WHERE "table" = $1 AND "key" = $2 AND "kind" <> 'equal'"#
        let row = [SQLValue(table), SQLValue(key)]
        guard let time else {
            let latest = #"\#(rows) ORDER BY "id" DESC LIMIT \#(EditHistory.shownChanges)"#
            let size = #"coalesce(length("before"), 0) + coalesce(length("after"), 0)"#
            let sized = #"SELECT \#(columns), \#(size) AS size, sum(\#(size)) OVER (ORDER BY "id" DESC) AS total"#
            return [
                SQLStatement(
                    """
                    SELECT \(columns) FROM (\(sized) FROM (\(latest)) AS latest) AS sized
                    WHERE total - size < \(Self.maxPastLength) ORDER BY "id" DESC
                    """, row)
            ]
        }
        return [
            SQLStatement(
                #"\#(rows) AND "time" <= $3 ORDER BY "id" DESC LIMIT 1"#, row + [SQLValue(time)]),
            SQLStatement(#"\#(rows) ORDER BY "id" LIMIT 1"#, row),
        ]
    }

    /// The limit in characters of the changes that are read for a page. The last one may exceed it.
    private static let maxPastLength = 4 << 20

    /// The statement that finds the time of the first change.
    package var beginning: SQLStatement { SQLStatement(#"SELECT "time" FROM \#(name) ORDER BY "id" LIMIT 1"#) }
}

extension PastChange {
    /// Creates a change from what ``HistoryTable/past(ofRow:of:at:)`` found.
    package init(_ row: HistoryTable.Row) {
        func fields(_ value: SQLValue) -> [Field]? { value.string.map { [Field](historyJSON: $0) } }
        self.init(
            id: row[0].string.flatMap { Int64($0) } ?? 0, time: row[1].string ?? "", user: row[2].string,
            before: fields(row[3]), after: fields(row[4]))
    }
}

/// A row before and after a change, as the history keeps it.
private struct HistoryEntry {
    var key: String
    var before: StoredRow?
    var after: StoredRow?

    /// The kind of the change. A change that left its row as it was is kept for a repeated request only.
    var kind: String {
        guard let before else { return "insert" }
        guard let after else { return "delete" }
        return before.tag == after.tag ? "equal" : "change"
    }
}

extension EditedRow {
    /// The entries of the history: two for a row with another key, which is as good as a deleted and a new one.
    fileprivate var entries: [HistoryEntry] {
        if let before, let after, before.id != after.id {
            return [HistoryEntry(key: before.id, before: before), HistoryEntry(key: after.id, after: after)]
        }
        return (after ?? before).map { [HistoryEntry(key: $0.id, before: before, after: after)] } ?? []
    }
}

extension [RowChange] {
    /// Returns what was done when the same changes were made before.
    fileprivate func repeated(_ entries: [HistoryEntry]) -> [EditedRow] {
        var rest = entries[...]
        return map { change in
            guard let entry = rest.popFirst() else { return EditedRow(change) }
            let isMoved = change.kind != .delete && entry.after == nil
            return EditedRow(change, before: entry.before, after: isMoved ? rest.popFirst()?.after : entry.after)
        }
    }
}

extension [PastChange] {
    /// Returns the values of a row at a time.
    ///
    /// - Parameters:
    ///   - time: The time, as ``EditHistory/moment(_:)`` returns it.
    /// - Returns: The values; nil if the row did not exist then.
    package func values(at time: String) -> [Field]? {
        // The latest change by its place: a clock that was set back makes two changes for one time.
        if let last = lazy.filter({ $0.time <= time }).max(by: { $0.id < $1.id }) { return last.after }
        return self.min { $0.id < $1.id }?.before
    }
}
