import Bytes
import CascadingTable

/// The values that a page template can show about sorting, filters and search.
public struct QueryTemplateContext: Sendable, Equatable {
    /// The address that the forms are sent to.
    public var action: String
    /// The search form; nil for a table that cannot be searched.
    public var search: Search?
    /// The filter form; nil for a table that cannot be filtered.
    public var filter: Filter?
    /// The sort links of a table without columns; nil for other tables, whose column headings sort.
    public var sort: Sort?
    /// The active filters and the search, each with a link that removes it.
    public var chips: [Chip]
    /// A Boolean value that indicates whether there are active filters or a search.
    public var hasChips: Bool

    /// The search form.
    public struct Search: Sendable, Equatable {
        /// The current search; empty for none.
        public var text: String
        /// The hidden inputs of the form.
        public var hidden: [Hidden]
    }

    /// The filter form.
    public struct Filter: Sendable, Equatable {
        /// The columns to filter by.
        public var columns: [Choice]
        /// The operators to choose from.
        public var operators: [Choice]
        /// The hidden inputs of the form.
        public var hidden: [Hidden]
    }

    /// The sort links of a table without columns.
    public struct Sort: Sendable, Equatable {
        /// The links, one for each column that can be sorted.
        public var ways: [Way]
    }

    /// A hidden input of a form.
    public struct Hidden: Sendable, Equatable {
        /// The name of the input.
        public var name: String
        /// The value of the input.
        public var value: String
    }

    /// A choice of a form.
    public struct Choice: Sendable, Equatable {
        /// The value that the form sends.
        public var value: String
        /// The title of the choice.
        public var title: String
    }

    /// A sort link.
    public struct Way: Sendable, Equatable {
        /// The title of the column.
        public var title: String
        /// The address of the page in the next order of the column.
        public var url: String
        /// The current order: `ascending` or `descending`; nil if the rows are not sorted by this column.
        public var order: String?
    }

    /// An active filter or search.
    public struct Chip: Sendable, Equatable {
        /// The filter in words, such as `price is more than 10`.
        public var text: String
        /// The label of the link that removes it, for screen readers.
        public var removal: String
        /// The address of the page without it.
        public var url: String
    }

    init(_ links: QueryLinks, of head: TableMetadata, base: String, words: Words) {
        action = base
        func hidden(_ fields: [(name: String, value: String)]) -> [Hidden] {
            fields.map { Hidden(name: $0.name, value: $0.value) }
        }
        let query = links.query
        /// Returns the column's title; `title` and `subtitle` of a table without columns are translated.
        func title(of column: TableViewColumn) -> String {
            switch column.name {
            case "title" where head.columns.isEmpty: words.cellTitle.description
            case "subtitle" where head.columns.isEmpty: words.cellSubtitle.description
            default: column.title
            }
        }
        if head.queryOptions.contains(.searching) {
            search = Search(text: query.search ?? "", hidden: hidden(links.besideSearch))
        }
        if head.queryOptions.contains(.filtering) {
            filter = Filter(
                columns: head.queryColumns.map { Choice(value: $0.name, title: title(of: $0)) },
                operators: words.operators, hidden: hidden(links.besideFilter))
        }
        if head.columns.isEmpty, !links.headings.isEmpty {
            sort = Sort(
                ways: head.queryColumns.compactMap { column in
                    links.headings[ExactString(column.name)].map { heading in
                        Way(
                            title: title(of: column), url: heading.url,
                            order: heading.isAscending.map { $0 ? "ascending" : "descending" })
                    }
                })
        }
        func chip(_ text: String, _ url: String) -> Chip { Chip(text: text, removal: words.removing(text), url: url) }
        chips = zip(query.filters, links.withoutFilter).map { filter, url in
            let title = head.queryColumns.first { $0.name.isExactly(filter.column) }.map(title) ?? filter.column
            return chip(words.sentence(filter, column: title), url)
        }
        if let search = query.search {
            chips.append(chip("\(words.search): \(words.isolated(search))", links.withoutSearch))
        }
        hasChips = !chips.isEmpty
    }
}
