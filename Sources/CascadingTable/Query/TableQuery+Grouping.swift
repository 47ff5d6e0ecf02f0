public import Bytes

extension TableQuery {
    /// Groups of rows that take the place of the rows: those with equal values in one or two columns.
    ///
    /// ```swift
    /// // Flights by carrier, with their mean delay, the most delayed first.
    /// let query = TableQuery(
    ///     sort: [.init("mean_dep_delay", isAscending: false)],
    ///     grouping: .init(by: [.init("carrier")], aggregates: [.init(.mean, of: "dep_delay")]))
    /// ```
    ///
    /// The answer is a table with a row for each group. Its columns are the columns of the groups, `count`, and a column
    /// for each aggregate, such as `mean_dep_delay`. It is sorted by these columns; without an order, the groups with most
    /// rows come first. Filters and the search choose rows before they are grouped.
    public struct Grouping: Sendable, Hashable {
        /// The columns by which rows are grouped, one or two.
        public var keys: [Key]
        /// The values that are computed for each group, at most ``maxAggregates``.
        public var aggregates: [Aggregate]
        /// The columns that are summarized in a row each; then there are no groups. At most ``maxStatistics``.
        public private(set) var statistics: [ExactString] = []
        /// A Boolean value that indicates whether all rows are read, however long that takes. Default: false.
        ///
        /// Otherwise only the first 100,000 rows are grouped if that takes too long, and the answer says so.
        public var isComplete = false

        /// The maximum number of aggregates.
        public static let maxAggregates = 8
        /// The maximum number of columns with statistics.
        public static let maxStatistics = 8
        /// The maximum number of groups in an answer: the first ones in its order.
        public static let maxGroups = 10_000

        /// Creates groups.
        ///
        /// - Parameters:
        ///   - keys: The columns by which rows are grouped, one or two.
        ///   - aggregates: The values that are computed for each group. Default: none; rows are counted in any case.
        public init(by keys: [Key], aggregates: [Aggregate] = []) { (self.keys, self.aggregates) = (keys, aggregates) }

        /// Creates statistics of some columns: a row for each of them with the numbers of rows, nulls and distinct values,
        /// the least and the greatest value, and the mean, the median and a histogram of its numbers.
        ///
        /// - Parameter columns: The names of the columns.
        public init(statisticsOf columns: [String]) {
            self.init(by: [])
            statistics = columns.map { ExactString($0) }
        }

        /// A column by which rows are grouped.
        public struct Key: Sendable, Hashable {
            /// The name of the column.
            @ExactString public var column: String
            /// The ranges that its values are put into; nil for the values themselves. Default: nil.
            public var bin: Bin?

            /// Creates a key.
            ///
            /// - Parameters:
            ///   - column: The name of the column.
            ///   - bin: The ranges that its values are put into, or nil.
            public init(_ column: String, bin: Bin? = nil) { (self.column, self.bin) = (column, bin) }
        }

        /// The ranges that values are put into. Other values, such as texts among numbers, are in the group of null.
        ///
        /// Texts are dates if they begin with a year and a month, or with a whole date for days.
        public enum Bin: Sendable, Hashable {
            /// Years of dates, such as `2026`.
            case year
            /// Months of dates, such as `2026-01`.
            case month
            /// Days of dates, such as `2026-01-31`.
            case day
            /// Ranges of numbers of a width, each with its least number: `100` for 100 to 199.
            case range(Double)
        }

        /// A value that is computed from the values of a column in a group. Null is left out.
        public struct Aggregate: Sendable, Hashable {
            /// The way it is computed.
            public var function: Function
            /// The name of the column.
            @ExactString public var column: String

            /// Creates an aggregate.
            ///
            /// - Parameters:
            ///   - function: The way it is computed.
            ///   - column: The name of the column.
            public init(_ function: Function, of column: String) { (self.function, self.column) = (function, column) }
        }
    }
}

extension TableQuery.Grouping {
    /// The names of the columns of the answer. A name that is taken gets an underscore.
    package var columnNames: [String] {
        guard statistics.isEmpty else { return ColumnStatistics.columns.map(\.name) }
        var names: [String] = []
        for var name in keys.map(\.column) + ["count"] + aggregates.map({ "\($0.function.rawValue)_\($0.column)" }) {
            while names.contains(where: name.isExactly) { name += "_" }
            names.append(name)
        }
        return names
    }

    /// The order of the groups: places among the columns of the answer.
    func order(by sort: [TableQuery.SortKey]) -> [(place: Int, isAscending: Bool)] {
        let names = columnNames
        var order = sort.compactMap { key in
            names.firstIndex(where: key.column.isExactly).map { (place: $0, isAscending: key.isAscending) }
        }
        for (place, isAscending) in [(keys.count, false)] + keys.indices.map({ ($0, true) })
        where !order.contains(where: { $0.place == place }) {
            order.append((place, isAscending))
        }
        return order
    }

    /// Checks the columns of the groups.
    ///
    /// - Parameters:
    ///   - sort: The order of the groups.
    ///   - columns: The columns of the table.
    /// - Throws: ``TableViewError`` with `noSuchColumn` or `notQueryable`.
    func check(sort: [TableQuery.SortKey], _ columns: [TableViewColumn]) throws(TableViewError) {
        guard keys.count <= 2, aggregates.count <= Self.maxAggregates, statistics.count <= Self.maxStatistics else {
            throw TableViewError(
                .notQueryable,
                """
                Rows can be grouped by at most 2 columns, with \(Self.maxAggregates) aggregates, or \(Self.maxStatistics) \
                columns can have statistics.
                """)
        }
        guard keys.isEmpty != statistics.isEmpty, keys.isEmpty ? aggregates.isEmpty : true else {
            throw TableViewError(.notQueryable, "Sums, means and ranges need _group. Statistics cannot be grouped.")
        }
        for name in keys.map(\.column) + aggregates.map(\.column) + statistics.map(\.wrappedValue)
        where !columns.contains(where: { $0.name.isExactly(name) }) {
            throw TableViewError(.noSuchColumn, .unknownColumn(name, among: columns.map(\.name)))
        }
        let names = columnNames
        for key in sort where !names.contains(where: key.column.isExactly) {
            throw TableViewError(.noSuchColumn, .unknownColumn(key.column, among: names))
        }
        for aggregate in aggregates where aggregate.function.isOfNumbers {
            if columns.first(where: { $0.name.isExactly(aggregate.column) })?.hasNumbers == false {
                throw aggregate.needsNumbers
            }
        }
    }
}

extension TableQuery.Grouping.Aggregate {
    /// The error for a sum or mean of a column without numbers.
    var needsNumbers: TableViewError {
        TableViewError(
            .notQueryable, "The column \"\(column)\" has no numbers in these rows, so it has no \(function.rawValue).")
    }
}

extension TableQuery.Grouping.Bin {
    /// Returns the value that pages show for a range, from the value by which rows are grouped: the beginning of a date,
    /// the first characters of a text, or the number of a range.
    func shown(_ value: FieldValue) -> FieldValue {
        switch (self, value) {
        case (.range(let width), _): value.double.map { .init(number: RangeScale(width).start(of: $0)) } ?? value
        case (_, .date): .text(String((value.operand ?? "").prefix(length)))
        default: value
        }
    }

    /// The number of characters of a date that its range has.
    package var length: Int { self == .year ? 4 : self == .month ? 7 : 10 }

    /// Returns the beginnings of a range and of the next one as filters write them; nil for a value without a range.
    func bounds(of value: FieldValue) -> (String, String)? {
        switch (self, value) {
        case (.range(let width), _):
            // Beyond this, numbers differ by more than a range.
            guard let number = value.double, number.magnitude < 0x1p52 else { return nil }
            let scale = RangeScale(width)
            return scale.start(of: number).text.flatMap { start in scale.start(of: number + 1).text.map { (start, $0) }
            }
        case (_, .date(let start, _)):
            let days = self == .day ? 1 : self == .month ? 31 : 366
            // Some day of the next range has its beginning.
            let next = (start + Double(days) * 86_400).formatted(.iso8601)
            return (value.operand ?? "", String(next.prefix(length) + "-01-01".suffix(10 - length)))
        case (_, .text(let text)):
            // Texts are compared, so that these are between all times of the range and the next one.
            return self == .year ? (text + "-01", text + "-13") : (text, text + (self == .month ? "-32" : "T24"))
        default: return nil
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

extension FieldValue {
    /// Creates an integer if the number is one.
    init(number: Double) { self = Int64(exactly: number).map { .integer($0) } ?? .decimal(number) }

    /// The value as a number; nil for other values.
    var double: Double? {
        switch self {
        case .integer(let integer): Double(integer)
        case .decimal(let decimal), .progress(let decimal): decimal
        case .number(let digits): Double(digits)
        default: nil
        }
    }

    /// The number that an `exact` filter compares with; nil for other values.
    var filteredNumber: Double? { if case .boolean(let boolean) = self { boolean ? 1 : 0 } else { double } }

    /// The value as an `exact` filter finds it; nil for null, and for a value that no filter finds.
    var operand: String? {
        switch self {
        case .text(let text), .json(let text): text
        case .number(let digits): digits
        case .integer(let integer): String(integer)
        case .decimal(let decimal): decimal.text
        case .boolean(let boolean): boolean ? "true" : "false"
        case .date(let date, let precision): String(date.formatted(.iso8601).prefix(precision == .day ? 10 : 20))
        case .url(let url, _): url
        case .progress(let part): part.text
        case .bytes, .sparkline, .excerpt, .null: nil
        }
    }
}

extension Double {
    /// The number as a filter reads it; nil for NaN.
    fileprivate var text: String? {
        if isNaN { return nil }
        if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
        return Int64(exactly: self).map { String($0) } ?? "\(self)"
    }
}
