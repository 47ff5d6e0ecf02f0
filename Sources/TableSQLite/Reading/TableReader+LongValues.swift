import CascadingTable
import TableDatabase

/// Reads rows a few columns at a time.
///
/// This is needed for values longer than `maxValueBytes`, and for rows with more columns than one statement returns.
extension TableReader {
    /// The number of bytes that are read of a longer value.
    private static let excerptBytes = 4_096
    /// The maximum number of columns that one statement reads. SQLite returns at most 2,000, including the key.
    private static let maxColumns = 1_000

    /// A Boolean value that indicates whether one statement can return the key and all columns.
    var fitsOneStatement: Bool { queries.terms.count + table.columns.count <= 2_000 }

    /// Returns the values of all columns of a row, or nil if there is no such row.
    ///
    /// - Parameter keys: The values by which the row is found.
    func values(ofRowWith keys: [SQLValue], in database: Transaction) throws -> [FieldValue]? {
        let arguments = (readsByKey ? [] : queries.all.arguments) + keys
        func values(_ columns: Range<Int>, isPartOfMany: Bool = false) throws -> [FieldValue]? {
            if columns.count <= Self.maxColumns {
                let values = try database.withMaxValueBytes(configuration.maxValueBytes) { () throws -> [FieldValue]? in
                    let sql = queries.some(columns)
                    if isPartOfMany { try database.checkDeadline() }
                    // A statement with many columns takes milliseconds to compile, but there are many parts of one.
                    var cursor =
                        isPartOfMany ? try database.singleCursor(sql, arguments) : try database.cursor(sql, arguments)
                    guard try cursor.next() else { return nil }
                    return columns.enumerated().map { index, column in
                        cursor.field(at: index, isBoolean: table.columns[column].isBoolean)
                    }
                }
                if let values { return values }
                if columns.count == 1 {
                    return [try excerpt(columns.lowerBound, arguments, in: database)]
                }
            }
            let middle = columns.lowerBound + columns.count / 2
            let isPart = columns.count <= Self.maxColumns
            guard let first = try values(columns.lowerBound..<middle, isPartOfMany: isPart),
                let rest = try values(middle..<columns.upperBound, isPartOfMany: isPart)
            else { return nil }
            return first + rest
        }
        return try values(table.columns.indices)
    }

    /// Returns the beginning of a long value, or the whole value if it is not long.
    private func excerpt(
        _ column: Int, _ arguments: [SQLValue], in database: Transaction
    ) throws -> FieldValue {
        guard let (type, known) = try stored(0..<Self.excerptBytes, of: column, arguments, in: database)
        else { return .null }
        let isText = type == "text"
        if let (bytes, count) = known {
            guard isText else { return .excerpt(.init(.bytes(bytes), byteCount: count)) }
            let text = Self.text(bytes)
            return .excerpt(.init(.text(text), byteCount: count, hasReplacements: !bytes.starts(with: text.utf8)))
        }
        // Rows of views and of some tables have no rowid. SQLite then reads the whole value.
        var cursor = try database.singleCursor(
            queries.excerpt(column), [.integer(Int64(Self.excerptBytes))] + arguments)
        guard try cursor.next() else { return .null }
        let count = Int(cursor.integer(at: 0))
        guard isText || type == "blob", count > configuration.maxValueBytes else {
            // Another value of the row, or the row as a whole, is too long.
            var cursor = try database.singleCursor(queries.some(column..<column + 1), arguments)
            guard try cursor.next() else { return .null }
            return cursor.field(at: 0, isBoolean: table.columns[column].isBoolean)
        }
        if isText { return .excerpt(.init(.text(cursor.text(at: 1) ?? ""), byteCount: count)) }
        guard case .blob(let bytes) = cursor.value(at: 1) else { return .null }
        return .excerpt(.init(.bytes(bytes), byteCount: count))
    }

    /// Returns some bytes of a value and its total length, or nil if there is no such row.
    ///
    /// - Parameter keys: The values by which the row is found.
    func part(
        _ range: Range<Int>, ofColumn column: Int, ofRowWith keys: [SQLValue], in database: Transaction
    ) throws -> (bytes: [UInt8], count: Int, isText: Bool)? {
        let arguments = (readsByKey ? [] : queries.all.arguments) + keys
        guard let (type, known) = try stored(range, of: column, arguments, in: database) else { return nil }
        let isText = type == "text"
        if let (bytes, count) = known { return (bytes, count, isText) }
        var cursor = try database.singleCursor(queries.some(column..<column + 1), arguments)
        guard try cursor.next() else { return nil }
        let bytes =
            switch cursor.value(at: 0) {
            case .blob(let bytes), .text(let bytes): bytes
            default: Array((cursor.text(at: 0) ?? "").utf8)
            }
        return (Array(bytes[range.clamped(to: bytes.indices)]), bytes.count, isText)
    }

    /// Returns the type of a value, with some of its bytes and its length if SQLite can read them without the rest; nil if
    /// there is no such row.
    private func stored(
        _ range: Range<Int>, of column: Int, _ arguments: [SQLValue], in database: Transaction
    ) throws -> (type: String, part: (bytes: [UInt8], count: Int)?)? {
        var cursor = try database.singleCursor(queries.type(column), arguments)
        guard try cursor.next(), let type = cursor.text(at: 0) else { return nil }
        guard case .rowid = table.access, case .integer(let row)? = arguments.first else { return (type, nil) }
        if type == "text" {
            guard try database.cursor("PRAGMA encoding").first({ $0.text(at: 0) }) == "UTF-8" else {
                return (type, nil)
            }
        }
        return (type, database.readBlob(table.columns[column].name, of: table.name, rowid: row, range))
    }

    /// Returns the text of bytes. An incomplete last character is omitted.
    private static func text(_ bytes: [UInt8]) -> String {
        let end = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? bytes.endIndex
        return String(decoding: bytes[..<(bytes.endIndex - end < 4 ? end : bytes.endIndex)], as: UTF8.self)
    }
}
