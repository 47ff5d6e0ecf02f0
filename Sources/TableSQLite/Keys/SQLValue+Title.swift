import TableDatabase

extension SQLValue {
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
