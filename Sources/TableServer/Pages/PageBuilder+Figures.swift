import CascadingTable
import TableRendering

extension PageBuilder {
    /// Returns the figures of all rows of the query.
    ///
    /// - Throws: `TableViewError` for unknown columns; `TableLoadNeeded` if rows must be read first.
    @TableActor
    func makeFigures() throws -> [ListFigure] {
        let own = page.parameters.query
        let aggregates = own.groups.figures
        guard !aggregates.isEmpty, page.scope == .table, !page.isWhole else { return [] }
        let tableView = table.original.tableView
        // The page of a row has the query of its list.
        guard tableView.hosting.record == nil else { return [] }
        return try tableView.asking(request) {
            var rows = own
            (rows.groups, rows.sort) = (GroupParameters(), [])
            var query = try rows.query(of: tableView) ?? TableQuery()
            query.grouping = TableQuery.Grouping(by: [], aggregates: aggregates)
            query.grouping?.isComplete = own.groups.isComplete
            let table = try tableView.table(answering: query)
            // The number of rows comes first.
            let values = zip(table.columns, table.summary?.rows.cell(at: 0).fields ?? []).dropFirst()
            return zip(aggregates, values).map { aggregate, figure in
                var others = own
                others.groups.figures.removeAll { $0 == aggregate }
                return ListFigure(
                    aggregate, as: figure.0, value: figure.1.value, readCount: table.summary?.readCount,
                    removal: address(.html, page.parameters.anchor, query: others))
            }
        }.result
    }
}
