import FoundationEssentials

/// A member state of the United Nations, a row of the bundled sample.
struct MemberState: Sendable, Hashable {
    /// The common English short name.
    let name: String

    /// The constitutional capital, or the seat of government where none is named.
    let capital: String

    /// The ISO 3166-1 alpha-2 code.
    let code: String

    /// The total area in square kilometres, inland water included.
    ///
    /// Figures are those of the CIA World Factbook, save that the Golan Heights count for Syria alone, Mayotte for
    /// France alone and Western Sahara for nobody.
    let area: Int

    /// The day of admission to the United Nations as `YYYY-MM-DD`, that of the predecessor where the seat continued.
    let joined: String

    /// The URL of the English Wikipedia article.
    let link: String
}

/// A region of the United Nations geoscheme (M49), a section of the bundled sample.
enum Region: String, CaseIterable, Sendable {
    case africa = "Africa"
    case americas = "Americas"
    case asia = "Asia"
    case europe = "Europe"
    case oceania = "Oceania"
}

extension MemberState {
    /// ``joined`` as a date, midnight UTC of that day.
    var admission: Date? {
        try? Date(joined, strategy: .iso8601.year().month().day())
    }
}
