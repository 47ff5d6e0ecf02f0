import Bytes
package import CascadingTable

extension StoredRow {
    /// Creates a row from what a database stores.
    ///
    /// - Parameters:
    ///   - id: The identifier of the row.
    ///   - values: The columns with their values, in order.
    ///   - isBoolean: Returns whether the numbers 0 and 1 of a column are Boolean values, by its index.
    package init(id: String, _ values: [(column: String, value: SQLValue)], isBoolean: (Int) -> Bool) {
        var hash = ContentHash()
        for (column, value) in values {
            hash.add(column)
            value.add(to: &hash)
        }
        let fields = values.enumerated().map { index, item in
            Field(item.column, FieldValue(item.value, isBoolean: isBoolean(index)))
        }
        self.init(id: id, fields: fields, tag: hash.text)
    }

    /// Creates a row from values that can all be written.
    package init(id: String, _ fields: [Field]) {
        var hash = ContentHash()
        for field in fields {
            hash.add(field.name)
            (field.value.written ?? .null).add(to: &hash)
        }
        self.init(id: id, fields: fields, tag: hash.text)
    }
}

extension FieldValue {
    /// Creates the value of a cell.
    init(_ value: SQLValue, isBoolean: Bool) {
        switch value {
        case .null: self = .null
        case .integer(let number):
            self = isBoolean && (0...1).contains(number) ? .boolean(number == 1) : .integer(number)
        case .real(let number): self = .decimal(number)
        case .blob(let bytes): self = .bytes(bytes)
        case .text(let bytes):
            let text = String(decoding: bytes, as: UTF8.self)
            self = text.utf8.elementsEqual(bytes) ? .text(text) : .notUTF8(text, bytes)
        }
    }

    /// Returns a text that has bytes that are not UTF-8.
    ///
    /// - Parameters:
    ///   - text: The text to show.
    ///   - bytes: The stored bytes; nil if they are not known.
    package static func notUTF8(_ text: String, _ bytes: [UInt8]?) -> FieldValue {
        let count = bytes?.count ?? text.utf8.count
        var excerpt = Excerpt(.text(text), byteCount: count, hasReplacements: true, isTruncated: false)
        excerpt.wholeText = bytes
        return .excerpt(excerpt)
    }

    /// The value as an argument of a statement that writes it; nil for a value that no column stores.
    package var written: SQLValue? {
        switch self {
        case .null: .null
        case .boolean(let boolean): .integer(boolean ? 1 : 0)
        case .integer(let number): .integer(number)
        case .decimal(let number): .real(number)
        case .text(let text), .number(let text), .json(let text), .url(let text, _): .text(Array(text.utf8))
        case .bytes(let bytes): .blob(bytes)
        case .excerpt(let excerpt): excerpt.wholeText.map { .text($0) }
        case .date, .progress, .sparkline: nil
        }
    }
}

extension SQLValue {
    /// Adds the type and the value to a hash.
    fileprivate func add(to hash: inout ContentHash) {
        switch self {
        case .null: hash.add(0 as UInt64)
        case .integer(let number):
            hash.add(1 as UInt64)
            hash.add(UInt64(bitPattern: number))
        case .real(let number):
            hash.add(2 as UInt64)
            hash.add(number.bitPattern)
        case .text(let bytes):
            hash.add(3 as UInt64)
            hash.add(bytes)
        case .blob(let bytes):
            hash.add(4 as UInt64)
            hash.add(bytes)
        }
    }
}
