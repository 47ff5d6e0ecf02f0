import Bytes

/// A text to compare with the beginning of other texts, ignoring case and accents.
///
/// ```swift
/// PrefixMatcher("ec").isBeginning(of: "Éclair")  // true
/// ```
public struct PrefixMatcher: Sendable {
    private let folder: TextNormalizer
    private let folded: [UInt32]

    /// Creates a matcher.
    ///
    /// - Parameter text: The beginning to find. Case and accents are ignored.
    public init(_ text: String) {
        var folder = TextNormalizer()
        folded = folder.fold(text)
        self.folder = folder
    }

    /// Returns whether a text begins with the text of the matcher.
    ///
    /// - Parameter text: The text to check.
    /// - Returns: True if it begins with the matcher's text, ignoring case and accents.
    public func isBeginning(of text: String) -> Bool {
        // Most texts differ in the first letter, so it is compared first.
        if let first = folded.first, first < 0x80, let other = text.unicodeScalars.first, other.isASCII,
            first != other.value, first != other.value | 0x20
        {
            return false
        }
        var folder = folder
        return folder.fold(text.prefix(folded.count)).starts(with: folded)
    }

    fileprivate func isBeginning(of value: FieldValue) -> Bool {
        var folder = folder
        return value.hasText(&folder) { $0.starts(with: folded) }
    }
}

extension TableViewCell {
    /// Returns whether the title or a value of the cell begins with a text.
    ///
    /// The title is compared first. In the `columns` style, the first value and the first text value are compared as
    /// well.
    ///
    /// - Parameter beginning: The beginning to find.
    /// - Returns: True if one of the compared texts begins with it.
    public func begins(with beginning: PrefixMatcher) -> Bool {
        if let title, beginning.isBeginning(of: title) { return true }
        guard style == .columns, let first = fields.first else { return false }
        if let text = first.value.words, beginning.isBeginning(of: text) { return true }
        for case .text(let text) in fields.lazy.map(\.value) { return beginning.isBeginning(of: text) }
        return false
    }

    /// Returns whether the value of a column begins with a text; without a column, whether the cell does.
    package func begins(with beginning: PrefixMatcher, inColumn name: String?) -> Bool {
        guard let name else { return begins(with: beginning) }
        if let field = fields.first(where: { $0.name.isExactly(name) }) {
            return beginning.isBeginning(of: field.value)
        }
        let text = name == "title" ? title : name == "subtitle" ? subtitle : nil
        return text.map(beginning.isBeginning(of:)) == true
    }
}

extension FieldValue {
    /// The value as a visitor reads it, for texts, whole numbers and links; otherwise nil.
    fileprivate var words: String? {
        switch self {
        case .text(let text), .json(let text): text
        case .integer(let integer): String(integer)
        case .url(let url, let title): title ?? url
        default: nil
        }
    }
}
