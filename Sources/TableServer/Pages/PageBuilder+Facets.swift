import Bytes
import CascadingTable
import HTTPTypes
import MicroHTTPD
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
            var query = try rows.query(of: tableView) ?? TableQuery()
            var facets: [Facet] = []
            var needed: [TablePrefetch] = []
            for name in names {
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
        for row in shown {
            let fields = groups.cellForRow(at: IndexPath(row: row, section: 0))?.fields ?? []
            guard fields.count == 2, case .integer(let count) = fields[1].value else { continue }
            var value = Facet.Value(value: fields[0].value, count: count)
            if let title = labels?[row]?.title, !title.isEmpty { value.label = title }
            if let filter = TableQuery.Grouping.filter(ofColumn: facet.column, withValue: value.value) {
                var query = own
                let item = Query.Item(name: filter.parameterName, value: filter.value)
                value.isSelected = own.filters.contains(item)
                if value.isSelected {
                    query.filters.removeAll { $0 == item }
                } else {
                    query.filters.append(item)
                    query.matchesAny = false
                }
                // The filters of an address cannot say "one of these, and this value".
                if value.isSelected || !own.hasAlternatives { value.url = address(.html, .first, query: query) }
            }
            facet.values.append(value)
        }
    }
}
