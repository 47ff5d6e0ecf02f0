import Bytes
import FoundationEssentials

/// A filter, prepared for comparison with many values.
struct FilterTest {
    private let filter: TableQuery.Filter
    private let operands: [FilterOperand]
    private let folded: [UInt32]

    init(_ filter: TableQuery.Filter, _ folder: inout TextNormalizer) {
        self.filter = filter
        let texts = filter.operator == .in ? ValueList(parsing: filter.value).values : [filter.value]
        operands = texts.map(FilterOperand.init)
        folded = folder.fold(filter.value)
    }

    func matches(_ value: FieldValue, _ folder: inout TextNormalizer) -> Bool {
        switch filter.operator {
        case .exact, .in: operands.contains { value.equals($0) }
        case .not: !operands.contains { value.equals($0) }
        case .contains: value.hasText(&folder) { $0.contains(run: folded) }
        case .startswith: value.hasText(&folder) { $0.starts(with: folded) }
        case .endswith: value.hasText(&folder) { $0.ends(with: folded) }
        case .gt: order(of: value).map { $0 > 0 } ?? false
        case .gte: order(of: value).map { $0 >= 0 } ?? false
        case .lt: order(of: value).map { $0 < 0 } ?? false
        case .lte: order(of: value).map { $0 <= 0 } ?? false
        case .isnull: SortValue(value) == .null
        case .notnull: SortValue(value) != .null
        }
    }

    private func order(of value: FieldValue) -> Int? {
        operands.first.flatMap(value.order(comparedWith:))
    }
}

extension FieldValue {
    fileprivate func equals(_ operand: FilterOperand) -> Bool {
        switch self {
        case .text(let text): text.isExactly(operand.text)
        case .url(let url, let title):
            url.isExactly(operand.text) || title?.isExactly(operand.text) == true
        default: order(comparedWith: operand) == 0
        }
    }

    /// Returns a number below 0 if the value comes before the operand, and above 0 if after; nil if they cannot be
    /// compared.
    fileprivate func order(comparedWith operand: FilterOperand) -> Int? {
        switch self {
        case .text, .url: SortValue(self).compare(.text(operand.text.lowercased()))
        case .boolean: operand.boolean.map { SortValue(self).compare(.integer($0 ? 1 : 0)) }
        case .integer, .decimal, .progress:
            SortValue(self) == .null ? nil : operand.number.map { SortValue(self).compare(SortValue($0)) }
        case .date(let date, _):
            operand.date.map { SortValue.date($0.isDay ? date.startOfDay : date).compare(.date($0.date)) }
        case .bytes, .sparkline, .null, .excerpt: nil
        }
    }

    /// Returns whether one of the texts of the value passes a test.
    func hasText(_ folder: inout TextNormalizer, _ isSuch: ([UInt32]) -> Bool) -> Bool {
        switch self {
        case .text(let text): isSuch(folder.fold(text))
        case .integer(let integer): isSuch(folder.fold(String(integer)))
        case .decimal(let decimal): isSuch(folder.fold("\(decimal)"))
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
