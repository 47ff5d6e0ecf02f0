import CascadingTable
import GRDB
import TableDatabase

/// The history of edited rows in a table of the file.
extension HistoryTable {
    init(_ history: EditHistory = EditHistory()) { self.init(history, in: "main") }

    /// Makes the table, if the file has none.
    ///
    /// - Throws: `DatabaseError` for a file with another table of the name.
    func create(in database: Database) throws {
        if try !Self.exists(in: database) {
            let statements =
                [creation(number: "INTEGER PRIMARY KEY AUTOINCREMENT", text: "TEXT")]
                + indexes(on: EditHistory.tableName)
            for sql in statements { try database.execute(sql: sql) }
        }
        // Another table of the name has other columns.
        _ = try Self.rows(last, in: database)
    }

    static func exists(_ name: String = EditHistory.tableName, in database: Database) throws -> Bool {
        var cursor = try database.cursor("SELECT 1 FROM main.sqlite_schema WHERE name = ?", [SQLValue(name)])
        return try cursor.next()
    }

    static func rows(_ statement: SQLStatement, in database: Database) throws -> [Row] {
        var cursor = try database.cursor(statement.sql, statement.arguments)
        var rows: [Row] = []
        while try cursor.next() { rows.append((0..<cursor.columnCount).map { cursor.value(at: $0) }) }
        return rows
    }

    /// Returns the latest changes of a row, the newest first; with a time, the changes that tell of that time.
    func past(ofRow key: String, of table: String, at time: String? = nil, in database: Database) throws -> [PastChange]
    {
        guard try Self.exists(in: database) else { return [] }
        return try past(ofRow: key, of: table, at: time).flatMap { try Self.rows($0, in: database) }.map {
            PastChange($0)
        }
    }

    /// Returns the time of the first change that the file has; nil without one.
    func beginning(in database: Database) throws -> String? {
        guard try Self.exists(in: database) else { return nil }
        return try Self.rows(beginning, in: database).first?.first?.string
    }
}
