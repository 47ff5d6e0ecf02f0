/// The language and the writing direction of the page around a table.
///
/// A table whose texts are in several languages chooses them by these traits:
///
/// ```swift
/// tableView.language = nil
/// cell.title = tableView.traits.language == "de" ? "Löschen" : "Delete"
/// ```
public struct TableViewTraits: Sendable, Hashable {
    /// The language of the page around the table, as a BCP 47 tag.
    public var language: String

    /// Creates traits with a language, as a BCP 47 tag.
    public init(language: String = "en") {
        self.language = language
    }

    /// The direction in which the language is written.
    public var direction: TextDirection { TextDirection(language: language) }
}

/// The direction in which a language is written.
public enum TextDirection: String, Sendable, Hashable {
    /// From left to right. The raw value is `ltr`, as in HTML.
    case leftToRight = "ltr"
    /// From right to left. The raw value is `rtl`, as in HTML.
    case rightToLeft = "rtl"

    /// Creates the direction of a language from its BCP 47 tag.
    ///
    /// A script in the tag decides, as in `az-Arab`. Otherwise the usual script of the language decides (CLDR's likely
    /// subtags). Unknown languages are written from left to right.
    public init(language tag: String) {
        let subtags = tag.lowercased().split(separator: "-")
        let script = subtags.dropFirst().first { $0.utf8.count == 4 && $0.allSatisfy(\.isLetter) }
        let isRightToLeft =
            script.map { Self.scripts.contains(String($0)) }
            ?? subtags.first.map { Self.languages.contains(String($0)) } ?? false
        self = isRightToLeft ? .rightToLeft : .leftToRight
    }

    private static let scripts: Set<String> = [
        "adlm", "arab", "hebr", "mand", "mend", "nkoo", "rohg", "samr", "syrc", "thaa",
    ]
    private static let languages: Set<String> = [
        "ar", "arc", "ckb", "dv", "fa", "he", "iw", "ks", "nqo", "prs", "ps", "sd", "syr", "ug", "ur", "yi",
    ]
}
