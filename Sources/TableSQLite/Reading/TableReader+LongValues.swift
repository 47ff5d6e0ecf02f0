import CascadingTable
import GRDB

/// Rows that are read a few columns at a time, because one of their values is longer than `maxValueBytes`, or because they
/// have more columns than one statement returns.
extension TableReader {
    /// One value of a row, as a cell shows it and as SQLite has it.
    typealias Value = (field: FieldValue, value: SQLiteValue)

    /// The bytes that are read of a longer value.
    private static let excerptBytes = 4_096
    /// The columns that are read by one statement, at most. SQLite returns 2,000, and the key is returned beside them.
    private static let maxColumns = 1_000

    /// Whether one statement can return the key and all columns.
    var fitsOneStatement: Bool { queries.terms.count + table.columns.count <= 2_000 }

    /// Reads rows one by one, with excerpts of long values.
    func readLong(_ rows: Range<Int>, of extent: KeysetIndex, into batch: inout RowBatch, in database: Database) throws
    {
        let isNamed = namesRows(of: extent)
        for (keys, name) in try keys(of: rows, extent, in: database) {
            guard let values = try values(ofRowWith: keys, of: extent, in: database) else { break }
            beginRow(isNamed ? name.text : nil, in: &batch)
            for value in values { batch.append(value.field) }
        }
    }

    /// Reads a row, with excerpts of long values.
    func readLong(rowid: Int64, into batch: inout RowBatch, in database: Database) throws {
        let keys = [SQLiteValue.integer(rowid)]
        var cursor = try database.singleCursor(
            queries.named(.init(), byKeys: true), queries.arguments(nil, group: nil) + keys)
        guard try cursor.next(), let values = try values(ofRowWith: keys, in: database) else { return }
        beginRow(key(ofNamed: cursor).text, in: &batch)
        for value in values { batch.append(value.field) }
    }

    /// By what rows are found, and what names them: the numbers of those that have no keys.
    private func keys(
        of rows: Range<Int>, _ extent: KeysetIndex, in database: Database
    ) throws -> [(keys: [SQLiteValue], name: RowKey)] {
        guard readsByKey else { return rows.map { ([.integer(Int64($0))], RowKey(Int64($0))) } }
        var keys: [(keys: [SQLiteValue], name: RowKey)] = []
        try forEachRow(rows, of: extent, queries.allNamed, in: database) { cursor, _ in
            keys.append((queries.keys(in: cursor), key(ofNamed: cursor)))
        }
        return keys
    }

    /// The values of all columns of a row; nil if there is no such row.
    ///
    /// - Parameter keys: By what the row is found.
    func values(
        ofRowWith keys: [SQLiteValue], of extent: KeysetIndex = KeysetIndex(), in database: Database
    ) throws -> [Value]? {
        let arguments = (readsByKey ? [] : queries.arguments(nil, group: extent.group)) + keys
        let part = TableStatements.Part(column: extent.group?.column)
        func values(_ columns: Range<Int>) throws -> [Value]? {
            if columns.count <= Self.maxColumns {
                do {
                    return try database.withMaxValueBytes(configuration.maxValueBytes) {
                        var cursor = try database.singleCursor(queries.some(columns, part), arguments)
                        guard try cursor.next() else { return nil }
                        return columns.enumerated().map { index, column in
                            let field = cursor.field(at: index, isBoolean: table.columns[column].isBoolean)
                            return (field, cursor.value(at: index))
                        }
                    }
                } catch let error as DatabaseError where error.isTooBig {
                    if columns.count == 1 {
                        let excerpt = try excerpt(columns.lowerBound, part, arguments, in: database)
                        return [(excerpt, .null)]
                    }
                }
            }
            let middle = columns.lowerBound + columns.count / 2
            guard let first = try values(columns.lowerBound..<middle),
                let rest = try values(middle..<columns.upperBound)
            else { return nil }
            return first + rest
        }
        return try values(table.columns.indices)
    }

    /// The beginning of a value, or the value if it is not long itself.
    private func excerpt(
        _ column: Int, _ part: TableStatements.Part, _ arguments: [SQLiteValue], in database: Database
    ) throws -> FieldValue {
        var type = try database.singleCursor(queries.type(column, part), arguments)
        guard try type.next() else { return .null }
        let isText = type.text(at: 0) == "text"
        if table.columns[column].label == nil, case .rowid = table.access, case .integer(let row)? = arguments.first,
            let (bytes, count) = try database.part(
                0..<Self.excerptBytes, ofColumn: table.columns[column].name, table: table.name, rowid: row, isText)
        {
            guard isText else { return .excerpt(.init(.bytes(bytes), byteCount: count)) }
            let text = Self.text(bytes)
            return .excerpt(.init(.text(text), byteCount: count, hasReplacements: !bytes.starts(with: text.utf8)))
        }
        // Rows of views and some tables have no number. SQLite reads the whole value then, one at a time.
        var cursor = try database.singleCursor(
            queries.excerpt(column, part), [.integer(Int64(Self.excerptBytes))] + arguments)
        guard try cursor.next() else { return .null }
        let count = Int(cursor.integer(at: 0))
        guard isText || type.text(at: 0) == "blob", count > configuration.maxValueBytes else {
            // Another value of the row is long, or the row as a whole.
            var cursor = try database.singleCursor(queries.some(column..<column + 1, part), arguments)
            guard try cursor.next() else { return .null }
            return cursor.field(at: 0, isBoolean: table.columns[column].isBoolean)
        }
        if isText { return .excerpt(.init(.text(cursor.text(at: 1) ?? ""), byteCount: count)) }
        guard case .blob(let bytes) = cursor.value(at: 1) else { return .null }
        return .excerpt(.init(.bytes(bytes), byteCount: count))
    }

    /// Some bytes of a value and its whole length; nil if there is no such row.
    ///
    /// - Parameter keys: By what the row is found.
    func part(
        _ range: Range<Int>, ofColumn column: Int, ofRowWith keys: [SQLiteValue], in database: Database
    ) throws -> (bytes: [UInt8], count: Int, isText: Bool)? {
        let arguments = (readsByKey ? [] : queries.arguments(nil, group: nil)) + keys
        var type = try database.singleCursor(queries.type(column, .init()), arguments)
        guard try type.next() else { return nil }
        let isText = type.text(at: 0) == "text"
        if table.columns[column].label == nil, case .rowid = table.access, case .integer(let row)? = arguments.first,
            let (bytes, count) = try database.part(
                range, ofColumn: table.columns[column].name, table: table.name, rowid: row, isText)
        {
            return (bytes, count, isText)
        }
        var cursor = try database.singleCursor(queries.some(column..<column + 1, .init()), arguments)
        guard try cursor.next() else { return nil }
        var bytes: [UInt8] = []
        if case .blob(let blob) = cursor.value(at: 0) {
            bytes = blob
        } else {
            bytes = Array((cursor.text(at: 0) ?? "").utf8)
        }
        return (Array(bytes[range.clamped(to: bytes.indices)]), bytes.count, isText)
    }

    /// The text of bytes that may end within a character, without that character.
    private static func text(_ bytes: [UInt8]) -> String {
        let end = bytes.lastIndex { $0 & 0xC0 != 0x80 } ?? bytes.endIndex
        return String(decoding: bytes[..<(bytes.endIndex - end < 4 ? end : bytes.endIndex)], as: UTF8.self)
    }
}

extension Database {
    /// Some bytes of a text or blob and its whole length in bytes, read without the rest.
    ///
    /// - Returns: Nil if SQLite has no numbers for the rows of the table, or stores texts in another encoding than UTF-8.
    fileprivate func part(
        _ range: Range<Int>, ofColumn column: String, table: String, rowid: Int64, _ isText: Bool
    ) throws -> (bytes: [UInt8], count: Int)? {
        if isText {
            var encoding = try cursor("PRAGMA encoding")
            guard try encoding.next(), encoding.text(at: 0) == "UTF-8" else { return nil }
        }
        return readBlob(column, of: table, rowid: rowid, range)
    }
}
