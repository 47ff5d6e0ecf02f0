/// The direction that a language is written in.
public enum TextDirection: String, Sendable, Hashable {
    case leftToRight = "ltr"
    case rightToLeft = "rtl"

    /// By the script that the tag names, else by that in which the language is mostly written (CLDR's likely subtags).
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
