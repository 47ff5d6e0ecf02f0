import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
import TableRendering

extension PageBuilder {
    /// The maximum number of facets of a page.
    private static let maxFacets = 8
    /// The maximum number of values of a facet.
    private static let maxValues = 30

    /// Returns the facets of the page: in JSON with their most frequent values among the rows of the query.
    ///
    /// A page has only links to the values, so that its rows do not wait for them.
    ///
    /// - Throws: `TableViewError` for unknown columns; `TableLoadNeeded` if rows must be grouped first.
    @TableActor
    func makeFacets() throws -> [Facet] {
        let names = page.parameters.facets.map(\.wrappedValue)
        guard !names.isEmpty else { return [] }
        guard names.count <= Self.maxFacets else {
            throw ProblemDetails(.badRequest, "At most \(Self.maxFacets) facets can be asked for.")
        }
        let tableView = table.original.tableView
        return try tableView.asking(request) {
            var rows = page.parameters.query
            (rows.groups, rows.sort) = (GroupParameters(), [])
            var facets: [Facet] = []
            var needed: [TablePrefetch] = []
            for name in names {
                // A facet has all values of its column, so that a visitor can choose several.
                var rows = rows
                if let choice = rows.choice(in: name) { rows.removeFilter(at: choice.index) }
                var query = try rows.query(of: tableView) ?? TableQuery()
                var grouping = TableQuery.Grouping(by: [.init(name)])
                grouping.isComplete = page.parameters.query.groups.isComplete
                query.grouping = grouping
                try tableView.check(query)
                rows.groups = GroupParameters(grouping)
                var facet = Facet(
                    column: name, title: tableView.queryColumns.first { $0.name.isExactly(name) }?.title ?? name,
                    url: address(.html, .first, query: rows, hasFacets: false),
                    removal: address { parameters in parameters.facets.removeAll { $0 == ExactString(name) } })
                if page.representation == .json {
                    do { try add(tableView.table(answering: query), to: &facet) } catch let error as TableLoadNeeded {
                        needed.append(error.prefetch)
                    }
                }
                facets.append(facet)
            }
            if !needed.isEmpty { throw TableLoadNeeded(prefetches: needed) }
            return facets
        }.result
    }

    /// Adds the first groups of a table to a facet.
    @TableActor
    private func add(_ groups: TableView, to facet: inout Facet) throws {
        let own = page.parameters.query
        let shown = 0..<min(groups.numberOfRows, Self.maxValues)
        let labels = try groups.asking(request) { () -> RowLinks? in
            guard let column = groups.columns.first, !column.referenceColumns.isEmpty,
                let rows = groups.dataSource?.tableView(groups, rowsAt: Array(shown), inSection: 0)
            else { return nil }
            return groups.links(from: column, in: rows)
        }.result
        facet.isComplete = groups.summary?.readCount == nil
        facet.hasMore = groups.numberOfRows > Self.maxValues
        let choice = own.choice(in: facet.column)
        for row in shown {
            let fields = groups.cellForRow(at: IndexPath(row: row, section: 0))?.fields ?? []
            guard fields.count == 2, case .integer(let count) = fields[1].value else { continue }
            var value = Facet.Value(value: fields[0].value, count: count)
            if let title = labels?[row]?.title, !title.isEmpty { value.label = title }
            if let filter = TableQuery.Grouping.filter(ofColumn: facet.column, withValue: value.value) {
                var query = own
                let item = FilterParameters.Item(filter)
                let isChosen = choice?.values.contains(where: filter.value.isExactly) == true
                let place = own.place(ofLone: item)
                value.isSelected = place != nil || isChosen && filter.operator == .exact
                if let choice, filter.operator != .exact, !value.isSelected {
                    // No list has a value and NULL.
                    query.filters[choice.index] = item
                } else if let choice, filter.operator == .exact {
                    let others = choice.values.filter { !filter.value.isExactly($0) }
                    query.choose(isChosen ? others : others + [filter.value], in: facet.column, at: choice.index)
                } else if value.isSelected {
                    if let place { query.removeFilter(at: place) }
                } else {
                    query.filters.append(item)
                }
                value.url = address(.html, .first, query: query)
            }
            facet.values.append(value)
        }
    }
}

extension FilterParameters {
    /// Returns the values that the only filter of a column chooses, and its place; nil for other filters.
    fileprivate func choice(in column: String) -> (index: Int, values: [String])? {
        let own = filters.indices.compactMap { index -> (Int, TableQuery.Filter)? in
            (try? Self.filter(filters[index], [column])).map { (index, $0) }
        }
        guard own.count == 1, let (index, filter) = own.first,
            [.exact, .in, .isnull].contains(filter.operator), isAlone(at: index),
            keptValues[ExactString(filter.value)] == nil
        else { return nil }
        return (index, filter.operator == .isnull ? [] : filter.values)
    }

    /// Chooses the values of a column that the rows may have.
    fileprivate mutating func choose(_ values: [String], in column: String, at index: Int) {
        guard let first = values.first else { return removeFilter(at: index) }
        let filter: TableQuery.Filter =
            values.count == 1 ? .init(column, .exact, first) : .init(column, .in, ValueList(values).text)
        filters[index] = Item(filter)
    }
}
