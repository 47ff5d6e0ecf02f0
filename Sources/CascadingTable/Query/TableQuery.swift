/// Which rows of a table are asked for, and in which order.
///
/// ```swift
/// let query = TableQuery(
///     sort: [.init("price", isAscending: false)], filters: [.init("country", .exact, "Ethiopia")], search: "honey")
/// ```
///
/// Rows are sorted and filtered within their sections, which stay in order.
public struct TableQuery: Sendable, Hashable {
    /// By which columns rows are sorted: first by the first, those that are equal in it by the second, and so on.
    public var sort: [SortKey]
    /// What a row must be like; all of it.
    public var filters: [Filter]
    /// Words that a row must have all of, wherever they stand in it; capitals and accents make no difference.
    public var search: String?
    /// Whether columns that refer to rows of other tables have a column beside them that says what those rows are called.
    public var includesLabels: Bool

    public init(sort: [SortKey] = [], filters: [Filter] = [], search: String? = nil, includesLabels: Bool = false) {
        self.sort = sort
        self.filters = filters
        self.search = search
        self.includesLabels = includesLabels
    }

    /// Whether it asks for all rows in their own order, without labels.
    public var isEmpty: Bool { sort.isEmpty && !leavesOutRows && !includesLabels }

    /// Whether it may ask for fewer rows than there are.
    public var leavesOutRows: Bool { !filters.isEmpty || !words.isEmpty }

    /// The words of the search.
    public var words: [Substring] { search?.split(whereSeparator: \.isWhitespace) ?? [] }

    /// A column to sort by. Values of one kind are compared with each other; null comes before all others.
    public struct SortKey: Sendable, Hashable {
        public var column: String
        public var isAscending: Bool

        public init(_ column: String, isAscending: Bool = true) {
            self.column = column
            self.isAscending = isAscending
        }
    }

    /// What the value of a column must be like.
    public struct Filter: Sendable, Hashable {
        public var column: String
        public var `operator`: Operator
        /// What it is compared with; no matter for `isnull` and `notnull`.
        public var value: String

        public init(_ column: String, _ operator: Operator, _ value: String = "") {
            self.column = column
            self.operator = `operator`
            self.value = value
        }
    }
}

/// The parts of a ``TableQuery`` that a table answers. None by default: the order of rows belongs to the data source.
public struct TableQueryOptions: OptionSet, Sendable, Hashable {
    public let rawValue: Int

    public init(rawValue: Int) { self.rawValue = rawValue }

    public static let sorting = TableQueryOptions(rawValue: 1 << 0)
    public static let filtering = TableQueryOptions(rawValue: 1 << 1)
    public static let searching = TableQueryOptions(rawValue: 1 << 2)
    /// The data source answers queries with a table of its own, and can give it columns of labels.
    public static let labels = TableQueryOptions(rawValue: 1 << 3)
    /// Sorting, filtering and searching.
    public static let all: TableQueryOptions = [.sorting, .filtering, .searching]
}
