import Bytes
import Essentials

/// A filter, prepared for comparison with many values.
struct FilterTest {
    private let filter: TableQuery.Filter
    private let operands: [FilterOperand]
    /// The operands of a list by their texts and by their numbers, because a list can be long.
    private let texts: Set<ExactString>
    private let numbers: [Double: [FilterOperand]]
    private let folded: [UInt32]

    init(_ filter: TableQuery.Filter, _ folder: inout TextNormalizer) {
        self.filter = filter
        operands = (filter.range.map { [$0.low, $0.high] } ?? filter.values).map(FilterOperand.init)
        let isList = filter.operator.test == .equals(isList: true)
        texts = isList ? Set(operands.map { ExactString($0.text) }) : []
        numbers = isList ? Dictionary(grouping: operands.filter { $0.double != nil }) { $0.double ?? 0 } : [:]
        folded = folder.fold(filter.value)
    }

    func matches(_ value: FieldValue, _ folder: inout TextNormalizer) -> Bool {
        let isFound =
            switch filter.operator.test {
            case .equals(isList: true): isListed(value)
            case .equals: operands.contains { value.equals($0) }
            case .text(.contains): value.hasText(&folder) { $0.contains(run: folded) }
            case .text(.startswith): value.hasText(&folder) { $0.starts(with: folded) }
            case .text(.endswith): value.hasText(&folder) { $0.ends(with: folded) }
            case .compares(let comparison): order(of: value).map(comparison.holds) ?? false
            case .isInRange(let range): operands.count == 2 && isBetween(value, withLast: range == .values)
            // The order of all rows decides.
            case .isAmongFirst: !filter.operator.isNegated
            case .isNull: SortValue(value) == .null
            case .isEmpty: value == .text("")
            }
        return isFound != filter.operator.isNegated
    }

    private func isListed(_ value: FieldValue) -> Bool {
        switch value {
        case .text(let text), .json(let text): return texts.contains(ExactString(text))
        case .integer, .decimal, .number:
            return value.double.map { numbers[$0, default: []].contains { value.equals($0) } } ?? false
        default: return operands.contains { value.equals($0) }
        }
    }

    private func isBetween(_ value: FieldValue, withLast: Bool) -> Bool {
        guard let low = value.order(comparedWith: operands[0]), let high = value.order(comparedWith: operands[1]) else {
            return false
        }
        if case .text(let text) = value, withLast, operands[1].date?.isDay == true, text.hasPrefix(operands[1].text) {
            return low >= 0
        }
        return low >= 0 && (withLast ? high <= 0 : high < 0)
    }

    private func order(of value: FieldValue) -> Int? {
        operands.first.flatMap(value.order(comparedWith:))
    }
}

extension TableQuery.Operator.Comparison {
    /// Returns whether a number above, below or equal to 0 stands for the comparison.
    fileprivate func holds(_ order: Int) -> Bool {
        switch self {
        case .greater: order > 0
        case .greaterOrEqual: order >= 0
        case .less: order < 0
        case .lessOrEqual: order <= 0
        }
    }
}

extension FieldValue {
    fileprivate func equals(_ operand: FilterOperand) -> Bool {
        switch self {
        case .text(let text), .json(let text): text.isExactly(operand.text)
        case .url(let url, let title):
            url.isExactly(operand.text) || title?.isExactly(operand.text) == true
        default: order(comparedWith: operand) == 0
        }
    }

    /// Returns a number below 0 if the value comes before the operand, and above 0 if after; nil if they cannot be
    /// compared.
    fileprivate func order(comparedWith operand: FilterOperand) -> Int? {
        switch self {
        case .text, .json, .url: SortValue(self).compare(.text(operand.text.lowercased()))
        case .boolean: operand.boolean.map { SortValue(self).compare(.integer($0 ? 1 : 0)) }
        case .integer, .decimal, .number, .progress:
            SortValue(self) == .null ? nil : operand.number.map { SortValue(self).compare(SortValue($0)) }
        case .date(let date, _):
            operand.date.map { SortValue.date($0.isDay ? date.startOfDay : date).compare(.date($0.date)) }
        case .bytes, .sparkline, .null, .excerpt: nil
        }
    }

    /// Returns whether one of the texts of the value passes a test.
    func hasText(_ folder: inout TextNormalizer, _ isSuch: ([UInt32]) -> Bool) -> Bool {
        switch self {
        case .text(let text), .json(let text): isSuch(folder.fold(text))
        case .integer(let integer): isSuch(folder.fold(String(integer)))
        case .decimal(let decimal): isSuch(folder.fold("\(decimal)"))
        case .number(let digits): isSuch(folder.fold(digits))
        case .url(let url, let title): isSuch(folder.fold(url)) || title.map { isSuch(folder.fold($0)) } == true
        case .date(let date, let precision):
            isSuch(folder.fold(date.formatted(.iso8601).prefix(precision == .day ? 10 : 20)))
        case .excerpt(let excerpt): excerpt.text.map { isSuch(folder.fold($0)) } == true
        case .boolean, .bytes, .progress, .sparkline, .null: false
        }
    }
}

extension Date {
    /// The beginning of the day in UTC.
    fileprivate var startOfDay: Date {
        Date(timeIntervalSince1970: (timeIntervalSince1970 / 86400).rounded(.down) * 86400)
    }
}

/// The value of a filter, read as each kind of value that it can be compared with.
package struct FilterOperand: Sendable {
    package let text: String
    package let number: Number?
    package let boolean: Bool?
    package let date: (date: Date, isDay: Bool)?

    package enum Number: Sendable, Hashable {
        case integer(Int64)
        case decimal(Double)
    }

    package init(_ text: String) {
        self.text = text
        number = Self.digits(text).flatMap(Self.number)
        boolean = ["true": true, "1": true, "false": false, "0": false][text.lowercased()]
        date = Self.date(text)
    }

    /// The number that an exact filter finds; nil for none. Boolean values are 1 and 0.
    var double: Double? {
        switch number {
        case .integer(let integer): Double(integer)
        case .decimal(let decimal): decimal
        case nil: boolean.map { $0 ? 1 : 0 }
        }
    }

    /// The infinities, as pages, JSON and CSV write them.
    private static let infinities = [
        "∞": "Infinity", "infinity": "Infinity", "inf": "Infinity", "−∞": "-Infinity", "-∞": "-Infinity",
        "-infinity": "-Infinity", "-inf": "-Infinity",
    ]

    /// Returns the text of a number as databases read it: digits, signs, point and exponent, or an infinity; nil for
    /// anything else.
    package static func digits(_ text: String) -> String? {
        if let infinity = infinities[text.lowercased()] { return infinity }
        // Pages in some languages write a minus sign instead of a hyphen.
        if text.unicodeScalars.first == "−" { return digits("-" + String(text.unicodeScalars.dropFirst())) }
        let isNumber =
            text.utf8.contains { (0x30...0x39).contains($0) } && text.utf8.count <= 1_024
            && text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) } && Double(text) != nil
        return isNumber ? text : nil
    }

    private static func number(_ digits: String) -> Number? {
        if let integer = Int64(digits) { return .integer(integer) }
        return Double(digits).flatMap { $0.isFinite || digits.hasSuffix("y") ? .decimal($0) : nil }
    }

    /// Returns whether the text occurs in the digits of some number.
    fileprivate static func isPartOfNumber(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x30...0x39).contains($0) || "+-.eEinf".utf8.contains($0) }
    }

    private static func date(_ text: String) -> (date: Date, isDay: Bool)? {
        let isDay = TableViewEditableField.isDay(text)
        guard text.utf8.count <= 32, isDay || text.utf8.contains(UInt8(ascii: "T")) else { return nil }
        return (try? Date(isDay ? text + "T00:00:00Z" : text, strategy: .iso8601)).map { ($0, isDay) }
    }
}

extension TableQuery.Filter {
    /// A Boolean value that indicates whether no number can match, because the value is not a number.
    package var excludesNumbers: Bool { excludesNumbers { FilterOperand($0).number != nil } }

    /// Returns whether no number can match, because the value is not a number.
    ///
    /// - Parameter isNumber: Returns whether the column reads a text as a number.
    package func excludesNumbers(_ isNumber: (String) -> Bool) -> Bool {
        guard !self.operator.isNegated else { return false }
        switch self.operator.test {
        case .equals(isList: false), .compares: return !value.isEmpty && !isNumber(value)
        case .equals(isList: true):
            return !values.isEmpty && values.allSatisfy { !$0.isEmpty && !isNumber($0) }
        case .isInRange:
            return range.map { !isNumber($0.low) || !isNumber($0.high) } ?? true
        case .text: return !FilterOperand.isPartOfNumber(value)
        case .isNull, .isEmpty, .isAmongFirst: return false
        }
    }

    /// The error for a filter that matches no row, because it compares a column of numbers with a text.
    package var needsNumber: TableViewError {
        TableViewError(
            .notQueryable,
            """
            "\(value)" is not a number. The column "\(column)" has only numbers. Write numbers without group separators, \
            such as 1234.5.
            """
        ).about(self)
    }
}
