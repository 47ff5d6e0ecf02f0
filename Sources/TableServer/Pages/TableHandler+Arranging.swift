import CascadingTable
import HTTPTypes
import MicroHTTPD

extension TableHandler {
    /// Returns the table that answers a query, if the data source makes one; otherwise the table itself.
    ///
    /// - Parameters:
    ///   - table: The mounted table.
    ///   - query: The filters, order and search of the address.
    ///   - visitor: The identifier of the visitor.
    ///   - base: The path of the table, ending in a slash.
    ///   - request: Makes the table request from the visitor's session.
    func table(
        _ table: MountedTable, answering query: FilterParameters, ofVisitor visitor: RequestVisitor, base: String,
        _ request: @Sendable (TableSession?) -> TableRequest
    ) throws -> MountedTable {
        guard !query.isEmpty else { return table }
        let answer = try TableActor.run {
            let tableView = table.tableView
            return try tableView.asking(request(sessions.knownSession(of: visitor, table: base))) {
                try query.query(of: tableView).flatMap { try tableView.table(answering: $0) }
            }
        }
        // The data source may have read the visitor, even if it made no table.
        guard answer.result != nil || answer.reads.isPersonal else { return table }
        return MountedTable(answer.result ?? table.tableView, answering: table, reads: answer.reads)
    }

    /// Returns the table that the page of an action showed.
    func table(_ table: MountedTable, ofPageOf action: ActionRequest) throws -> MountedTable {
        try self.table(table, answering: action.pageQuery, ofVisitor: action.visitor, base: action.base) {
            action.request(of: $0)
        }
    }

    /// Waits until the rows are sorted or filtered. Returns nil for all rows in their original order.
    @TableActor
    func arrangement(
        of table: MountedTable, for request: TableRequest, by query: @TableActor (TableView) throws -> TableQuery?
    ) async throws -> QueryResult? {
        let tableView = table.tableView
        for _ in 0..<PageBuilder.maxLoads {
            let arranging = try tableView.asking(request) {
                tableView.answered == nil ? try query(tableView).map(tableView.arrangement) : nil
            }.result
            switch arranging {
            case nil: return nil
            case .ready(let arrangement): return arrangement
            case .awaiting(let work): try await work()
            }
        }
        throw ProblemDetails.changesTooFast
    }

    /// Responds with the place of a row on sorted, filtered or searched pages.
    func findArranged(_ finding: RowSearch, _ builder: PageBuilder) -> HandlerResponse {
        .deferred { [self] in
            let table = builder.table
            let arrangement = try await arrangement(of: table, for: builder.request) { @TableActor tableView in
                try builder.page.query(of: tableView)
            }
            guard let arrangement else { return .response(try await Self.answer(nil, builder)) }
            let (found, searched) = try await indexPath(of: finding, in: arrangement, builder)
            let (rows, tableView) = (await rowsToName(found, arrangement, builder), table.tableView)
            if let load = await RowPrefetch(rows, in: tableView, for: builder.request) {
                try await tableView.load(rowsAt: load.rows) { try await load.prefetch() }
            }
            return .response(try await Self.answer(found, searched: searched, builder, of: arrangement))
        }
    }

    /// Returns the row and the last row of the previous page. The response contains their identifiers.
    @TableActor
    private func rowsToName(_ found: IndexPath?, _ arrangement: QueryResult, _ builder: PageBuilder) -> [IndexPath] {
        let before = found.flatMap { builder.rowBeforePage(of: $0, in: builder.table.tableView, of: arrangement) }
        return [found, before].compactMap(\.self)
    }

    @TableActor
    private func indexPath(
        of finding: RowSearch, in arrangement: QueryResult, _ builder: PageBuilder
    ) async throws -> (found: IndexPath?, searched: Int?) {
        let tableView = builder.table.tableView
        _ = try tableView.asking(builder.request) { try finding.checkColumn(of: tableView) }
        switch finding.target {
        case .first: return (arrangement.indexPath(forRowAtOffset: 0), nil)
        case .last: return (arrangement.indexPath(forRowAtOffset: arrangement.count - 1), nil)
        case .text(let text, let place):
            let start = place.flatMap { arrangement.offset(ofRowAt: $0) }.map { $0 + 1 } ?? 0
            return try await row(beginningWith: text, in: finding.column, from: start, of: arrangement, builder)
        }
    }

    /// The limits of a text search: rows in total, and rows that are loaded at a time.
    private static var maxRowsToFind: Int { 100_000 }
    private static var rowsToFind: Int { 500 }
    /// The number of rows in memory that are compared in the time of loading one.
    private static var costOfLoading: Int { 10 }

    /// Searches from an offset to the end, then from the first row.
    ///
    /// - Returns: The row, and the number of compared rows if the search ended before the last one.
    @TableActor
    private func row(
        beginningWith text: String, in column: String?, from start: Int, of arrangement: QueryResult,
        _ builder: PageBuilder
    ) async throws -> (found: IndexPath?, searched: Int?) {
        let tableView = builder.table.tableView
        let beginning = PrefixMatcher(text)
        var (offset, rest, budget) = (start, arrangement.count, Self.maxRowsToFind)
        while rest > 0 {
            guard budget > 0 else { return (nil, arrangement.count - rest) }
            if offset >= arrangement.count { offset = 0 }
            let size = min(Self.rowsToFind, rest)
            let rows = arrangement.window(fromOffset: offset, size: size).indexPaths
            budget -= size
            if let load = RowPrefetch(rows, in: tableView, for: builder.request) {
                budget -= size * (Self.costOfLoading - 1)
                try await tableView.load(rowsAt: load.rows) { try await load.prefetch() }
            }
            let found = try tableView.asking(builder.request) {
                rows.first {
                    tableView.hasRow(at: $0)
                        && tableView.cellForRow(at: $0)?.begins(with: beginning, inColumn: column) == true
                }
            }.result
            if let found { return (found, nil) }
            let count = min(size, arrangement.count - offset)
            offset += count
            rest -= count
            await Task.yield()
        }
        return (nil, nil)
    }
}
