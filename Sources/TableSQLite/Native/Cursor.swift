import Bytes
import CascadingTable
import GRDB
import GRDBSQLite
import TableDatabase

/// One execution of a statement over its rows. It ends when it goes out of scope.
///
/// Each connection compiles a statement once. Values are copied, so no memory of SQLite leaves this file.
struct Cursor: ~Copyable {
    private let database: Database
    private let statement: Statement
    private let handle: OpaquePointer
    /// A Boolean value that indicates whether a visitor wrote the statement.
    private let hasLimits: Bool

    fileprivate init(_ database: Database, statement: Statement) {
        self.database = database
        self.statement = statement
        handle = statement.sqliteStatement
        hasLimits = StatementLimits.isApplied(to: database.sqliteConnection)
        sqlite3_reset(handle)
    }

    deinit {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// Moves to the next row. Returns false after the last row.
    mutating func next() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW:
            if hasLimits { try StatementLimits.check(rowOf: handle) }
            return true
        case SQLITE_DONE: return false
        case let code: throw error(code)
        }
    }

    /// Returns what a closure makes of the first row; nil if there is none.
    consuming func first<Result>(_ body: (borrowing Cursor) throws -> Result) throws -> Result? {
        try next() ? body(self) : nil
    }

    /// Returns what a closure makes of each row.
    consuming func map<Result>(_ body: (borrowing Cursor) throws -> Result) throws -> [Result] {
        var results: [Result] = []
        while try next() { results.append(try body(self)) }
        return results
    }

    var columnCount: Int { Int(sqlite3_column_count(handle)) }

    func value(at column: Int) -> SQLValue {
        let column = CInt(column)
        return switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER: .integer(sqlite3_column_int64(handle, column))
        case SQLITE_FLOAT: .real(sqlite3_column_double(handle, column))
        case SQLITE_TEXT: withText(at: column) { .text(Array($0)) }
        case SQLITE_BLOB: .blob(blob(at: column))
        default: .null
        }
    }

    func integer(at column: Int) -> Int64 {
        sqlite3_column_int64(handle, CInt(column))
    }

    /// Returns any value as text, or nil for NULL. Invalid UTF-8 is replaced with U+FFFD.
    func text(at column: Int) -> String? {
        let column = CInt(column)
        guard sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
        return withText(at: column) { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns a value as a cell shows it.
    func field(at column: Int, isBoolean: Bool) -> FieldValue {
        var batch = RowBatch(fieldNames: [""])
        batch.beginRow(identifier: nil)
        append(column, isBoolean: isBoolean, to: &batch)
        return batch.value(at: 0, 0)
    }

    /// Appends a value to a row, as a cell shows it.
    func append(_ column: Int, isBoolean: Bool, to batch: inout RowBatch) {
        let column = CInt(column)
        switch sqlite3_column_type(handle, column) {
        case SQLITE_INTEGER:
            let number = sqlite3_column_int64(handle, column)
            batch.append(stored: isBoolean && (number == 0 || number == 1) ? .boolean(number == 1) : .integer(number))
        case SQLITE_FLOAT: batch.append(stored: .decimal(sqlite3_column_double(handle, column)))
        case SQLITE_TEXT: withText(at: column) { append($0, to: &batch) }
        case SQLITE_BLOB: batch.append(.bytes(blob(at: column)))
        default: batch.append(stored: .null)
        }
    }

    private func append(_ text: UnsafeBufferPointer<UInt8>, to batch: inout RowBatch) {
        if URLDetector.matches(text) {
            batch.append(.url(String(decoding: text, as: UTF8.self)))
        } else {
            batch.append(text: text)
        }
    }

    private func withText<Result>(at column: CInt, _ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
        let start = sqlite3_column_text(handle, column)
        return body(UnsafeBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    private func blob(at column: CInt) -> [UInt8] {
        // An empty blob has no address.
        guard let start = sqlite3_column_blob(handle, column) else { return [] }
        return Array(UnsafeRawBufferPointer(start: start, count: Int(sqlite3_column_bytes(handle, column))))
    }

    fileprivate func bind(_ value: SQLValue, at index: CInt) throws {
        let code =
            switch value {
            case .null: sqlite3_bind_null(handle, index)
            case .integer(let number): sqlite3_bind_int64(handle, index, number)
            case .real(let number): sqlite3_bind_double(handle, index, number)
            case .text(let bytes):
                bytes.withUnsafeBytes { buffer in
                    guard let start = buffer.baseAddress else { return sqlite3_bind_text(handle, index, "", 0, copied) }
                    return sqlite3_bind_text64(
                        handle, index, start.assumingMemoryBound(to: CChar.self), UInt64(buffer.count), copied,
                        UInt8(SQLITE_UTF8))
                }
            case .blob(let bytes):
                bytes.withUnsafeBytes { buffer in
                    guard let start = buffer.baseAddress else { return sqlite3_bind_zeroblob(handle, index, 0) }
                    return sqlite3_bind_blob64(handle, index, start, UInt64(buffer.count), copied)
                }
            }
        guard code == SQLITE_OK else { throw error(code) }
    }

    private func error(_ code: CInt) -> DatabaseError {
        DatabaseError(
            resultCode: ResultCode(rawValue: code), message: String(cString: sqlite3_errmsg(database.sqliteConnection)))
    }
}

extension Database {
    /// Runs a statement that is compiled for this run only, because there are too many different ones to cache.
    func singleCursor(_ sql: String, _ arguments: [SQLValue]) throws -> Cursor {
        let cursor = Cursor(self, statement: try makeStatement(sql: sql))
        for (index, argument) in arguments.enumerated() { try cursor.bind(argument, at: CInt(index + 1)) }
        return cursor
    }

    /// Returns a statement with a comment that depends on its bytes, unless it is ASCII.
    ///
    /// The cache of statements compares them as Swift does, so that names with equal characters would share one.
    private static func key(of sql: String) -> String {
        sql.utf8.allSatisfy { $0 < 0x80 } ? sql : "\(sql) -- \(ExactString(sql).hashValue)"
    }

    /// Runs a statement that each connection compiles once. The arguments are bound in order.
    func cursor(_ sql: String, _ arguments: [SQLValue] = []) throws -> Cursor {
        let cursor = Cursor(self, statement: try cachedStatement(sql: Self.key(of: sql)))
        for (index, argument) in arguments.enumerated() { try cursor.bind(argument, at: CInt(index + 1)) }
        return cursor
    }
}

extension Database {
    /// Returns the steps in which SQLite runs a statement, those within others indented.
    func plan(of sql: String, _ arguments: [SQLValue] = []) throws -> [String] {
        var cursor = try singleCursor("EXPLAIN QUERY PLAN \(sql)", arguments)
        var depths: [Int64: Int] = [:]
        var plan: [String] = []
        while try cursor.next() {
            let depth = depths[cursor.integer(at: 1)].map { $0 + 1 } ?? 0
            depths[cursor.integer(at: 0)] = depth
            plan.append(String(repeating: "  ", count: depth) + (cursor.text(at: 3) ?? ""))
        }
        return plan
    }

    /// Returns a statement with its values in place of the names of its parameters.
    ///
    /// - Throws: ``SQLiteTableError`` with `invalidStatement` for a statement that writes, several statements, or a parameter
    ///   without a value.
    func text(of statement: StatementWithValues) throws -> String {
        guard let sql = SQLText.single(statement.sql, .sqlite) else {
            throw SQLiteTableError(.invalidStatement, "Only one statement is run at a time.")
        }
        let prepared = try makeStatement(sql: sql)
        let handle = prepared.sqliteStatement
        guard sqlite3_stmt_readonly(handle) != 0, sqlite3_stmt_isexplain(handle) == 0, sqlite3_column_count(handle) > 0
        else { throw SQLiteTableError.onlyReads }
        let cursor = Cursor(self, statement: prepared)
        for index in 0..<sqlite3_bind_parameter_count(handle) {
            let name = sqlite3_bind_parameter_name(handle, index + 1).map { String(cString: $0) } ?? "?"
            guard let value = statement.values[String(name.dropFirst())], name.hasPrefix(":") else {
                throw SQLiteTableError(
                    .invalidStatement,
                    "The parameter \(name) cannot be used. Parameters are written as :name, without _ at the beginning."
                )
            }
            try cursor.bind(SQLValue(ofParameter: value), at: index + 1)
        }
        let text = sqlite3_expanded_sql(handle)
        defer { sqlite3_free(text) }
        guard let text else { throw DatabaseError(resultCode: .SQLITE_TOOBIG, message: "the values are too long") }
        return String(cString: text)
    }

    /// Returns the columns of a statement, with the columns of tables that they show.
    func columns(ofStatement sql: String) throws -> [(
        column: RelationColumn, origin: (table: String, column: String)?
    )] {
        let statement = try makeStatement(sql: sql)
        let handle = statement.sqliteStatement
        func text(_ start: UnsafePointer<CChar>?) -> String? { start.map { String(cString: $0) } }
        return (0..<sqlite3_column_count(handle)).map { index in
            let column = RelationColumn(
                text(sqlite3_column_name(handle, index)) ?? "",
                declared: text(sqlite3_column_decltype(handle, index)) ?? "")
            guard let table = text(sqlite3_column_table_name(handle, index)),
                let origin = text(sqlite3_column_origin_name(handle, index))
            else { return (column, nil) }
            return (column, (table, origin))
        }
    }

    /// Returns some bytes of a text or blob and its total length, without reading the rest; nil if SQLite cannot do
    /// that.
    func readBlob(
        _ column: String, of table: String, rowid: Int64, _ range: Range<Int>
    ) -> (bytes: [UInt8], count: Int)? {
        var blob: OpaquePointer?
        let code = sqlite3_blob_open(sqliteConnection, "main", table, column, rowid, 0, &blob)
        defer { sqlite3_blob_close(blob) }
        guard code == SQLITE_OK else { return nil }
        let length = Int(sqlite3_blob_bytes(blob))
        let range = range.clamped(to: 0..<length)
        var bytes = [UInt8](repeating: 0, count: range.count)
        let isRead = bytes.withUnsafeMutableBytes {
            sqlite3_blob_read(blob, $0.baseAddress, CInt($0.count), CInt(range.lowerBound)) == SQLITE_OK
        }
        return isRead ? (bytes, length) : nil
    }
}

/// `SQLITE_TRANSIENT`, a macro that Swift cannot import: SQLite copies the bound bytes.
let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)

/// Detects a text that consists of one `http` or `https` URL.
enum URLDetector {
    /// The maximum length of a link, in bytes. A longer text is shown without a link.
    private static let limit = 2_048

    static func matches(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
        guard bytes.count > 7, bytes.count <= limit, bytes[0] | 0x20 == UInt8(ascii: "h") else { return false }
        guard let scheme = ["http://", "https://"].first(where: { begins(bytes, with: $0) }) else { return false }
        let rest = bytes.dropFirst(scheme.utf8.count)
        guard let first = rest.first, !"/?#:@".utf8.contains(first) else { return false }
        return rest.allSatisfy { byte in
            byte > 0x20 && byte != 0x7F && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">")
                && byte != UInt8(ascii: "\"")
        }
    }

    private static func begins(_ bytes: UnsafeBufferPointer<UInt8>, with prefix: String) -> Bool {
        bytes.count > prefix.utf8.count
            && zip(bytes, prefix.utf8).allSatisfy { byte, letter in
                byte == letter || ((0x41...0x5A).contains(byte) && byte | 0x20 == letter)
            }
    }
}
