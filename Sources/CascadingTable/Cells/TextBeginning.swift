/// The beginning of a text; capitals and accents make no difference.
///
/// ```swift
/// TextBeginning("ec").isBeginning(of: "Éclair")  // true
/// ```
public struct TextBeginning: Sendable {
    private let scalars: [Unicode.Scalar]

    public init(_ text: String) {
        scalars = Self.scalars(of: text)
    }

    public func isBeginning(of text: String) -> Bool {
        // Most texts differ in their first letter, and that of most is found at once.
        if let first = scalars.first, first.isASCII, let other = text.unicodeScalars.first, other.isASCII,
            first != other, first != Unicode.Scalar(other.value | 0x20)
        {
            return false
        }
        let others = Self.scalars(of: String(text.prefix(scalars.count)))
        guard others.count >= scalars.count else { return false }
        return zip(scalars, others).allSatisfy { $0 == $1 || Self.isSameLetter($0, $1) }
    }

    /// Small letters, without what is set above and below them.
    private static func scalars(of text: String) -> [Unicode.Scalar] {
        text.lowercased().unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }
    }

    /// Whether the letters differ in their accents alone, as Unicode's names for them tell.
    private static func isSameLetter(_ one: Unicode.Scalar, _ other: Unicode.Scalar) -> Bool {
        guard !one.isASCII || !other.isASCII, let name = plainName(of: one) else { return false }
        return name == plainName(of: other)
    }

    /// `LATIN SMALL LETTER E` of any e.
    private static func plainName(of scalar: Unicode.Scalar) -> ArraySlice<Substring>? {
        scalar.properties.name?.split(separator: " ").prefix { $0 != "WITH" }
    }
}

extension TableViewCell {
    /// Whether what the row is known by begins so: its title, its first value, or its first value that is a text.
    public func begins(with beginning: TextBeginning) -> Bool {
        if let title, beginning.isBeginning(of: title) { return true }
        guard style == .columns, let first = fields.first else { return false }
        if let text = first.value.words, beginning.isBeginning(of: text) { return true }
        for case .text(let text) in fields.lazy.map(\.value) { return beginning.isBeginning(of: text) }
        return false
    }
}

extension FieldValue {
    /// What is read of it, where that is a word or a number.
    fileprivate var words: String? {
        switch self {
        case .text(let text): text
        case .integer(let integer): String(integer)
        case .url(let url, let title): title ?? url
        default: nil
        }
    }
}
