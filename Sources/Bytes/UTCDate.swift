public import FoundationEssentials

/// A date taken apart in the proleptic Gregorian calendar and UTC, without a formatter.
public struct UTCDate {
    public var year: Int
    public var month: Int
    public var day: Int
    /// Seconds since midnight.
    public var second: Int

    /// Nil for a date too far away to be one.
    public init?(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard abs(seconds) < 1e14 else { return nil }
        let total = Int(seconds)
        let days = total >= 0 ? total / 86400 : (total - 86399) / 86400
        second = total - days * 86400

        // Days since 0000-03-01 in eras of 400 years; a year that begins in March has its leap day last
        // (Howard Hinnant, chrono-compatible low-level date algorithms, civil_from_days).
        let shifted = days + 719_468
        let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }
}
