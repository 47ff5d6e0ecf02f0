import Bytes

/// A condition in SQL with its arguments, for SQLite.
///
/// Values in the text become arguments, so that they cannot change the condition:
///
/// ```swift
/// let own: SQLCondition = "owner = \(account.id) AND status <> \("closed")"
/// // owner = ? AND status <> ?
/// ```
public struct SQLCondition: Sendable, Hashable, ExpressibleByStringInterpolation {
    /// The SQL, with `?` for each argument.
    public let sql: String
    /// The arguments, in their order.
    public let arguments: [SQLValue]

    /// Creates a condition from SQL and the arguments for each `?` in it.
    public init(sql: String, arguments: [SQLValue]) {
        self.sql = sql
        self.arguments = arguments
    }

    /// Creates a condition without arguments.
    public init(stringLiteral sql: String) { self.init(sql: sql, arguments: []) }

    /// Creates a condition from a text with values.
    public init(stringInterpolation: StringInterpolation) {
        self.init(sql: stringInterpolation.sql, arguments: stringInterpolation.arguments)
    }

    /// A text with values, which become arguments.
    public struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var sql = ""
        fileprivate var arguments: [SQLValue] = []

        /// Creates an empty text.
        public init(literalCapacity: Int, interpolationCount: Int) {}

        /// Appends SQL.
        public mutating func appendLiteral(_ literal: String) { sql += literal }

        /// Appends a value as an argument.
        public mutating func appendInterpolation(_ value: SQLValue) {
            sql += "?"
            arguments.append(value)
        }

        /// Appends another condition with its arguments, in parentheses.
        public mutating func appendInterpolation(_ condition: SQLCondition) {
            sql += "(\(condition.sql))"
            arguments += condition.arguments
        }

        /// Appends a text as an argument.
        public mutating func appendInterpolation(_ text: some StringProtocol) { appendInterpolation(SQLValue(text)) }

        /// Appends an integer as an argument. An integer beyond 64 bits with a sign is appended as a text.
        public mutating func appendInterpolation(_ number: some BinaryInteger) {
            appendInterpolation(Int64(exactly: number).map(SQLValue.integer) ?? SQLValue("\(number)"))
        }

        /// Appends a number as an argument.
        public mutating func appendInterpolation(_ number: Double) { appendInterpolation(SQLValue.real(number)) }

        /// Appends 1 for true or 0 for false as an argument.
        public mutating func appendInterpolation(_ boolean: Bool) {
            appendInterpolation(SQLValue.integer(boolean ? 1 : 0))
        }
    }
}

/// A value of a database: an argument of a statement, or a value that was read.
///
/// Two values are equal if a database stores them alike.
public enum SQLValue: Sendable, Hashable {
    /// No value.
    case null
    /// An integer.
    case integer(Int64)
    /// A floating-point number.
    case real(Double)
    /// The bytes of a text in UTF-8. SQLite can store texts with other bytes.
    case text([UInt8])
    /// Bytes.
    case blob([UInt8])

    /// Creates a text.
    public init(_ text: some StringProtocol) { self = .text(Array(text.utf8)) }

    /// The value as a text, as PostgreSQL reads an argument; nil for no value.
    ///
    /// Invalid bytes of a text are replaced. A blob is written as `\x` and hexadecimal digits.
    public var string: String? {
        switch self {
        case .null: nil
        case .integer(let number): String(number)
        case .real(.infinity): "Infinity"
        case .real(-.infinity): "-Infinity"
        case .real(let number): "\(number)"
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        case .blob(let bytes):
            ByteWriter.text { text in
                text.raw("\\x")
                for byte in bytes {
                    text.byte(PercentCoding.digits[Int(byte >> 4)])
                    text.byte(PercentCoding.digits[Int(byte & 15)])
                }
            }
        }
    }
}
