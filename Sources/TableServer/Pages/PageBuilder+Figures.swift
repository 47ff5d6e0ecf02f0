import Bytes
import CascadingTable
import TableRendering

extension PageBuilder {
    /// Returns the figures in the foot of the page.
    ///
    /// - Throws: `TableViewError` for unknown columns; `TableLoadNeeded` if rows must be read first.
    @TableActor
    func makeFigures() throws -> [ListFigure] {
        let own = page.parameters.query
        let aggregates = own.groups.figures
        guard !aggregates.isEmpty, isOfRows, !page.isWhole else { return [] }
        let (figures, readCount) = try figures(aggregates)
        return zip(aggregates, figures).map { aggregate, figure in
            var others = own
            others.groups.figures.removeAll { $0 == aggregate }
            return ListFigure(
                aggregate, as: figure.column, value: figure.value, readCount: readCount,
                removal: address(.html, page.parameters.anchor, query: others))
        }
    }

    /// Returns the colours of the numbers of the page. They compare a number with those of all rows of the query, or with those
    /// of all groups.
    ///
    /// - Throws: `TableViewError` for unknown columns; `TableLoadNeeded` if rows must be read first.
    @TableActor
    func makeHeat() throws -> [ExactString: HeatScale] {
        guard isOfRows else { return [:] }
        var (scales, needed) = ([ExactString: HeatScale](), [TablePrefetch]())
        for column in page.parameters.heat {
            let name = column.wrappedValue
            do {
                if let rows = table.tableView.summary?.rows {
                    guard let index = rows.fieldNames.firstIndex(where: name.isExactly) else {
                        throw TableViewError(.noSuchColumn, .unknownColumn(name, among: rows.fieldNames))
                    }
                    // The total, which is the last row of a cross table, is larger than its parts.
                    let isAcross = table.tableView.answered?.query.grouping?.isAcross == true
                    let groups = (0..<rows.count).dropLast(isAcross ? 1 : 0)
                    scales[column] = HeatScale(of: groups.map { rows.value(at: $0, index) })
                } else {
                    // The least and the greatest value can be a text or infinite. A column can have numbers of 32 bits.
                    let limit = Double(Float.greatestFiniteMagnitude)
                    let figures = try figures(
                        [.init(.min, of: name), .init(.median, of: name), .init(.max, of: name)],
                        where: .init(name, .between, "\(-limit), \(limit)"))
                    let values = figures.figures.map(\.value)
                    scales[column] = HeatScale(least: values[0], median: values[1], greatest: values[2])
                }
            } catch let error as TableLoadNeeded {
                needed.append(error.prefetch)
            } catch let error as TableViewError where error.code != .noSuchColumn {
                // The column has no numbers.
            }
        }
        if !needed.isEmpty { throw TableLoadNeeded(prefetches: needed) }
        return scales
    }

    /// A Boolean value that indicates whether the page has the rows of its query. The page of a row has the query of its list.
    @TableActor
    private var isOfRows: Bool { page.scope == .table && table.original.tableView.hosting.record == nil }

    /// Returns figures of all rows of the query, and the number of rows that were read if they are not all.
    @TableActor
    private func figures(
        _ aggregates: [TableQuery.Grouping.Aggregate], where filter: TableQuery.Filter? = nil
    ) throws -> (figures: [(column: TableViewColumn, value: FieldValue)], readCount: Int?) {
        let tableView = table.original.tableView
        return try tableView.asking(request) {
            var rows = page.parameters.query
            let isComplete = rows.groups.isComplete
            (rows.groups, rows.sort) = (GroupParameters(), [])
            var query = try rows.query(of: tableView) ?? TableQuery()
            query.filters += filter.map { [$0] } ?? []
            query.grouping = TableQuery.Grouping(by: [], aggregates: aggregates)
            query.grouping?.isComplete = isComplete
            let table = try tableView.table(answering: query)
            // The number of rows comes first.
            let values = zip(table.columns, table.summary?.rows.cell(at: 0).fields ?? []).dropFirst()
            return (values.map { ($0, $1.value) }, table.summary?.readCount)
        }.result
    }
}
