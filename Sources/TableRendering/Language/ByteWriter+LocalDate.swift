import Bytes

extension ByteWriter {
    /// Writes a day in the format of a language (CLDR's medium format). Years outside 1 to 9999 are written as ISO
    /// 8601.
    mutating func day(_ date: UTCDate, in language: Language) {
        guard (1...9999).contains(date.year) else { return day(date) }
        switch language {
        case .english:
            raw(englishMonths[date.month - 1])
            byte(0x20)
            integer(date.day)
            raw(", ")
        case .german:
            twoDigits(date.day)
            byte(0x2E)
            twoDigits(date.month)
            byte(0x2E)
        case .hebrew:
            integer(date.day)
            raw(" ב")
            raw(hebrewMonths[date.month - 1])
            byte(0x20)
        }
        integer(date.year)
    }

    /// Writes a day and its time, in 24-hour format.
    mutating func dayAndTime(_ date: UTCDate, in language: Language) {
        day(date, in: language)
        raw(", ")
        time(date)
    }

    private mutating func twoDigits(_ value: Int) {
        if value < 10 { byte(0x30) }
        integer(value)
    }
}

private let englishMonths: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
]
private let hebrewMonths: [StaticString] = [
    "ינו׳", "פבר׳", "מרץ", "אפר׳", "מאי", "יוני", "יולי", "אוג׳", "ספט׳", "אוק׳", "נוב׳", "דצמ׳",
]
