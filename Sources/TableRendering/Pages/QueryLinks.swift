package import Bytes
package import CascadingTable

/// The addresses for sorting, filtering and searching a table.
package struct QueryLinks: Sendable {
    /// The query that the page answers.
    package var query: TableQuery
    /// The links of the column headings, by column name; empty for a table that cannot be sorted.
    package var headings: [ExactString: Heading] = [:]
    /// The filter form; nil for a table that cannot be filtered.
    package var filters: FilterForm?
    /// The addresses of the page without each value of the filters, in their order. Only lists have several values, and a
    /// long one has a single address for all of them.
    package var withoutValue: [[String]] = []
    /// The address of the page without the search.
    package var withoutSearch = ""
    /// The address of the rows of the groups; empty for a page of rows.
    package var withoutGroups = ""
    /// A Boolean value that indicates whether the page of the columns has a form that groups the rows.
    package var canGroup = false
    /// The addresses of the page without each filter of groups, in their order.
    package var withoutHaving: [String] = []
    /// The columns whose numbers have colours, with the addresses of the page without them.
    package var withoutColours: [(column: String, url: String)] = []
    /// The address of all rows in the current order.
    package var all = ""
    /// The names and values that the search form sends besides the search.
    package var besideSearch: [(name: String, value: String)] = []

    /// Creates links without addresses, for a query.
    package init(_ query: TableQuery) {
        self.query = query
    }

    /// A column heading: the current order, and the link to the next order.
    ///
    /// The link leads from the original order to ascending, then descending, then back.
    package struct Heading: Sendable {
        /// A Boolean value that indicates whether the column is sorted in ascending order; nil if the rows are not
        /// sorted by it.
        package var isAscending: Bool?
        /// The place of the column among several columns by which the rows are sorted, from 1; otherwise nil.
        package var rank: Int?
        /// The address of the next order.
        package var url: String

        /// Creates a heading. Each parameter sets the property of its name.
        package init(isAscending: Bool?, rank: Int? = nil, url: String) {
            self.isAscending = isAscending
            self.rank = rank
            self.url = url
        }
    }
}
