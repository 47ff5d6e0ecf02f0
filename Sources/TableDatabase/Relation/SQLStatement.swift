/// A statement with the values of its arguments.
package struct SQLStatement: Sendable, Hashable {
    package var sql: String
    package var arguments: [SQLValue]

    package init(_ sql: String, _ arguments: [SQLValue] = []) { (self.sql, self.arguments) = (sql, arguments) }
}

/// The rows that a statement returned, whose values are texts.
package protocol SQLResult: Sendable {
    var rowCount: Int { get }
    var columnCount: Int { get }
    /// The size in memory.
    var byteCount: Int { get }

    /// Returns how the values of a column are written.
    func encoding(ofColumn column: Int) -> ValueEncoding
    /// Returns the bytes of a value, which are valid as long as the result exists; nil for NULL.
    func bytes(_ row: Int, _ column: Int) -> UnsafeBufferPointer<UInt8>?
    /// Returns the bytes that a binary value stands for; nil for NULL.
    func blob(_ row: Int, _ column: Int) -> [UInt8]?
}

extension SQLResult {
    /// Returns the text of a value; nil for NULL.
    package func string(_ row: Int, _ column: Int) -> String? {
        bytes(row, column).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Returns an integer; nil for NULL and for other values.
    package func integer(_ row: Int, _ column: Int) -> Int? { string(row, column).flatMap { Int($0) } }

    /// Returns all values of a row as texts.
    package func texts(_ row: Int) -> [SQLValue] {
        (0..<columnCount).map { bytes(row, $0).map { .text(Array($0)) } ?? .null }
    }
}
