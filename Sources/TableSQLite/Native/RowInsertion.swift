import CLibrary
import GRDB
import GRDBSQLite
import TableFiles

/// A statement with the values of one row of a file as its parameters. It is compiled once, and run for each row.
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
        /// Nothing was written: the row was there, with equal values, or a trigger skipped it.
        case unchanged
        /// SQLite refuses the row, for the reason. The other rows of the transaction stay.
        case refused(String)
    }

    /// Writes the current row of a reader.
    ///
    /// - Throws: `DatabaseError` if no row can be written, for example because the disk is full.
    func run(_ reader: RowReader) throws -> Outcome {
        let connection = database.sqliteConnection
        return try step(reader) { code in
            if code == SQLITE_DONE { return sqlite3_changes(connection) > 0 ? .written : .unchanged }
            let reason = String(cString: sqlite3_errmsg(connection))
            guard [SQLITE_CONSTRAINT, SQLITE_MISMATCH, SQLITE_TOOBIG, SQLITE_ERROR].contains(code & 0xFF),
                database.isInsideTransaction
            else { throw DatabaseError(resultCode: ResultCode(rawValue: code), message: reason) }
            return .refused(reason)
        } refusal: {
            .refused("the number \($0) has more digits than the column can hold")
        }
    }

    /// Returns whether the statement, which reads, finds a row for the current row of a reader.
    func finds(_ reader: RowReader) throws -> Bool {
        try step(reader) { code in
            guard code == SQLITE_ROW || code == SQLITE_DONE else {
                throw DatabaseError(resultCode: ResultCode(rawValue: code))
            }
            return code == SQLITE_ROW
        } refusal: { _ in
            false
        }
    }

    /// Runs the statement with the values of a row.
    private func step<Result>(
        _ reader: RowReader, _ body: (_ code: CInt) throws -> Result, refusal: (String) -> Result
    ) throws -> Result {
        let handle = statement.sqliteStatement
        defer {
            // The parameters point to the bytes of the reader.
            sqlite3_reset(handle)
            sqlite3_clear_bindings(handle)
        }
        return try reader.bytes.withUnsafeBufferPointer { bytes in
            for (index, type) in types.enumerated() {
                let field = index < reader.fields.count ? reader.fields[index] : .null
                let value = UnsafeBufferPointer(rebasing: bytes[field.start..<field.end])
                guard bind(value, field, type, of: reader, CInt(index + 1), handle) else {
                    return refusal(String(decoding: value.prefix(60), as: UTF8.self))
                }
            }
            return try body(sqlite3_step(handle))
        }
    }

    /// - Returns: False for a number with more digits than the column can hold.
    private func bind(
        _ value: UnsafeBufferPointer<UInt8>, _ field: RowField, _ type: ColumnType, of reader: RowReader,
        _ index: CInt, _ handle: OpaquePointer
    ) -> Bool {
        switch field.kind {
        case .null:
            sqlite3_bind_null(handle, index)
            return true
        case .bytes:
            // Without an address, SQLite would bind NULL.
            sqlite3_bind_zeroblob(handle, index, 0)
            if let start = value.baseAddress, !value.isEmpty {
                sqlite3_bind_blob64(handle, index, start, UInt64(value.count), nil)
            }
            return true
        case .value, .quoted, .number, .text: break
        }
        var type = type
        if case .mixed(let isNumeric) = type {
            let types = ValueTypes.types(of: field, reader.bytes)
            if isNumeric, types.contains(.long) { return false }
            type = types.contains(.integer) ? .integer : types.contains(.real) ? .real : .text
            if isNumeric, types.contains(.boolean) { type = .boolean }
        }
        // A value that changed since its type was found is bound as a text. SQLite converts it if it can.
        switch type {
        case .integer, .real:
            // A column of real numbers converts whole ones. One without a type keeps them.
            if let number = Self.integer(value) {
                sqlite3_bind_int64(handle, index, number)
                return true
            }
            guard type == .real else { break }
            fallthrough
        case .commaReal:
            if let number = Self.real(value) {
                sqlite3_bind_double(handle, index, number)
                return true
            }
        case .boolean:
            if let first = value.first(where: { $0 != 0x20 }), "tfTF".utf8.contains(first) {
                sqlite3_bind_int(handle, index, first | 0x20 == UInt8(ascii: "t") ? 1 : 0)
                return true
            }
        case .date, .dateTime, .text, .bytes, .mixed:
            if field.kind == .value, value.first == UInt8(ascii: "\\"), let bytes = ValueTypes.decodedBytes(value) {
                sqlite3_bind_zeroblob(handle, index, 0)
                if !bytes.isEmpty {
                    sqlite3_bind_blob64(handle, index, bytes, UInt64(bytes.count), copied)
                }
                return true
            }
        }
        guard let start = value.baseAddress, !value.isEmpty else {
            sqlite3_bind_text(handle, index, "", 0, nil)
            return true
        }
        start.withMemoryRebound(to: CChar.self, capacity: value.count) {
            _ = sqlite3_bind_text64(handle, index, $0, UInt64(value.count), nil, UInt8(SQLITE_UTF8))
        }
        return true
    }

    /// Returns a whole number; nil for other texts.
    private static func integer(_ text: UnsafeBufferPointer<UInt8>) -> Int64? {
        let isNegative = text.first == UInt8(ascii: "-")
        let digits = isNegative ? text.dropFirst() : text[...]
        guard (1...19).contains(digits.count), digits.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        guard digits.count < 19 else { return Int64(String(decoding: text, as: UTF8.self)) }
        var number: Int64 = 0
        for byte in digits { number = number &* 10 &+ Int64(byte &- 0x30) }
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
