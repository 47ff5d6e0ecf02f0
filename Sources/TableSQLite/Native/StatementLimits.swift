import Bytes
import GRDB
import GRDBSQLite
import LocalizedMessages
import Synchronization

/// The limits of memory for the statements of visitors.
enum StatementLimits {
    /// The limit of a text or blob in bytes, also of one that a statement only computes.
    private static let valueBytes = 1 << 20
    /// The limit of a row in bytes.
    private static let rowBytes = 16 << 20
    /// The limit in bytes of what SQLite allocates while statements run. All of them share it.
    private static let memoryBytes: Int64 = 128 << 20
    /// The limit of a pattern of LIKE and GLOB in bytes. They take the product of its length and that of the text.
    private static let patternBytes: CInt = 500
    /// The number of statements that run now.
    private static let running = Mutex(0)

    /// Runs the body on a connection with these limits.
    ///
    /// - Throws: ``SQLiteTableError`` with `invalidStatement` for a statement that SQLite refuses.
    static func apply<Result>(to database: Database, _ body: () throws -> Result) throws -> Result {
        let connection = database.sqliteConnection
        let pattern = sqlite3_limit(connection, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, patternBytes)
        running.locked { count in
            if count == 0 { sqlite3_hard_heap_limit64(sqlite3_memory_used() + memoryBytes) }
            count += 1
        }
        defer {
            running.locked { count in
                count -= 1
                if count == 0 { sqlite3_hard_heap_limit64(0) }
            }
            sqlite3_limit(connection, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, pattern)
        }
        do {
            guard let result = try database.withMaxValueBytes(valueBytes, body) else { throw tooLarge }
            return result
        } catch let error as DatabaseError
            where [.SQLITE_ERROR, .SQLITE_AUTH, .SQLITE_RANGE, .SQLITE_MISUSE, .SQLITE_MISMATCH].contains(
                error.resultCode)
        {
            throw SQLiteTableError(statement: error)
        }
    }

    /// Returns whether the limits apply to a connection now.
    static func isApplied(to connection: OpaquePointer?) -> Bool {
        sqlite3_limit(connection, SQLITE_LIMIT_LIKE_PATTERN_LENGTH, -1) == patternBytes
    }

    /// Throws an error for a row that is too large, before its values are copied.
    static func check(rowOf statement: OpaquePointer) throws {
        var count = 0
        for column in 0..<sqlite3_column_count(statement) {
            let type = sqlite3_column_type(statement, column)
            if type == SQLITE_TEXT || type == SQLITE_BLOB { count += Int(sqlite3_column_bytes(statement, column)) }
        }
        guard count <= rowBytes else { throw tooLarge }
    }

    private static var tooLarge: SQLiteTableError {
        SQLiteTableError(
            .invalidStatement,
            "The statement needs too much memory. A value has at most \(valueBytes >> 20) MB, and a row \(rowBytes >> 20) MB."
        )
    }
}
