/// The beginning of a text; capitals and accents make no difference.
///
/// ```swift
/// PrefixMatcher("ec").isBeginning(of: "Éclair")  // true
/// ```
public struct PrefixMatcher: Sendable {
    private let folder: TextNormalizer
    private let folded: [UInt32]

    public init(_ text: String) {
        var folder = TextNormalizer()
        folded = folder.fold(text)
        self.folder = folder
    }

    public func isBeginning(of text: String) -> Bool {
        // Most texts differ in their first letter, and that of most is found at once.
        if let first = folded.first, first < 0x80, let other = text.unicodeScalars.first, other.isASCII,
            first != other.value, first != other.value | 0x20
        {
            return false
        }
        var folder = folder
        return folder.fold(text.prefix(folded.count)).starts(with: folded)
    }
}

extension TableViewCell {
    /// Whether what the row is known by begins so: its title, its first value, or its first value that is a text.
    public func begins(with beginning: PrefixMatcher) -> Bool {
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
