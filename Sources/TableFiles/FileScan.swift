/// The findings of one pass over all rows of a file: columns with their types, and faulty rows.
package struct FileScan: Sendable {
    package var columns: [Column] = []
    /// The number of rows, without the one with the names of the columns.
    package var rowCount = 0
    package var raggedRows = RaggedRows()
    /// A Boolean value that indicates whether bytes were replaced, because they are not UTF-8.
    package var hasReplacements = false

    /// A column of a file.
    package struct Column: Sendable {
        package var name = ""

        /// The number of empty fields, which are NULL. Fields that a row lacks are among them.
        package var nullCount = 0
        /// The length of the longest value in bytes.
        package var longest = 0
        /// The first value that makes the column a text, and its line; nil if it is none.
        package var exception: (line: Int, value: String)?

        private var common: ValueTypes = [.whole, .boolean, .date, .bytes]
        private var seen: ValueTypes = []
        private var valueCount = 0

        mutating func add(_ field: RowField, _ bytes: [UInt8], line: Int) {
            if field.kind == .null {
                nullCount += 1
                return
            }
            longest = max(longest, field.end - field.start)
            // An empty text says nothing about the type, because some programs put every field into quotation marks.
            guard !common.isEmpty, field.start < field.end || field.kind == .bytes else { return }
            valueCount += 1
            let types = ValueTypes.types(of: field, bytes).subtracting(.long)
            common.formIntersection(types)
            seen.formUnion(types)
            if common.isEmpty {
                let value = bytes[field.start..<min(field.end, field.start + 60)]
                exception = (line, String(decoding: value, as: UTF8.self))
            }
        }

        /// The type that all values have.
        package var type: ColumnType {
            guard valueCount > 0 else { return .text }
            if common.contains(.bytes) { return .bytes }
            if common.contains(.integer) { return .integer }
            if common.contains(.real) { return .real }
            if common.contains(.commaReal), seen.contains(.clearComma) { return .commaReal }
            if common.contains(.boolean) { return .boolean }
            guard common.contains(.date) else { return .text }
            return seen.contains(.time) ? .dateTime : .date
        }
    }
}

/// The type of a column.
package enum ColumnType: Sendable, Equatable {
    case integer, real, boolean, date, dateTime, text, bytes
    /// Numbers with a comma before their decimals.
    case commaReal
    /// Values that have each its own type. Numbers have at most as many digits as the column can hold, if it has only numbers.
    case mixed(isNumeric: Bool)

    /// Finds the type of values without quotation marks.
    package init(of values: [String]) {
        var column = FileScan.Column()
        for value in values {
            column.add(RowField(start: 0, end: value.utf8.count, kind: .value), Array(value.utf8), line: 0)
        }
        self = column.type
    }

    /// The type in SQL.
    package var sql: String {
        switch self {
        case .integer: "INTEGER"
        case .real, .commaReal: "REAL"
        case .boolean: "BOOLEAN"
        case .date: "DATE"
        case .dateTime: "DATETIME"
        case .text: "TEXT"
        case .bytes, .mixed: "BLOB"
        }
    }
}

/// Rows with more or fewer fields than columns.
package struct RaggedRows: Sendable {
    package private(set) var count = 0
    /// The first rows: their lines, and the numbers of their fields.
    package private(set) var first: [(line: Int, fields: Int)] = []

    mutating func add(line: Int, fields: Int) {
        count += 1
        if first.count < 10 { first.append((line, fields)) }
    }
}
