public import CascadingTable

/// A language of pages. The raw value is its BCP 47 tag.
public enum Language: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case german = "de"
    case hebrew = "he"

    /// The BCP 47 tag of the language.
    public var tag: String { rawValue }

    /// The writing direction of the language.
    public var direction: TextDirection {
        switch self {
        case .english, .german: .leftToRight
        case .hebrew: .rightToLeft
        }
    }

    /// The group separator and the decimal separator (CLDR).
    var numberSigns: (group: UInt8, decimal: UInt8) {
        switch self {
        case .english, .hebrew: (UInt8(ascii: ","), UInt8(ascii: "."))
        case .german: (UInt8(ascii: "."), UInt8(ascii: ","))
        }
    }
}
