package import Essentials

/// A date in the proleptic Gregorian calendar and UTC, computed without a formatter.
package struct UTCDate {
    /// The year, astronomically numbered: 0 is 1 BC.
    package var year: Int
    /// The month, from 1 to 12.
    package var month: Int
    /// The day of the month, from 1 to 31.
    package var day: Int
    /// The seconds since midnight, from 0 to 86,399.
    package var second: Int

    /// Converts a date; nil for dates more than 10^14 seconds away from 1970.
    package init?(_ date: Date) {
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

extension ByteWriter {
    /// Appends a date and time in UTC as ISO 8601, to the second: `2026-05-31T12:00:00Z`.
    package mutating func dateTime(_ date: UTCDate) {
        day(date)
        byte(0x54)
        time(date)
        byte(0x5A)
    }

    /// Appends a date as ISO 8601: `2026-05-31`. Years outside 0 to 9999 get a sign.
    package mutating func day(_ date: UTCDate) {
        if !(0...9999).contains(date.year) { byte(date.year < 0 ? 0x2D : 0x2B) }
        padded(Int(date.year.magnitude), width: 4)
        byte(0x2D)
        padded(date.month, width: 2)
        byte(0x2D)
        padded(date.day, width: 2)
    }

    /// Appends a time as ISO 8601, to the second: `12:00:00`.
    package mutating func time(_ date: UTCDate) {
        padded(date.second / 3600, width: 2)
        byte(0x3A)
        padded(date.second / 60 % 60, width: 2)
        byte(0x3A)
        padded(date.second % 60, width: 2)
    }

    /// Appends a number with at least `width` digits. Zeros fill up shorter ones.
    public mutating func padded(_ value: Int, width: Int) {
        var power = 1
        for _ in 1..<width { power *= 10 }
        while power > 1, value < power {
            byte(0x30)
            power /= 10
        }
        integer(value)
    }
}
