import Essentials

/// Consecutive days, such as the last 30 days or this month.
struct TimeRange {
    /// The first day: `2026-01-31`.
    let first: String
    /// The day after the last one.
    let end: String

    /// - Parameters:
    ///   - text: The range: `30d` or `30 days`, also with weeks, months and years, or `today`, `week`, `month` or `year`.
    ///   - day: The day that the range depends on, as a number of days since 1970 in UTC.
    /// - Returns: Nil for another text.
    init?(_ text: String, on day: Int) {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        let today = Date(timeIntervalSince1970: Double(day) * 86_400)
        func after(_ number: Int, _ unit: Calendar.Component, _ date: Date = today) -> Date? {
            calendar.date(byAdding: unit, value: number, to: date)
        }
        // The first day of 1970 was a Thursday.
        let weekday = ((day + 3) % 7 + 7) % 7
        let days = calendar.dateComponents([.year, .month, .day], from: today)
        let (start, end): (Date?, Date?)
        switch text.lowercased() {
        case "today": (start, end) = (today, after(1, .day))
        case "week": (start, end) = (after(-weekday, .day), after(7 - weekday, .day))
        case "month":
            start = after(1 - (days.day ?? 1), .day)
            end = start.flatMap { after(1, .month, $0) }
        case "year":
            start = calendar.date(from: DateComponents(year: days.year, month: 1, day: 1))
            end = start.flatMap { after(1, .year, $0) }
        case let text:
            guard let match = text.wholeMatch(of: /([0-9]{1,4}) ?([dwmy]|days?|weeks?|months?|years?)/),
                let number = Int(match.1), number > 0
            else { return nil }
            switch match.2.first {
            case "d": start = after(1 - number, .day)
            case "w": start = after(1 - 7 * number, .day)
            case "m": start = after(-number, .month).flatMap { after(1, .day, $0) }
            default: start = after(-number, .year).flatMap { after(1, .day, $0) }
            }
            end = after(1, .day)
        }
        guard let start, let end else { return nil }
        // Earlier years are written in other ways.
        let isWritten = calendar.component(.era, from: start) == 1
        first = isWritten ? String(start.formatted(.iso8601).prefix(10)) : "0001-01-01"
        self.end = String(end.formatted(.iso8601).prefix(10))
    }
}
