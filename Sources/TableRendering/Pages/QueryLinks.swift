public import CascadingTable

/// Where a page leads on to the same table sorted, filtered and searched otherwise.
public struct QueryLinks: Sendable {
    /// The query that the page answers.
    public var query: TableQuery
    /// Where each column's heading leads, by its name; empty for a table that cannot be sorted.
    public var headings: [String: Heading] = [:]
    /// The page without each of the filters, in their order.
    public var withoutFilter: [String] = []
    /// The page without the search.
    public var withoutSearch = ""
    /// All rows, in the order that they are sorted in.
    public var all = ""
    /// What a form sends beside the search: names and values.
    public var besideSearch: [(name: String, value: String)] = []
    /// What a form sends beside one more filter.
    public var besideFilter: [(name: String, value: String)] = []

    public init(_ query: TableQuery) {
        self.query = query
    }

    /// How a column is sorted, and the page on which it is sorted the next way: up, down, and as it was.
    public struct Heading: Sendable {
        public var isAscending: Bool?
        public var url: String

        public init(isAscending: Bool?, url: String) {
            self.isAscending = isAscending
            self.url = url
        }
    }
}
