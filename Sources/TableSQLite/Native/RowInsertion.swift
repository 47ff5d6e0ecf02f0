import CLibrary
import GRDB
import GRDBSQLite
import TableFiles

/// A statement that writes one row of a file. It is compiled once, and run for each row.
struct RowInsertion {
    private let database: Database
    private let statement: Statement
    private let types: [ColumnType]

    /// - Parameter types: The types of the statement's parameters, which are the columns of the file in their order.
    init(_ sql: String, types: [ColumnType], in database: Database) throws {
        (self.database, self.types) = (database, types)
        statement = try database.makeStatement(sql: sql)
    }

    /// The result of one row.
    enum Outcome {
        case written
        /// The row was there, with equal values.
        case unchanged
        /// SQLite refuses the row, for the reason. The other rows of the transaction stay.
        case refused(String)
    }

    /// Writes the current row of a reader.
    ///
    /// - Throws: `DatabaseError` if no row can be written, for example because the disk is full.
    func run(_ reader: RowReader) throws -> Outcome {
        let handle = statement.sqliteStatement
        reader.bytes.withUnsafeBufferPointer { bytes in
            for (index, type) in types.enumerated() {
                let field = index < reader.fields.count ? reader.fields[index] : .null
                bind(field, type, bytes, CInt(index + 1), handle)
            }
        }
        let code = sqlite3_step(handle)
        defer {
            // The parameters point to the bytes of the reader.
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        let connection = database.sqliteConnection
        if code == SQLITE_DONE { return sqlite3_changes(connection) > 0 ? .written : .unchanged }
        let reason = String(cString: sqlite3_errmsg(connection))
        guard [SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG, SQLITE_ERROR].contains(code & 0xFF),
            database.isInsideTransaction
        else { throw DatabaseError(resultCode: ResultCode(rawValue: code), message: reason) }
        return .refused(reason)
    }

    private func bind(
        _ field: RowField, _ type: ColumnType, _ bytes: UnsafeBufferPointer<UInt8>, _ index: CInt,
        _ handle: OpaquePointer
    ) {
        if field.kind == .null {
            sqlite3_bind_null(handle, index)
            return
        }
        let value = UnsafeBufferPointer(rebasing: bytes[field.start..<field.end])
        // A value that changed since its type was found is bound as a text. SQLite converts it if it can.
        switch type {
        case .integer:
            if let number = Self.integer(value) {
                sqlite3_bind_int64(handle, index, number)
                return
            }
        case .real, .commaReal:
            if let number = Self.real(value) {
                sqlite3_bind_double(handle, index, number)
                return
            }
        case .boolean:
            if let first = value.first(where: { $0 != 0x20 }), "tfTF".utf8.contains(first) {
                sqlite3_bind_int(handle, index, first | 0x20 == UInt8(ascii: "t") ? 1 : 0)
                return
            }
        case .date, .dateTime, .text: break
        }
        guard let start = value.baseAddress, !value.isEmpty else {
            sqlite3_bind_text(handle, index, "", 0, nil)
            return
        }
        start.withMemoryRebound(to: CChar.self, capacity: value.count) {
            _ = sqlite3_bind_text64(handle, index, $0, UInt64(value.count), nil, UInt8(SQLITE_UTF8))
        }
    }

    /// Returns a number of up to 18 digits; nil for other texts.
    private static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative ? text.dropFirst() : text[...]
        guard (1...18).contains(digits.count) else { return nil }
        var number: Int64 = 0
        for byte in digits {
            guard (0x30...0x39).contains(byte) else { return nil }
            number = number &* 10 &+ Int64(byte &- 0x30)
        }
        return isNegative ? -number : number
    }

    /// Returns a number with a point or a comma before its decimals; nil for other texts.
    private static func real(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
        guard !text.isEmpty, text.count < 64 else { return nil }
        return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { copy -> Double? in
            guard let start = copy.baseAddress else { return nil }
            for (index, byte) in text.enumerated() {
                copy[index] = byte == UInt8(ascii: ",") ? 0x2E : CChar(bitPattern: byte)
            }
            copy[text.count] = 0
            var end: UnsafeMutablePointer<CChar>?
            let number = strtod(start, &end)
            // Spaces may follow.
            while let place = end, place < start + text.count, place.pointee == 0x20 { end = place + 1 }
            return end == start + text.count ? number : nil
        }
    }
}
