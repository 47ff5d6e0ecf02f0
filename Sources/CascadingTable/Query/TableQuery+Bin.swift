import Bytes
import Essentials

extension TableQuery.Grouping {
    /// The ranges that values are put into. Other values, such as texts among numbers, are in the group of null.
    ///
    /// Texts are dates if they begin with a year and a month, or with a whole date for weeks, days and weekdays.
    public enum Bin: Sendable, Hashable {
        /// Years of dates, such as `2026`.
        case year
        /// Quarters of dates, such as `2026-Q1`.
        case quarter
        /// Months of dates, such as `2026-01`.
        case month
        /// Weeks of dates, each with its Monday: `2026-01-26`.
        case week
        /// Days of dates, such as `2026-01-31`.
        case day
        /// Days of the week, from 1 for Monday to 7 for Sunday.
        case weekday
        /// Hours of the day, from 0 to 23.
        case hour
        /// Ranges of numbers of a width, each with its least number: `100` for 100 to 199.
        case range(Double)
    }
}

extension TableQuery.Grouping.Bin {
    /// The words of ranges of dates in addresses, in the order of menus.
    package static let named: [(word: String, bin: Self)] = [
        ("year", .year), ("quarter", .quarter), ("month", .month), ("week", .week), ("day", .day),
        ("weekday", .weekday), ("hour", .hour),
    ]

    /// The word in an address, or the width of a range of numbers.
    package var word: String {
        if case .range(let width) = self { return ByteWriter.text { _ = $0.decimal(width) } }
        return Self.named.first { $0.bin == self }?.word ?? ""
    }

    /// A Boolean value that indicates whether the ranges come again: each week has a Monday.
    package var isCyclic: Bool { self == .weekday || self == .hour }

    /// A Boolean value that indicates whether the ranges follow each other in time.
    package var isOfTime: Bool { if case .range = self { false } else { !isCyclic } }

    /// The number of characters of a date that its range has.
    package var length: Int {
        switch self {
        case .year: 4
        case .quarter, .month: 7
        case .week, .day, .weekday: 10
        case .hour: 13
        case .range: 0
        }
    }

    /// Returns the value that pages show for a range, from the value by which rows are grouped: the beginning of a date,
    /// the first characters of a text, or the number of a range.
    func shown(_ value: FieldValue) -> FieldValue {
        switch (self, value) {
        case (.range(let width), _):
            return value.double.map { .init(number: RangeScale(width).start(of: $0)) } ?? value
        case (_, .date), (_, .text):
            let text = String((value.operand ?? "").prefix(length))
            guard self == .quarter, let month = Int(text.suffix(2)) else { return .text(text) }
            return .text("\(text.prefix(5))Q\((month + 2) / 3)")
        default: return value
        }
    }

    /// Returns the beginnings of a range and of the next one as filters write them; nil for a value without a range.
    func bounds(of value: FieldValue) -> (String, String)? {
        switch (self, value) {
        case (.range(let width), _):
            // Beyond this, numbers differ by more than a range.
            guard let number = value.double, number.magnitude < 0x1p52 else { return nil }
            let scale = RangeScale(width)
            return scale.start(of: number).text.flatMap { start in scale.start(of: number + 1).text.map { (start, $0) }
            }
        case (_, .date(let start, _)): return next(after: start).map { (value.operand ?? "", $0) }
        case (_, .text(let text)):
            // Texts are compared, so that these are between all times of the range and the next one.
            switch self {
            case .year: return (text + "-01", text + "-13")
            case .quarter:
                guard let month = Int(text.suffix(2)) else { return nil }
                return (text, text.prefix(5) + (month < 8 ? "0" : "") + "\(month + 2)-32")
            case .month: return (text, text + "-32")
            case .week: return FilterOperand(text).date.flatMap { next(after: $0.date) }.map { (text, $0) }
            case .day: return (text, text + "T24")
            default: return nil
            }
        default: return nil
        }
    }

    /// Returns the first day of the next range as filters write it; nil after the year 9999.
    private func next(after start: Date) -> String? {
        let days =
            switch self {
            case .day: 1
            case .week: 7
            case .month: 31
            case .quarter: 92
            default: 366
            }
        // Some day of the next range has its beginning.
        let next = (start + Double(days) * 86_400).formatted(.iso8601)
        return next.utf8.count > 20 ? nil : String(next.prefix(length) + "-01-01".suffix(10 - length))
    }

    /// Returns the first day of the range of a date.
    package func beginning(of text: some StringProtocol) -> FieldValue {
        FilterOperand(String(text.prefix(length)) + "-01-01".suffix(max(10 - length, 0))).date.map {
            .date($0.date, precision: .day)
        }
            ?? .null
    }

    /// Returns the value by which a value is grouped.
    func key(of value: FieldValue) -> FieldValue {
        switch (self, value) {
        case (.range(let width), _):
            guard let number = value.double, !number.isNaN else { return .null }
            return .init(number: RangeScale(width).number(of: number))
        case (_, .date(let date, _)):
            let key = key(ofTime: date.formatted(.iso8601))
            return isCyclic ? key : key.operand.map { beginning(of: $0) } ?? .null
        case (_, .text(let text)):
            let key = key(ofTime: text)
            guard key != .null, !isCyclic else { return key }
            guard let (start, end) = bounds(of: key) else { return .null }
            let value = SortValue(value)
            return value >= SortValue(.text(start)) && value < SortValue(.text(end)) ? key : .null
        default: return .null
        }
    }

    /// Returns the beginning of the range of a time in ISO 8601 as a text, or the number of the day or the hour; null for
    /// other texts.
    private func key(ofTime text: String) -> FieldValue {
        let day = String(text.prefix(Swift.min(length, 10)))
        guard let date = FilterOperand(day + "-01-01".suffix(10 - Swift.min(length, 10))).date?.date else {
            return .null
        }
        // The first day of 1970 was a Thursday.
        let days = Int((date.timeIntervalSince1970 / 86_400).rounded(.down))
        let weekday = ((days + 3) % 7 + 7) % 7
        switch self {
        case .quarter:
            guard let month = Int(day.suffix(2)) else { return .null }
            let first = (month - 1) / 3 * 3 + 1
            return .text(day.prefix(5) + (first < 10 ? "0" : "") + "\(first)")
        case .week:
            return .text(String((date - Double(weekday) * 86_400).formatted(.iso8601).prefix(10)))
        case .weekday: return .integer(Int64(weekday + 1))
        case .hour:
            let time = text.dropFirst(10).prefix(3)
            guard time.first == "T" || time.first == " ", let hour = Int(time.dropFirst()), 0..<24 ~= hour else {
                return .null
            }
            return .integer(Int64(hour))
        default: return .text(day)
        }
    }
}

/// The beginnings of ranges of numbers of one width. The third range of 0.1 begins at 0.3, and not at 3 * 0.1.
package struct RangeScale {
    /// The width, multiplied by the divisor: an integer if the width has few digits.
    package var factor: Double
    /// A power of ten.
    package var divisor = 1.0

    package init(_ width: Double) {
        factor = width
        var power = 1.0
        for _ in 0..<22 where factor != factor.rounded() {
            power *= 10
            let product = (width * power).rounded()
            if product / power == width, product < 0x1p53 { (factor, divisor) = (product, power) }
        }
    }

    func start(of number: Double) -> Double { number * factor / divisor }

    /// Returns the number of the range of a value.
    func number(of value: Double) -> Double {
        let number = (value * divisor / factor).rounded(.down)
        return number - (value < start(of: number) ? 1 : 0) + (value >= start(of: number + 1) ? 1 : 0)
    }
}
