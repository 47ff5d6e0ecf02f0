/// The identifier of a row in its table: its primary key, otherwise its rowid, otherwise its number in a view.
///
/// Its text is one path segment and can be read back exactly, for example `42` or `fr,12`.
///
/// | Component | Text |
/// |---|---|
/// | integer | `42` |
/// | real | `1.5`; `~+` and `~-` for the infinities |
/// | text | itself, escaped as in ``PathSegment``; preceded by `'` if it reads as another component: `'42` |
/// | blob | `~x` and its bytes in hexadecimal |
/// | NULL | `~n` |
///
/// SQLite allows NULL in most primary keys, in any number of rows. Such a row is identified by `~r` and its rowid:
/// `~r42`.
package struct RowKey: Sendable, Hashable {
    package var components: [SQLValue]
    /// A Boolean value that indicates whether the key is a rowid, because the primary key does not identify the row.
    package let isRowid: Bool

    package init(_ components: [SQLValue]) {
        self.components = components
        isRowid = false
    }

    /// Creates the key of a row that its primary key does not identify.
    package init(rowid: Int64) {
        components = [.integer(rowid)]
        isRowid = true
    }

    package init(_ number: Int64) {
        self.init([.integer(number)])
    }

    /// Creates the key with a given text. Returns nil if no key has that text.
    package init?(text: String) {
        if text.hasPrefix(Self.rowidPrefix) {
            guard let rowid = Int64(text.dropFirst(Self.rowidPrefix.count)) else { return nil }
            self.init(rowid: rowid)
            guard self.text == text else { return nil }
            return
        }
        var components: [SQLValue] = []
        // Bytes are compared, because a combining mark forms one character with a preceding comma or quote.
        for part in text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
            guard let component = Self.component(of: part) else { return nil }
            components.append(component)
        }
        self.init(components)
        // Each key has one text, so that each row has one address.
        guard self.text == text else { return nil }
    }

    private static let rowidPrefix = "~r"

    package var text: String {
        if isRowid, let rowid = components.first { return Self.rowidPrefix + Self.text(of: rowid) }
        if components.count == 1 { return Self.text(of: components[0]) }
        return components.map(Self.text).joined(separator: ",")
    }

    /// The text with which a filter of the key's only column finds the row; nil if none does.
    package var operand: String? {
        guard !isRowid, components.count == 1 else { return nil }
        return switch components[0] {
        case .integer(let integer): String(integer)
        case .real(let number): "\(number)"
        case .text(let bytes): String(validating: bytes, as: UTF8.self)
        case .null, .blob: nil
        }
    }

    package static func text(of component: SQLValue) -> String {
        switch component {
        case .null: return "~n"
        case .integer(let number): return String(number)
        case .real(.infinity): return "~+"
        case .real(-.infinity): return "~-"
        case .real(let number): return "\(number)"
        case .blob(let bytes): return "~x" + bytes.map(hexadecimal).joined()
        case .text([]): return "'"
        case .text(let bytes):
            let escaped = PathSegment.escaped(bytes)
            return self.component(of: escaped.utf8) == component ? escaped : "'" + escaped
        }
    }

    private static func component(of part: some Collection<UInt8>) -> SQLValue? {
        switch (part.first, part.dropFirst().first) {
        case (nil, _): return nil
        case (UInt8(ascii: "'"), nil): return .text([])
        case (UInt8(ascii: "'"), _): return PathSegment.unescaped(part.dropFirst()).map { .text($0) }
        case (UInt8(ascii: "~"), UInt8(ascii: "n")): return part.count == 2 ? .null : nil
        case (UInt8(ascii: "~"), UInt8(ascii: "+")): return part.count == 2 ? .real(.infinity) : nil
        case (UInt8(ascii: "~"), UInt8(ascii: "-")): return part.count == 2 ? .real(-.infinity) : nil
        case (UInt8(ascii: "~"), UInt8(ascii: "x")): return bytes(ofHexadecimal: part.dropFirst(2)).map { .blob($0) }
        case (let first?, _) where first == UInt8(ascii: "-") || (0x30...0x39).contains(first):
            let text = String(decoding: part, as: UTF8.self)
            if let number = Int64(text), String(number) == text { return .integer(number) }
            if let number = Double(text), number.isFinite, "\(number)" == text { return .real(number) }
        default: break
        }
        return PathSegment.unescaped(part).map { .text($0) }
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = String(byte, radix: 16, uppercase: true)
        return digits.utf8.count == 1 ? "0" + digits : digits
    }

    private static func bytes(ofHexadecimal text: some Collection<UInt8>) -> [UInt8]? {
        let digits = text.compactMap(PathSegment.value)
        guard digits.count == text.count, digits.count.isMultiple(of: 2) else { return nil }
        return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
    }
}
