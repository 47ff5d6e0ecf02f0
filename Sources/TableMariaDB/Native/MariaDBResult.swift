#if MariaDB
    import CMariaDB
    import TableDatabase

    /// Rows of a statement, as texts.
    ///
    /// The pointer is safe to share, because its memory never changes.
    final class MariaDBResult: SQLResult, @unchecked Sendable {
        let columns: [MariaDBColumn]
        let rowCount: Int
        private let memory: UnsafeMutableBufferPointer<UInt8>
        /// The places of the values in memory; nil for NULL.
        private let places: [Range<Int>?]

        /// - Parameters:
        ///   - columns: The columns.
        ///   - bytes: The bytes of all values.
        ///   - lengths: The length of each value; -1 for NULL.
        init(_ columns: [MariaDBColumn], _ bytes: [UInt8], _ lengths: [Int]) {
            self.columns = columns
            rowCount = columns.isEmpty ? 0 : lengths.count / columns.count
            memory = .allocate(capacity: bytes.count)
            _ = memory.initialize(fromContentsOf: bytes)
            var start = 0
            places = lengths.map { length in
                guard length >= 0 else { return nil }
                defer { start += length }
                return start..<start + length
            }
        }

        deinit { memory.deallocate() }

        var columnCount: Int { columns.count }
        var byteCount: Int { memory.count + places.count * MemoryLayout<Range<Int>?>.stride }

        func encoding(ofColumn column: Int) -> ValueEncoding { columns[column].encoding }

        func bytes(_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8>? {
            places[row * columns.count + column].map { UnsafeBufferPointer(rebasing: memory[$0]) }
        }

        func blob(_ row: Int, _ column: Int) -> [UInt8]? { bytes(row, column).map(Array.init) }
    }

    /// A column of a result.
    struct MariaDBColumn: Sendable, Hashable {
        let name: String
        let encoding: ValueEncoding
        /// A Boolean value that indicates whether numbers have 32 bits.
        let isSingle: Bool
        private let isBits: Bool
        private let hasLeadingZeros: Bool

        init(_ field: MYSQL_FIELD) {
            name = field.name.map { String(cString: $0) } ?? ""
            isSingle = field.type == MYSQL_TYPE_FLOAT
            isBits = field.type == MYSQL_TYPE_BIT
            hasLeadingZeros = field.flags & UInt32(ZEROFILL_FLAG) != 0
            encoding =
                switch field.type {
                case MYSQL_TYPE_TINY where field.length == 1, MYSQL_TYPE_BIT where field.length == 1: .boolean
                case MYSQL_TYPE_TINY, MYSQL_TYPE_SHORT, MYSQL_TYPE_LONG, MYSQL_TYPE_INT24, MYSQL_TYPE_LONGLONG,
                    MYSQL_TYPE_YEAR, MYSQL_TYPE_BIT:
                    .integer
                case MYSQL_TYPE_FLOAT, MYSQL_TYPE_DOUBLE: .float
                case MYSQL_TYPE_DECIMAL, MYSQL_TYPE_NEWDECIMAL: .numeric
                case MYSQL_TYPE_DATE, MYSQL_TYPE_NEWDATE: .date
                case MYSQL_TYPE_DATETIME, MYSQL_TYPE_TIMESTAMP: .timestamp
                case MYSQL_TYPE_JSON: .json
                case MYSQL_TYPE_GEOMETRY: .bytes
                case MYSQL_TYPE_VARCHAR, MYSQL_TYPE_VAR_STRING, MYSQL_TYPE_STRING, MYSQL_TYPE_TINY_BLOB,
                    MYSQL_TYPE_MEDIUM_BLOB, MYSQL_TYPE_LONG_BLOB, MYSQL_TYPE_BLOB:
                    field.charsetnr == Self.binary ? .bytes : .text
                default: .text
                }
        }

        /// The number of the character set of bytes.
        private static let binary: UInt32 = 63

        /// Rewrites a value as other values of its encoding are written: bits as a number, truth as 1 or 0, and a number without
        /// zeros before it.
        func normalize(_ bytes: inout [UInt8], from start: Int) {
            let value = bytes[start...]
            if isBits {
                let number = value.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
                bytes.replaceSubrange(start..., with: String(encoding == .boolean ? min(number, 1) : number).utf8)
            } else if encoding == .boolean {
                bytes.replaceSubrange(start..., with: value.elementsEqual("0".utf8) ? "0".utf8 : "1".utf8)
            } else if hasLeadingZeros {
                let digits = value.drop { $0 == UInt8(ascii: "0") }
                bytes.replaceSubrange(start..., with: digits.isEmpty ? value.suffix(1) : digits)
            }
        }
    }
#endif
