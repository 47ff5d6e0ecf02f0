public import Bytes
import Essentials

/// A query for rows of a table: filters, a search and an order.
///
/// ```swift
/// let query = TableQuery(
///     sort: [.init("price", isAscending: false)], filters: [.init("country", .exact, "Ethiopia")], search: "honey")
/// ```
///
/// Rows are sorted and filtered within their sections. The sections keep their order.
public struct TableQuery: Sendable, Hashable {
    /// The columns to sort by. Rows that are equal in the first column are sorted by the second, and so on.
    ///
    /// At most ``maxSortKeys``. Default: none, for the order of the data source.
    public var sort: [SortKey]
    /// The filters. A row must match all of them, except for alternatives; see ``conditions``.
    ///
    /// At most ``maxFilters``. Default: none.
    public var filters: [Filter]
    /// The words that a row must contain, separated by spaces; nil for no search.
    ///
    /// Each word can occur in any text of the row. Case and accents are ignored. At most 20 words. Default: nil.
    public var search: String? {
        get { exactSearch?.wrappedValue }
        set { exactSearch = newValue.map { ExactString($0) } }
    }
    private var exactSearch: ExactString?
    /// A Boolean value that indicates whether foreign keys get a column beside them with names of the referred rows.
    ///
    /// It needs ``TableQueryOptions/labels``. Default: false.
    public var includesLabels: Bool
    /// The names of columns of other tables that the rows have besides their own: `carrier.name`.
    ///
    /// All of them are here, also those that only a filter, the order or the groups name.
    package var relatedColumns: [ExactString] = []
    /// The groups that take the place of the rows; nil for the rows themselves. Default: nil.
    public var grouping: Grouping?

    /// Creates a query.
    ///
    /// - Parameters:
    ///   - sort: The columns to sort by.
    ///   - filters: The filters that a row must match.
    ///   - matchesAny: Whether a row needs to match only one of the filters, which become alternatives. Default: false.
    ///   - search: The words that a row must contain.
    ///   - includesLabels: Whether foreign keys get a column of names beside them.
    ///   - grouping: The groups that take the place of the rows, or nil.
    public init(
        sort: [SortKey] = [], filters: [Filter] = [], matchesAny: Bool = false, search: String? = nil,
        includesLabels: Bool = false, grouping: Grouping? = nil
    ) {
        self.grouping = grouping
        self.sort = sort
        self.filters = filters
        for index in filters.indices.dropFirst() where matchesAny { self.filters[index].isAlternative = true }
        exactSearch = search.map { ExactString($0) }
        self.includesLabels = includesLabels
    }

    /// A Boolean value that indicates whether the query asks for all rows in their own order, without labels.
    public var isEmpty: Bool {
        sort.isEmpty && !leavesOutRows && !includesLabels && relatedColumns.isEmpty && grouping == nil
    }

    /// The names of columns that the filters, the order and the groups name.
    package var columnNames: [String] {
        let grouping = grouping.map { grouping in
            grouping.keys.map(\.column) + grouping.aggregates.map(\.column)
                + grouping.statistics.map(\.wrappedValue)
        }
        // The order of groups is one of their own columns.
        return filters.map(\.column) + (grouping ?? sort.map(\.column))
    }

    /// Returns whether a name can be that of a column of another table.
    package static func canBeRelated(_ name: String) -> Bool { name.contains(".") || name.hasPrefix("count(") }

    /// The query for the rows that are grouped, in their own order.
    package var ofGroupedRows: TableQuery {
        var rows = TableQuery(filters: filters, search: search)
        rows.relatedColumns = relatedColumns
        return rows
    }

    /// The filters in lists. A row must match at least one filter of each list.
    ///
    /// Filters for the first rows with a value (`top`) are conditions of their own, and so is the search.
    public var conditions: [[Filter]] { Self.conditions(filters.filter { !$0.ranksRows }.map { ($0, $0) }) }

    /// Returns what filters are written as, in lists of alternatives.
    package static func conditions<Written>(_ filters: [(filter: Filter, written: Written)]) -> [[Written]] {
        filters.reduce(into: []) { lists, item in
            let place = lists.indices.last
            if let place, item.filter.isAlternative {
                lists[place].append(item.written)
            } else {
                lists.append([item.written])
            }
        }
    }

    /// A Boolean value that indicates whether the query has filters or search words, so that rows may be left out.
    public var leavesOutRows: Bool { !filters.isEmpty || !words.isEmpty }

    /// The words of the search, split at white space.
    public var words: [Substring] { search?.split(whereSeparator: \.isWhitespace) ?? [] }

    /// Returns a word of a search, and also the number that a page writes so: `12345` for `12,345`.
    package static func spellings(of word: some StringProtocol) -> [String] {
        let word = String(word)
        guard word.utf8.count > 4,
            let match = word.wholeMatch(
                of: /([+\u{2212}-]?[0-9]{1,3})([,.'\u{2019}])([0-9]{3}(?:\2[0-9]{3})*)(?:[.,]([0-9]+))?/)
        else { return [word] }
        let integer = match.1.replacing("\u{2212}", with: "-") + match.3.replacing(match.2, with: "")
        return [word, integer + (match.4.map { ".\($0)" } ?? "")]
    }

    /// A column to sort by, with the direction.
    ///
    /// Values of one kind are compared with each other. Null comes first in ascending order.
    public struct SortKey: Sendable, Hashable {
        /// The name of the column.
        @ExactString public var column: String
        /// A Boolean value that indicates whether the lowest value comes first. Default: true.
        public var isAscending: Bool

        /// Creates a sort key.
        ///
        /// - Parameters:
        ///   - column: The name of the column.
        ///   - isAscending: Whether the lowest value comes first.
        public init(_ column: String, isAscending: Bool = true) {
            self.column = column
            self.isAscending = isAscending
        }
    }

    /// A condition for the value of a column.
    public struct Filter: Sendable, Hashable {
        /// The name of the column.
        @ExactString public var column: String
        /// The comparison.
        public var `operator`: Operator
        /// The operand of the comparison, as a text. It is ignored for `isnull`, `notnull` and `empty`.
        ///
        /// The operand of `in` is a list: `UA, DL, "Doe, Ann"`. Blanks around commas are ignored. A value with a comma
        /// is written in double quotes, and quotes in it are doubled.
        @ExactString public var value: String
        /// A Boolean value that indicates whether the filter is an alternative to the filter before it.
        ///
        /// A row needs to match only one filter and its alternatives. If the last of three filters is an alternative, a row
        /// must match the first one, and the second or the third. Default: false.
        public var isAlternative = false
        /// The day of a filter that depends on it, as a number of days since 1970 in UTC; nil for others.
        private var day: Int?
        /// The list that the operand stands for; nil for an operand that is the list.
        package var keptValues: KeptValues?

        /// Creates a filter.
        ///
        /// - Parameters:
        ///   - column: The name of the column.
        ///   - operator: The comparison.
        ///   - value: The operand of the comparison.
        public init(_ column: String, _ operator: Operator, _ value: String = "") {
            self.column = column
            self.operator = `operator`
            self.value = value
            day = `operator` == .within ? Self.today : nil
        }

        /// The day of today, as a number of days since 1970 in UTC.
        package static var today: Int { Int((Date.now.timeIntervalSince1970 / 86_400).rounded(.down)) }

        /// The operands: the values of a list, or the only one.
        package var values: [String] {
            guard self.operator.test == .equals(isList: true) else { return [value] }
            return keptValues?.values ?? ValueList(parsing: value).values
        }

        /// The least and the greatest value of the range of the filter. For a range of time, the latter is the day after it.
        /// Nil for other filters, and for an operand that is no range.
        package var range: (low: String, high: String)? {
            guard case .isInRange(let range) = self.operator.test else { return nil }
            guard range == .time else {
                let values = ValueList(parsing: value).values
                return values.count == 2 ? (values[0], values[1]) : nil
            }
            return day.flatMap { TimeRange(value, on: $0) }.map { ($0.first, $0.end) }
        }

        /// A Boolean value that indicates whether the order of the rows decides which ones match.
        package var ranksRows: Bool { self.operator.test == .isAmongFirst }

        /// The number of rows that come first among those with the same value; nil for other filters.
        package var rankLimit: Int? {
            ranksRows ? Int(value).flatMap { (1...Int(Int32.max)).contains($0) ? $0 : nil } : nil
        }

        /// The error for a table that cannot find the first rows of each value.
        package var cannotRank: TableViewError {
            TableViewError(
                .notQueryable, "The first rows of each value of \"\(column)\" cannot be found in this table."
            ).about(self)
        }

        /// Checks the operand.
        ///
        /// - Throws: ``TableViewError`` with `notQueryable` for one that is no range.
        package func check() throws(TableViewError) {
            if ranksRows, rankLimit == nil {
                throw TableViewError(.notQueryable, "Write a number of rows, such as 3.").about(self)
            }
            guard case .isInRange(let test) = self.operator.test, range == nil else { return }
            throw TableViewError(
                .notQueryable,
                test == .values
                    ? "Write the two values of a range with a comma between them: 10, 20."
                    : "Write a time as 30 days, 2 weeks, 6 months or 1 year, or as today, week, month or year."
            ).about(self)
        }
    }
}

/// The kinds of queries that a table offers to visitors.
///
/// The default of ``TableView/queryOptions`` is none, because the order of rows belongs to the data source.
public struct TableQueryOptions: OptionSet, Sendable, Hashable {
    /// The options as bits.
    public let rawValue: Int

    /// Creates a set of options from its bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Visitors can sort by columns (`_sort`, `_sort_desc`).
    public static let sorting = TableQueryOptions(rawValue: 1 << 0)
    /// Visitors can filter by columns (`COLUMN__OPERATOR`).
    public static let filtering = TableQueryOptions(rawValue: 1 << 1)
    /// Visitors can search for words (`_search`).
    public static let searching = TableQueryOptions(rawValue: 1 << 2)
    /// Visitors can ask for the names of referred rows (`_labels`).
    ///
    /// Set it only if the data source implements `tableAnswering` and its tables can have such columns.
    public static let labels = TableQueryOptions(rawValue: 1 << 3)
    /// Visitors can name columns of rows that the rows refer to, or that refer to them (`carrier.name`).
    package static let relatedColumns = TableQueryOptions(rawValue: 1 << 4)
    /// Sorting, filtering and searching, without labels.
    public static let all: TableQueryOptions = [.sorting, .filtering, .searching]
}

extension TableQuery {
    // Limits that protect the server from expensive queries.
    /// The maximum number of filters in a query.
    public static let maxFilters = 20
    /// The maximum number of columns that a query can sort by.
    public static let maxSortKeys = 4
    /// The maximum number of words in a search.
    static let maxWords = 20
}
