import CascadingTable
import GRDB
import GRDBSQLite

/// One run of a statement over the rows it answers; ends when it goes out of scope.
///
/// Statements are compiled once a connection. Values are copied out, so nothing of SQLite's leaves this file.
struct Cursor: ~Copyable {
    private let database: Database
    private let statement: Statement
    private let handle: OpaquePointer

    fileprivate init(_ database: Database, statement: Statement) {
        self.database = database
        self.statement = statement
        handle = statement.sqliteStatement
        sqlite3_reset(handle)
    }

    deinit {
        sqlite3_reset(handle)
        sqlite3_clear_bindings(handle)
    }

    /// Goes to the next row; false after the last.
    mutating func next() throws -> Bool {
        switch sqlite3_step(handle) {
        case SQLITE_ROW: return true
        case SQLITE_DONE: return false
        case let code: throw error(code)
        }
    }

    func value(at column: Int) -> SQLiteValue {
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

    /// The text of any value, what is not UTF-8 of it repaired, or nil for NULL.
    func text(at column: Int) -> String? {
        let column = CInt(column)
        guard sqlite3_column_type(handle, column) != SQLITE_NULL else { return nil }
        return withText(at: column) { String(decoding: $0, as: UTF8.self) }
    }

    /// A value as a cell shows it.
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
        } else if text.allSatisfy({ $0 < 0x80 }) {
            let text = batch.append(utf8: text)
            batch.append(stored: .text(text))
        } else {
            batch.append(Self.value(of: text))
        }
    }

    /// A text, with U+FFFD in place of what is not UTF-8 in it.
    private static func value(of utf8: UnsafeBufferPointer<UInt8>) -> FieldValue {
        if let text = String(validating: utf8, as: UTF8.self) { return .text(text) }
        let text = String(decoding: utf8, as: UTF8.self)
        return .excerpt(.init(.text(text), byteCount: utf8.count, hasReplacements: true, isTruncated: false))
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

    fileprivate func bind(_ value: SQLiteValue, at index: CInt) throws {
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
    /// Runs a statement that is compiled for this once, for there are too many like it to keep.
    func singleCursor(_ sql: String, _ arguments: [SQLiteValue]) throws -> Cursor {
        let cursor = Cursor(self, statement: try makeStatement(sql: sql))
        for (index, argument) in arguments.enumerated() { try cursor.bind(argument, at: CInt(index + 1)) }
        return cursor
    }

    /// Runs a statement, compiled once a connection, with those arguments bound in order.
    func cursor(_ sql: String, _ arguments: [SQLiteValue] = []) throws -> Cursor {
        let cursor = Cursor(self, statement: try cachedStatement(sql: sql))
        for (index, argument) in arguments.enumerated() { try cursor.bind(argument, at: CInt(index + 1)) }
        return cursor
    }
}

extension Database {
    /// Some bytes of a text or blob and its whole length, read without the rest; nil where SQLite cannot do that.
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

/// `SQLITE_TRANSIENT`, a macro Swift cannot import: SQLite makes its own copy of what is bound.
private let copied = unsafeBitCast(-1, to: sqlite3_destructor_type.self)
