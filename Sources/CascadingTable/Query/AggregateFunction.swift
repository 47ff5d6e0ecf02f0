import Bytes
import Synchronization

extension TableQuery.Grouping.Aggregate {
    /// The way to compute a value from those of a group. Null is left out.
    public struct Function: RawRepresentable, Sendable, Hashable, CaseIterable {
        /// The word in an address, such as `sum`.
        public let rawValue: String
        /// Another word with the same meaning; nil for none.
        package let alias: String?
        /// A Boolean value that indicates whether values that are no numbers are left out, too.
        package let isOfNumbers: Bool
        /// The number of significant digits that pages show. Sums of many decimals have errors beyond it.
        package let significantDigits: Int
        /// The aggregate in SQL, with `%` in the place of the value.
        package let sql: String
        /// A Boolean value that indicates whether SQLite has the aggregate. Otherwise it calls this program.
        package let isInSQLite: Bool
        /// A Boolean value that indicates whether the values of some groups give the value of all of them together.
        private let hasParts: Bool
        /// Creates the aggregate of no values.
        package let makeTotal: @Sendable () -> any AggregateTotal

        private init(
            _ rawValue: String, alias: String? = nil, isOfNumbers: Bool = false, significantDigits: Int = 15,
            sql: String, isInSQLite: Bool = true, hasParts: Bool = true,
            makeTotal: @escaping @Sendable () -> any AggregateTotal
        ) {
            (self.rawValue, self.alias, self.isOfNumbers) = (rawValue, alias, isOfNumbers)
            (self.significantDigits, self.sql, self.isInSQLite) = (significantDigits, sql, isInSQLite)
            (self.hasParts, self.makeTotal) = (hasParts, makeTotal)
        }

        /// Creates the function of a word; nil for an unknown word.
        ///
        /// - Parameter rawValue: The word.
        public init?(rawValue: String) {
            guard let found = Self.allCases.first(where: { $0.rawValue == rawValue || $0.alias == rawValue }) else {
                return nil
            }
            self = found
        }

        /// All functions, in the order of menus.
        public static let allCases: [Function] = [mean, median, sum, min, max, count, distinct]

        /// The mean of numbers.
        public static let mean = Function(
            "mean", alias: "avg", isOfNumbers: true, significantDigits: 6, sql: "avg(%)"
        ) { SumTotal(isMean: true) }
        /// The median of numbers.
        public static let median = Function(
            "median", isOfNumbers: true, significantDigits: 6, sql: "percentile_cont(0.5) WITHIN GROUP (ORDER BY %)",
            isInSQLite: false, hasParts: false
        ) { MedianTotal() }
        /// The sum of numbers.
        public static let sum = Function("sum", isOfNumbers: true, significantDigits: 12, sql: "sum(%)") { SumTotal() }
        /// The least value.
        public static let min = Function("min", sql: "min(%)", hasParts: false) { EdgeTotal(isGreatest: false) }
        /// The greatest value.
        public static let max = Function("max", sql: "max(%)", hasParts: false) { EdgeTotal(isGreatest: true) }
        /// The number of values.
        public static let count = Function("count", sql: "count(%)") { CountTotal() }
        /// The number of different values.
        public static let distinct = Function("distinct", sql: "count(DISTINCT %)", hasParts: false) { DistinctTotal() }
        /// The sum of numbers, which has decimals and does not end at 64 bits.
        static let total = Function("total", isOfNumbers: true, sql: "sum((%) * 1.0)") { SumTotal() }
        /// The number of values that are numbers.
        static let numbers = Function("numbers", isOfNumbers: true, sql: "count(%)") { CountTotal() }

        /// The functions whose values for some groups give the value for all of them together; nil if no values do.
        var parts: [Function]? { hasParts ? (self == .mean ? [.total, .numbers] : [self]) : nil }

        /// A Boolean value that indicates whether the value is a number of values.
        var isCount: Bool { self == .count || self == .distinct || self == .numbers }

        /// A Boolean value that indicates whether the value has decimals, although those of the rows have none.
        var isMean: Bool { self == .mean || self == .median }

        /// A Boolean value that indicates whether the value is always a number.
        package var isNumber: Bool { isOfNumbers || isCount }

        /// Two functions are equal if their words are.
        public static func == (one: Function, other: Function) -> Bool { one.rawValue == other.rawValue }

        /// Adds the word to a hash.
        public func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
    }
}

/// The aggregate of the values so far.
package protocol AggregateTotal: Sendable {
    /// Adds a value, which is not null.
    ///
    /// - Throws: ``TableViewError/tooManyValues``.
    mutating func add(_ value: FieldValue) throws(TableViewError)

    /// The value of the aggregate; null without values.
    var value: FieldValue { get }
}

extension TableViewError {
    /// The error for an aggregate of more values than memory is used for.
    package static let tooManyValues = TableViewError(
        .notQueryable, "The groups have too many values for this function. Use more filters.")
}

private struct SumTotal: AggregateTotal {
    var isMean = false
    private var (count, sum) = (0, 0.0)
    /// The sum as an integer; nil if it is none.
    private var integer: Int64? = 0

    init(isMean: Bool = false) { self.isMean = isMean }

    mutating func add(_ value: FieldValue) {
        guard let number = value.double else { return }
        count += 1
        sum += number
        let whole: Int64? =
            switch value {
            case .integer(let integer): integer
            case .number(let digits): Int64(digits)
            default: nil
            }
        guard let other = whole, let known = integer else {
            integer = nil
            return
        }
        let (total, overflows) = known.addingReportingOverflow(other)
        integer = overflows ? nil : total
    }

    var value: FieldValue {
        if count == 0 { return .null }
        return isMean ? .decimal(sum / Double(count)) : integer.map { .integer($0) } ?? .decimal(sum)
    }
}

private struct CountTotal: AggregateTotal {
    private var count: Int64 = 0

    mutating func add(_ value: FieldValue) { count += 1 }

    var value: FieldValue { .integer(count) }
}

private struct EdgeTotal: AggregateTotal {
    let isGreatest: Bool
    private(set) var value = FieldValue.null

    init(isGreatest: Bool) { self.isGreatest = isGreatest }

    mutating func add(_ value: FieldValue) {
        let (known, new) = (SortValue(self.value), SortValue(value))
        if known == .null || (isGreatest ? new > known : new < known) { self.value = value }
    }
}

/// The values that the aggregates of all requests hold, and their limit: 32 MB of numbers.
private enum HeldValues {
    private static let count = Atomic(0)
    private static let maxCount = 1 << 22

    /// - Throws: ``TableViewError/tooManyValues``.
    static func add() throws(TableViewError) {
        guard count.load(ordering: .relaxed) < maxCount else { throw .tooManyValues }
        count.add(1, ordering: .relaxed)
    }

    static func remove(_ number: Int) { count.subtract(number, ordering: .relaxed) }
}

/// The number of different values, which holds each of them. One task uses it at a time.
private final class DistinctTotal: AggregateTotal, @unchecked Sendable {
    private var values: Set<ExactString> = []

    deinit { HeldValues.remove(values.count) }

    func add(_ value: FieldValue) throws(TableViewError) {
        let name = ExactString(FieldValue.name(ofGroup: CollectionOfOne(value)))
        guard !values.contains(name) else { return }
        try HeldValues.add()
        values.insert(name)
    }

    var value: FieldValue { .integer(Int64(values.count)) }
}

/// The median, which holds all numbers of its group. One task uses it at a time.
private final class MedianTotal: AggregateTotal, @unchecked Sendable {
    private var numbers: [Double] = []

    deinit { HeldValues.remove(numbers.count) }

    func add(_ value: FieldValue) throws(TableViewError) {
        guard let number = value.double, !number.isNaN else { return }
        try HeldValues.add()
        numbers.append(number)
    }

    var value: FieldValue {
        guard !numbers.isEmpty else { return .null }
        let sorted = numbers.sorted()
        return .decimal((sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2)
    }
}
