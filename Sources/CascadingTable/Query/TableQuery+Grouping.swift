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
        /// The columns by which rows are grouped, one or two; none for the aggregates of all rows together.
        public var keys: [Key]
        /// The values that are computed for each group, at most ``maxAggregates``.
        public var aggregates: [Aggregate]
        /// The columns that are summarized in a row each; then there are no groups. At most ``maxStatistics``.
        public private(set) var statistics: [ExactString] = []
        /// The filters that a group must pass. They name `count` or an aggregate, such as `mean_dep_delay`.
        ///
        /// A cross table has none.
        public var having: [Filter] = []
        /// A Boolean value that indicates whether the groups are a cross table. Default: false.
        ///
        /// It needs two keys. The values of the second one are columns, and each of them has a figure: the only aggregate, or
        /// the number of rows. A further column and a further row have the figures of all rows together, under the name
        /// `total`.
        public var isAcross = false
        /// The way in which the first figure is compared with others: the first aggregate, or the number of rows. Groups have
        /// a further column for it. A cross table has it in place of the figures. Default: nil, it is not compared.
        public var shownFigure: ShownFigure?
        /// A Boolean value that indicates whether all rows are read, however long that takes. Default: false.
        ///
        /// Otherwise only the first 100,000 rows are grouped if that takes too long, and the answer says so.
        public var isComplete = false
        /// A Boolean value that indicates whether the groups are for a cross table, so that equal keys are spelled alike.
        package var spellsKeysAlike = false

        /// The maximum number of aggregates.
        public static let maxAggregates = 8
        /// The maximum number of columns with statistics.
        public static let maxStatistics = 8
        /// The maximum number of groups in an answer: the first ones in its order.
        public static let maxGroups = 10_000
        /// The maximum number of columns of a cross table besides its first and its last one: the first ones in their order.
        public static let maxColumnsAcross = 100
        /// The maximum number of figures in a cross table, with those of columns that are left out.
        public static let maxFigures = 100_000

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
        return Self.distinct(
            keys.map(\.column) + ["count"] + aggregates.map { "\($0.function.rawValue)_\($0.column)" })
    }

    /// The filters of groups with their places among the columns of the answer.
    package var havingPlaces: [(place: Int, filter: TableQuery.Filter)] {
        let names = columnNames
        return having.compactMap { filter in names.firstIndex(where: filter.column.isExactly).map { ($0, filter) } }
    }

    /// Returns names that are all different.
    static func distinct(_ all: [String]) -> [String] {
        var (names, taken): ([String], Set<ExactString>) = ([], [])
        for var name in all {
            while !taken.insert(ExactString(name)).inserted { name += "_" }
            names.append(name)
        }
        return names
    }

    /// The figure of a cross table; nil for the number of rows.
    var figure: Aggregate? { isAcross ? aggregates.first : nil }

    /// The order of the groups: places among the columns of the answer.
    func order(by sort: [TableQuery.SortKey]) -> [(place: Int, isAscending: Bool)] {
        // Figures that follow each other are in the order of their groups.
        if isAcross || sort.isEmpty && shownFigure?.isInOrder == true { return keys.indices.map { ($0, true) } }
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
        guard (keys.isEmpty && aggregates.isEmpty) != statistics.isEmpty else {
            throw TableViewError(.notQueryable, "Sums, means and ranges need _group. Statistics cannot be grouped.")
        }
        if isAcross, keys.count != 2 || aggregates.count > 1 || !having.isEmpty {
            throw TableViewError(
                .notQueryable,
                "A cross table needs one _group and one _across. It shows one figure, and has no _having.")
        }
        for name in keys.map(\.column) + aggregates.map(\.column) + statistics.map(\.wrappedValue)
        where !columns.contains(where: { $0.name.isExactly(name) }) {
            throw TableViewError(.noSuchColumn, .unknownColumn(name, among: columns.map(\.name)))
        }
        let names = columnNames
        // The columns of a cross table are values of the rows.
        for key in isAcross ? [] : sort where !names.contains(where: key.column.isExactly) {
            throw TableViewError(.noSuchColumn, .unknownColumn(key.column, among: names))
        }
        if let shownFigure, shownFigure != .difference, let function = aggregates.first?.function,
            function != .sum, function != .count
        {
            throw TableViewError(
                .notQueryable, "Only sums and numbers of rows or values have percentages and running totals.")
        }
        guard shownFigure == nil && having.isEmpty || !keys.isEmpty else {
            throw TableViewError(.notQueryable, "Sums, means and ranges need _group. Statistics cannot be grouped.")
        }
        for filter in having {
            guard let place = names.firstIndex(where: filter.column.isExactly), place >= keys.count else {
                throw TableViewError(
                    .noSuchColumn, .unknownColumn(filter.column, among: Array(names[keys.count...])))
            }
            if filter.ranksRows { throw filter.cannotRank }
            let index = place - keys.count - 1
            let aggregate = aggregates.indices.contains(index) ? aggregates[index] : nil
            if aggregate?.function.isNumber ?? true, filter.excludesNumbers { throw filter.needsNumber }
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

extension FieldValue {
    /// Creates an integer if the number is one.
    init(number: Double) { self = Int64(exactly: number).map { .integer($0) } ?? .decimal(number) }

    /// The value as a number; nil for other values.
    package var double: Double? {
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
    var text: String? {
        if isNaN { return nil }
        if isInfinite { return self < 0 ? "-Infinity" : "Infinity" }
        return Int64(exactly: self).map { String($0) } ?? "\(self)"
    }
}
