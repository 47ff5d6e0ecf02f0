import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
import TableRendering

/// The filters, order and search of an address, read before the table is known.
///
///     _sort=country&price__gte=10&_search=honey
struct FilterParameters: Hashable {
    var sort: [TableQuery.SortKey] = []
    /// The filters, each a name with a value: `COLUMN` or `COLUMN__OPERATOR`.
    var filters: [Item] = []
    /// A Boolean value that indicates whether a row needs to match only one of the filters (`_or=1`).
    private var matchesAny = false
    /// The day of filters that depend on it, so that their pages are not those of the day before; nil for others.
    private var day: Int?
    @ExactString var search = ""
    /// A Boolean value that indicates whether references to other tables show labels (`_labels=1`).
    var includesLabels = false
    /// The columns that the page names, and that can be those of other tables.
    private var relatedColumns: [ExactString] = []
    /// The lists of values that filters name by tokens, by the token.
    var keptValues: [ExactString: KeptValues] = [:]
    /// The groups that take the place of the rows.
    var groups = GroupParameters()

    var isEmpty: Bool { self == FilterParameters() }

    /// A filter of an address.
    struct Item: Hashable {
        @ExactString var name: String
        @ExactString var value: String
        /// A Boolean value that indicates whether the filter is an alternative to the filter before it (`_or=price__gt=10`).
        var isAlternative = false
    }

    init() {}

    /// Creates the parameters of a query.
    init(_ query: TableQuery) {
        (sort, search, includesLabels) = (query.sort, query.search ?? "", query.includesLabels)
        filters = query.filters.map { Item($0) }
        if let grouping = query.grouping { groups = GroupParameters(grouping) }
    }

    /// Adds a column that the page names if it can be one of another table.
    mutating func addColumn(_ name: String) {
        if TableQuery.canBeRelated(name) { relatedColumns.append(ExactString(name)) }
    }

    /// Takes an item of a query. Returns false if the item is no filter, order or search.
    mutating func take(_ item: Query.Item) throws -> Bool {
        switch item.name {
        case "_sort": sort.append(.init(item.value))
        case "_sort_desc": sort.append(.init(item.value, isAscending: false))
        case "_search": search = item.value.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        case "_or" where item.value == "1": matchesAny = true
        case "_or":
            guard let filter = Query.Item(filter: item.value) else {
                throw ProblemDetails(
                    .badRequest, "_or must be a filter, such as _or=price__gt=10.", errors: ["_or=\(item.value)"])
            }
            try add(Item(name: filter.name, value: filter.value, isAlternative: true))
        case "_labels": includesLabels = try item.flag()
        case _ where try groups.take(item): break
        default:
            guard !item.name.hasPrefix("_") || TableQuery.Filter.split(item.name)?.operator != nil else { return false }
            try add(Item(name: item.name, value: item.value))
        }
        return true
    }

    private mutating func add(_ item: Item) throws {
        guard filters.count < TableQuery.maxFilters else {
            throw ProblemDetails(.badRequest, "A query can have at most \(TableQuery.maxFilters) filters.")
        }
        filters.append(item)
        if TableQuery.Filter.split(item.name)?.operator == .within { day = TableQuery.Filter.today }
    }

    /// Makes alternatives of all filters if a row needs to match only one of them. The first filter is none.
    ///
    /// Filters for the first rows with a value (`top`) come first then, because they are conditions of their own.
    ///
    /// - Parameter one: Whether that is so; nil for what the address says.
    mutating func settle(matchesAny one: Bool? = nil) {
        let one = one ?? (matchesAny ? true : nil)
        if one == true { filters = filters.filter(\.ranksRows) + filters.filter { !$0.ranksRows } }
        let first = one == true ? filters.count(where: \.ranksRows) : 0
        for index in filters.indices {
            filters[index].isAlternative = index > first && one ?? filters[index].isAlternative
        }
        matchesAny = false
    }

    /// Returns whether a filter is a condition without alternatives.
    func isAlone(at index: Int) -> Bool {
        !filters[index].isAlternative && !filters.dropFirst(index + 1).prefix(1).contains(where: \.isAlternative)
    }

    /// Leaves out filters that an earlier one says already. Alternatives stay.
    mutating func removeRepeated() {
        for index in filters.indices.reversed()
        where isAlone(at: index) && place(ofLone: filters[index]) != index {
            filters.remove(at: index)
        }
    }

    /// Returns the place of a condition without alternatives; nil if there is none like it.
    func place(ofLone filter: Item) -> Int? { filters.indices.first { filters[$0] == filter && isAlone(at: $0) } }

    /// Leaves out a filter. The next one takes its place if it was an alternative to it.
    mutating func removeFilter(at index: Int) {
        let filter = filters.remove(at: index)
        if filters.indices.contains(index), !filter.isAlternative { filters[index].isAlternative = false }
    }

    /// Returns the query for the table; nil for all rows in their original order.
    ///
    /// - Throws: ``ProblemDetails`` 400 for a filter that the table does not know.
    @TableActor
    func query(of tableView: TableView, known: @autoclosure () -> [String] = PageParameters.names(for: .html)) throws
        -> TableQuery?
    {
        guard !isEmpty else { return nil }
        let offersNothing = tableView.queryOptions.isEmpty
        let isRelated = tableView.queryOptions.contains(.relatedColumns)
        let areNeeded = !filters.isEmpty && !offersNothing || isRelated
        let columns = areNeeded ? tableView.queryColumns.map(\.name) : []
        // Tracking parameters are no filters. The delegate of a table without queries may use parameters of its own.
        let filters = filters.filter { item in
            if offersNothing, Self.isOrdinary(item.name) { return false }
            let isOfColumn =
                columns.contains(where: item.name.isExactly)
                || isRelated && TableQuery.canBeRelated(item.name)
                || TableQuery.Filter.split(item.name).map { columns.contains(where: $0.column.isExactly) } == true
            return isOfColumn || !Self.isForTracking(item.name)
        }
        if !filters.isEmpty, !tableView.queryOptions.contains(.filtering) {
            throw ProblemDetails(
                .badRequest, .unknownParameter(filters[0].name, among: known()), errors: [filters[0].name])
        }
        var known = self
        known.filters = filters
        let query = try known.query(among: columns, orOfRelatedRows: isRelated)
        return query.isEmpty ? nil : query
    }

    /// Returns the query for rows with some columns.
    ///
    /// - Parameter isRelated: Whether the query can name columns of other tables, too.
    /// - Throws: ``ProblemDetails`` 400 for a filter of another column.
    func query(among columns: [String], orOfRelatedRows isRelated: Bool = false) throws -> TableQuery {
        var query = TableQuery(
            sort: sort,
            filters: try filters.enumerated().map { index, item in
                var filter = try Self.filter(item, columns, orOfRelatedRows: isRelated)
                filter.keptValues = keptValues[ExactString(item.value)]
                if filter.ranksRows, !isAlone(at: index) {
                    throw ProblemDetails(
                        .badRequest, "A filter for first rows (top) cannot have alternatives, nor be one.",
                        errors: [item.name])
                }
                return filter
            },
            search: search.isEmpty ? nil : search, includesLabels: includesLabels,
            grouping: try groups.grouping())
        guard isRelated else { return query }
        for name in relatedColumns + query.columnNames.filter(TableQuery.canBeRelated).map({ ExactString($0) })
        where !columns.contains(where: name.wrappedValue.isExactly) && !query.relatedColumns.contains(name) {
            query.relatedColumns.append(name)
        }
        return query
    }

    /// A Boolean value that indicates whether a name can be that of a column of another table.
    var canNameRelatedColumns: Bool {
        !relatedColumns.isEmpty || (filters.map(\.name) + sort.map(\.column)).contains(where: TableQuery.canBeRelated)
    }

    /// Returns whether newsletters, search engines or social networks append the parameter to links.
    private static func isForTracking(_ name: String) -> Bool {
        name.hasPrefix("utm_") || ["fbclid", "gclid", "ref"].contains(name)
    }

    /// Returns whether the name is allowed for a parameter of a delegate.
    private static func isOrdinary(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("_")
            && name.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F: true
                default: false
                }
            }
    }

    static func filter(
        _ item: Item, _ columns: [String], orOfRelatedRows isRelated: Bool = false
    ) throws -> TableQuery.Filter {
        var filter = try filter(Query.Item(name: item.name, value: item.value), columns, orOfRelatedRows: isRelated)
        filter.isAlternative = item.isAlternative
        return filter
    }

    static func filter(
        _ item: Query.Item, _ columns: [String], orOfRelatedRows isRelated: Bool = false
    ) throws -> TableQuery.Filter {
        let parts = TableQuery.Filter.split(item.name)
        func isColumn(_ name: String) -> Bool {
            columns.contains(where: name.isExactly) || isRelated && TableQuery.canBeRelated(name)
        }
        if let parts, let test = parts.operator, isColumn(parts.column) {
            let filter = TableQuery.Filter(parts.column, test, item.value)
            try filter.check()
            return filter
        }
        if columns.contains(where: item.name.isExactly) { return .init(item.name, .exact, item.value) }
        if let parts, isColumn(parts.column) {
            throw ProblemDetails(.badRequest, .unknownOperator(parts.text), errors: [item.name])
        }
        if isColumn(item.name) { return .init(item.name, .exact, item.value) }
        let column = parts?.operator == nil ? item.name : parts?.column ?? ""
        throw ProblemDetails(.badRequest, .unknownColumn(column, among: columns), errors: [item.name])
    }
}

extension FilterParameters.Item {
    /// A Boolean value that indicates whether the order of the rows decides about the filter.
    fileprivate var ranksRows: Bool { TableQuery.Filter.split(name)?.operator?.test == .isAmongFirst }

    init(_ filter: TableQuery.Filter) {
        self.init(name: filter.parameterName, value: filter.value, isAlternative: filter.isAlternative)
    }
}

extension FilterParameters {
    /// Returns the name of a filter in an address. `exact` is left out, unless the column then looks like another
    /// parameter.
    static func name(of filter: TableQuery.Filter) -> String {
        filter.parameterName
    }

    /// The items of an address for these parameters, in the order of all addresses of this server.
    var items: [Query.Item] {
        // Most addresses with alternatives have nothing else.
        let joined = filters.drop(while: \.ranksRows)
        let matchesAny = joined.count > 1 && joined.dropFirst().allSatisfy(\.isAlternative)
        var items = filters.map { filter in
            let isReserved = TableQuery.Filter.reservedNames.contains(filter.name)
            let name = isReserved ? "\(filter.name)__exact" : filter.name
            return filter.isAlternative && !matchesAny
                ? Query.Item(name: "_or", value: "\(name)=\(filter.value)")
                : Query.Item(name: name, value: filter.value)
        }
        if matchesAny { items.append(.init(name: "_or", value: "1")) }
        items += groups.items
        if !search.isEmpty { items.append(.init(name: "_search", value: search)) }
        for key in sort { items.append(.init(name: key.isAscending ? "_sort" : "_sort_desc", value: key.column)) }
        if includesLabels { items.append(.init(name: "_labels", value: "1")) }
        return items
    }

    /// Returns the query without the parameter names of scripts.
    static func ofPage(_ query: Query) -> Query {
        Query(
            query.filter { item in
                item.name != "_answer" && !TableQuery.Filter.reservedNames.contains(item.name)
                    && !TableViewQuestion.isValueName(item.name)
            })
    }

    /// A Boolean value that indicates whether a name needs its operator, because scripts append parameters of that
    /// name.
    var isAmbiguous: Bool { filters.contains { TableQuery.Filter.reservedNames.contains($0.name) } }
}
