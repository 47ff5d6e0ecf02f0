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
