import CascadingTable
import GRDB
import TableDatabase

/// The table of a file that keeps the history of edited rows.
struct HistoryTable: Sendable {
    let history: EditHistory

    private static let table = "main.\(EditHistory.tableName)"
    private static let insertion = """
        INSERT INTO \(table) ("time", "who", "table", "key", "kind", "before", "after", "group", "request", "end")
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        """

    /// Makes the table, if the file has none.
    ///
    /// - Throws: `DatabaseError` for a file with another table of the name.
    func create(in database: Database) throws {
        guard try !Self.exists(in: database) else { return _ = try database.cachedStatement(sql: Self.insertion) }
        try database.execute(
            sql: """
                CREATE TABLE \(Self.table) (
                    "id" INTEGER PRIMARY KEY AUTOINCREMENT, "time" TEXT NOT NULL, "who" TEXT, "table" TEXT NOT NULL,
                    "key" TEXT NOT NULL, "kind" TEXT NOT NULL, "before" TEXT, "after" TEXT, "group" INTEGER NOT NULL,
                    "request" TEXT, "end" INTEGER NOT NULL);
                CREATE INDEX main.cascade_history_row ON \(EditHistory.tableName) ("table", "key");
                CREATE INDEX main.cascade_history_request ON \(EditHistory.tableName) ("request")
                    WHERE "request" IS NOT NULL;
                """)
    }

    private static func exists(in database: Database) throws -> Bool {
        var cursor = try database.cursor(
            "SELECT 1 FROM main.sqlite_schema WHERE name = ?", [SQLValue(EditHistory.tableName)])
        return try cursor.next()
    }

    // MARK: - Writing

    /// Adds changes, and removes some that are beyond the limits.
    func add(_ rows: [EditedRow], of table: String, by author: EditAuthor, in database: Database) throws {
        // Another file may have replaced the one that was opened.
        try create(in: database)
        var cursor = try database.cursor(
            """
            SELECT coalesce((SELECT seq FROM main.sqlite_sequence WHERE name = '\(EditHistory.tableName)'), 0) + 1,
                (SELECT "end" FROM \(Self.table) ORDER BY id DESC LIMIT 1)
            """)
        guard try cursor.next() else { return }
        let (group, time) = (cursor.integer(at: 0), history.time)
        var end = cursor.integer(at: 1)
        var count: Int64 = 0
        let request = author.request.map { "\($0.key).\($0.fingerprint)" }
        for entry in rows.flatMap(\.entries) where entry.kind != "equal" || request != nil {
            let before = entry.before?.fields.historyJSON
            let after = entry.after?.fields.historyJSON
            end += Int64((before?.utf8.count ?? 0) + (after?.utf8.count ?? 0))
            count += 1
            var insertion = try database.cursor(
                Self.insertion,
                [
                    SQLValue(time), .text(author.user), SQLValue(table), SQLValue(entry.key), SQLValue(entry.kind),
                    .text(before), .text(after), .integer(group), .text(request), .integer(end),
                ])
            _ = try insertion.next()
        }
        // A few at a time, so that no edit takes long.
        var deletion = try database.cursor(
            """
            DELETE FROM \(Self.table) WHERE id IN (SELECT id FROM \(Self.table) ORDER BY id LIMIT ?)
                AND ("time" < ? OR "end" < ?)
            """,
            [.integer(2 * count + 100), SQLValue(history.oldestTime), .integer(end - history.bytes)])
        _ = try deletion.next()
    }

    // MARK: - Reading

    /// Returns what a request did when it was sent before; nil if it was not.
    ///
    /// - Throws: `OtherRequestError` if its key was used for something else.
    func rows(of request: EditAuthor.UniqueRequest, _ changes: [RowChange], in database: Database) throws
        -> [EditedRow]?
    {
        try create(in: database)
        var cursor = try database.cursor(
            """
            SELECT "request", "key", "before", "after" FROM \(Self.table) WHERE "request" > ? AND "request" < ?
            ORDER BY id
            """,
            // The digests have digits and letters, which come after a point and a slash.
            [SQLValue("\(request.key)."), SQLValue("\(request.key)/")])
        var entries: [HistoryEntry] = []
        while try cursor.next() {
            guard cursor.text(at: 0) == "\(request.key).\(request.fingerprint)" else { throw OtherRequestError() }
            let key = cursor.text(at: 1) ?? ""
            func row(at column: Int) -> StoredRow? {
                cursor.text(at: column).map { StoredRow(id: key, history: [Field](historyJSON: $0)) }
            }
            entries.append(HistoryEntry(key: key, before: row(at: 2), after: row(at: 3)))
        }
        return entries.isEmpty ? nil : changes.repeated(entries)
    }

    /// Returns the latest changes of a row, the newest first. With a time, returns the changes that tell of that time: the
    /// latest one until then, and the first one.
    static func past(ofRow key: String, of table: String, at time: String? = nil, in database: Database) throws
        -> [PastChange]
    {
        guard try exists(in: database) else { return [] }
        let columns = #"SELECT "id", "time", "who", "before", "after""#
        let rows = #"FROM \#(Self.table) WHERE "table" = ?1 AND "key" = ?2 AND "kind" <> 'equal'"#
        var parts = [#"\#(columns) \#(rows) ORDER BY "id" DESC LIMIT \#(EditHistory.shownChanges)"#]
        if time != nil {
            parts = [
                #"\#(columns) \#(rows) AND "time" <= ?3 ORDER BY "id" DESC LIMIT 1"#,
                #"\#(columns) \#(rows) ORDER BY "id" LIMIT 1"#,
            ]
        }
        var past: [PastChange] = []
        var bytes = 0
        for sql in parts {
            var arguments = [SQLValue(table), SQLValue(key)]
            if sql.contains("?3") { arguments.append(.text(time)) }
            var cursor = try database.cursor(sql, arguments)
            while bytes < Self.maxBytes, try cursor.next() {
                let (before, after) = (cursor.text(at: 3), cursor.text(at: 4))
                bytes += (before?.utf8.count ?? 0) + (after?.utf8.count ?? 0)
                past.append(
                    PastChange(
                        id: cursor.integer(at: 0), time: cursor.text(at: 1) ?? "", user: cursor.text(at: 2),
                        before: before.map { [Field](historyJSON: $0) }, after: after.map { [Field](historyJSON: $0) }))
            }
        }
        return past
    }

    /// The limit in bytes of the changes that are read for a page. The last one may exceed it.
    private static let maxBytes = 4 << 20

    /// Returns the time of the first change that the file has; nil without one.
    static func beginning(in database: Database) throws -> String? {
        guard try exists(in: database) else { return nil }
        var cursor = try database.cursor(#"SELECT "time" FROM \#(Self.table) ORDER BY "id" LIMIT 1"#)
        return try cursor.next() ? cursor.text(at: 0) : nil
    }
}

extension SQLValue {
    /// Creates a text; NULL for nil.
    fileprivate static func text(_ text: String?) -> SQLValue { text.map { SQLValue($0) } ?? .null }
}
