import CascadingTable

/// What a template may show of how a table is sorted, filtered and searched.
public struct QueryTemplateContext: Sendable, Equatable {
    /// Where its forms are sent.
    public var action: String
    public var search: Search?
    public var filter: Filter?
    /// How the rows of a table without columns are sorted; the headings of columns say it of any other.
    public var sort: Sort?
    /// Each filter in words, and the page without it.
    public var chips: [Chip]
    /// Whether there are any, which makes a list of them.
    public var hasChips: Bool

    public struct Search: Sendable, Equatable {
        public var text: String
        public var hidden: [Hidden]
    }

    public struct Filter: Sendable, Equatable {
        public var columns: [Choice]
        public var operators: [Choice]
        public var hidden: [Hidden]
    }

    public struct Sort: Sendable, Equatable {
        public var ways: [Way]
    }

    public struct Hidden: Sendable, Equatable {
        public var name: String
        public var value: String
    }

    public struct Choice: Sendable, Equatable {
        public var value: String
        public var title: String
    }

    public struct Way: Sendable, Equatable {
        public var title: String
        public var url: String
        /// `ascending` or `descending`; nil where it is sorted otherwise.
        public var order: String?
    }

    public struct Chip: Sendable, Equatable {
        public var text: String
        /// What the link says to who cannot see that it is a cross.
        public var removal: String
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
                    links.headings[column.name].map { heading in
                        Way(
                            title: title(of: column), url: heading.url,
                            order: heading.isAscending.map { $0 ? "ascending" : "descending" })
                    }
                })
        }
        func chip(_ text: String, _ url: String) -> Chip { Chip(text: text, removal: words.removing(text), url: url) }
        chips = zip(query.filters, links.withoutFilter).map { filter, url in
            let title = head.queryColumns.first { $0.name == filter.column }.map(title) ?? filter.column
            return chip(words.sentence(filter, column: title), url)
        }
        if let search = query.search {
            chips.append(chip("\(words.search): \(words.isolated(search))", links.withoutSearch))
        }
        hasChips = !chips.isEmpty
    }
}
