import FoundationEssentials

/// A member state of the United Nations, a row of the bundled sample.
struct MemberState: Sendable, Hashable {
    /// The region of its capital.
    let region: Region

    /// The common English short name.
    let name: String

    /// The constitutional capital, or the seat of government if the constitution names none.
    let capital: String

    /// The ISO 3166-1 alpha-2 code.
    let code: String

    /// The total area in square kilometres, with inland water.
    ///
    /// The figures are from the CIA World Factbook, with three exceptions: the Golan Heights count only for Syria,
    /// Mayotte counts only for France, and Western Sahara for no state.
    let area: Int

    /// The day of admission to the United Nations as `YYYY-MM-DD`. A state that continues a seat has its predecessor's.
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
    /// The day in ``joined`` as a date: midnight UTC.
    var admission: Date? {
        try? Date(joined, strategy: .iso8601.year().month().day())
    }
}
