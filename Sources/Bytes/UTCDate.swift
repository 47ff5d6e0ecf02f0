public import FoundationEssentials

/// A date in the proleptic Gregorian calendar and UTC, computed without a formatter.
public struct UTCDate {
    /// The year, astronomically numbered: 0 is 1 BC.
    public var year: Int
    /// The month, from 1 to 12.
    public var month: Int
    /// The day of the month, from 1 to 31.
    public var day: Int
    /// The seconds since midnight, from 0 to 86,399.
    public var second: Int

    /// Converts a date; nil for dates more than 10^14 seconds away from 1970.
    public init?(_ date: Date) {
        let seconds = date.timeIntervalSince1970.rounded(.down)
        guard abs(seconds) < 1e14 else { return nil }
        let total = Int(seconds)
        let days = total >= 0 ? total / 86400 : (total - 86399) / 86400
        second = total - days * 86400

        // Days since 0000-03-01 in eras of 400 years. A year that begins in March ends with its leap day (Howard
        // Hinnant, chrono-compatible low-level date algorithms, civil_from_days).
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
