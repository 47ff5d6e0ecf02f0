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
            "\\x" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }
}
