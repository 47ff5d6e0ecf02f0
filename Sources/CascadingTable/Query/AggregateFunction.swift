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
        /// Creates the aggregate of no values.
        package let makeTotal: @Sendable () -> any AggregateTotal

        private init(
            _ rawValue: String, alias: String? = nil, isOfNumbers: Bool = false, significantDigits: Int = 15,
            sql: String, isInSQLite: Bool = true, makeTotal: @escaping @Sendable () -> any AggregateTotal
        ) {
            (self.rawValue, self.alias, self.isOfNumbers) = (rawValue, alias, isOfNumbers)
            (self.significantDigits, self.sql, self.isInSQLite) = (significantDigits, sql, isInSQLite)
            self.makeTotal = makeTotal
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
        public static let allCases: [Function] = [mean, median, sum, min, max]

        /// The mean of numbers.
        public static let mean = Function(
            "mean", alias: "avg", isOfNumbers: true, significantDigits: 6, sql: "avg(%)"
        ) { SumTotal(isMean: true) }
        /// The median of numbers.
        public static let median = Function(
            "median", isOfNumbers: true, significantDigits: 6, sql: "percentile_cont(0.5) WITHIN GROUP (ORDER BY %)",
            isInSQLite: false
        ) { MedianTotal() }
        /// The sum of numbers.
        public static let sum = Function("sum", isOfNumbers: true, significantDigits: 12, sql: "sum(%)") { SumTotal() }
        /// The least value.
        public static let min = Function("min", sql: "min(%)") { EdgeTotal(isGreatest: false) }
        /// The greatest value.
        public static let max = Function("max", sql: "max(%)") { EdgeTotal(isGreatest: true) }

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
        guard case .integer(let other) = value, let known = integer else {
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

private struct EdgeTotal: AggregateTotal {
    let isGreatest: Bool
    private(set) var value = FieldValue.null

    init(isGreatest: Bool) { self.isGreatest = isGreatest }

    mutating func add(_ value: FieldValue) {
        let (known, new) = (SortValue(self.value), SortValue(value))
        if known == .null || (isGreatest ? new > known : new < known) { self.value = value }
    }
}

/// The median, which holds all numbers of its group. One task uses it at a time.
private final class MedianTotal: AggregateTotal, @unchecked Sendable {
    private var numbers: [Double] = []
    /// The numbers that all medians hold, and their limit: 32 MB.
    private static let held = Atomic(0)
    private static let maxHeld = 1 << 22

    deinit { Self.held.subtract(numbers.count, ordering: .relaxed) }

    func add(_ value: FieldValue) throws(TableViewError) {
        guard let number = value.double, !number.isNaN else { return }
        guard Self.held.load(ordering: .relaxed) < Self.maxHeld else { throw .tooManyValues }
        Self.held.add(1, ordering: .relaxed)
        numbers.append(number)
    }

    var value: FieldValue {
        guard !numbers.isEmpty else { return .null }
        let sorted = numbers.sorted()
        return .decimal((sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2)
    }
}
