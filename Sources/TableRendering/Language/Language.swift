public import CascadingTable

/// A language that pages are written in.
public enum Language: String, Sendable, Hashable, CaseIterable {
    case english = "en"
    case german = "de"
    case hebrew = "he"

    /// Its BCP 47 tag.
    public var tag: String { rawValue }

    public var direction: TextDirection {
        switch self {
        case .english, .german: .leftToRight
        case .hebrew: .rightToLeft
        }
    }

    /// What stands between groups of three digits, and before the decimals (CLDR).
    var numberSigns: (group: UInt8, decimal: UInt8) {
        switch self {
        case .english, .hebrew: (UInt8(ascii: ","), UInt8(ascii: "."))
        case .german: (UInt8(ascii: "."), UInt8(ascii: ","))
        }
    }
}
