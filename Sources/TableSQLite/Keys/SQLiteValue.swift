/// A value exactly as SQLite stores it. A text is bytes, because it may be invalid UTF-8.
enum SQLiteValue: Sendable, Hashable {
    case null
    case integer(Int64)
    case real(Double)
    case text([UInt8])
    case blob([UInt8])

    /// The value as text for a visitor.
    var title: String {
        switch self {
        case .null: "no value"
        case .integer(let number): "\(number)"
        case .real(let number): "\(number)"
        case .text([]): "empty text"
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        case .blob(let bytes): "\(bytes.count) bytes"
        }
    }
}
