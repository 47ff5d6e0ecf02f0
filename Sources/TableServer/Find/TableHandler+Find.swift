import Bytes
import CascadingTable
import Essentials
import HTTPMessages
import HTTPTypes
import TableRendering

extension TableHandler {
    /// Responds with the place of a row, or leads a browser to it: `{"row":{"section":0,"row":812,"id":"…"},"url":"/shop/?_next=…#row-…"}`.
    ///
    /// The address is the page of the pagination that contains the row. Both values are null if no row is found.
    /// `searched` is the number of rows that were compared, if the search ended before the last row.
    func find(_ finding: RowSearch, in table: MountedTable, for request: Request) async throws -> Response {
        let table = try self.table(
            table, answering: finding.page.parameters.query, ofVisitor: request.visitor, base: finding.page.base
        ) { session in
            PageBuilder(
                finding.page, of: table, visitor: request.visitor, query: finding.query, session ?? TableSession()
            )
            .request
        }
        let tableView = table.tableView
        let builder = PageBuilder(
            finding.page, of: table, visitor: request.visitor, query: finding.query,
            TableActor.run { session(for: request, finding) })
        if case .text(let text, let place) = finding.target,
            TableActor.run({
                // A database finds the row itself, in any order.
                tableView.original !== tableView && !(tableView.dataSource is any PagedTableDataSource)
            })
        {
            let found = try await row(beginningWith: text, after: place, in: finding, builder)
            return try await reply(found.row, searched: found.searched, to: finding, builder)
        }
        let (found, searched) = try TableActor.run {
            try tableView.asking(builder.request) {
                try finding.checkColumn(of: tableView)
                tableView.searchedRows = nil
                return (finding.indexPath(in: tableView), tableView.searchedRows)
            }.result
        }
        return try await reply(found, searched: searched, to: finding, builder)
    }

    /// Responds with the place of a row after its identifier is loaded.
    private func reply(
        _ found: IndexPath?, searched: Int?, to finding: RowSearch, _ builder: PageBuilder
    ) async throws -> Response {
        let tableView = builder.table.tableView
        let before = try TableActor.run {
            try tableView.asking(builder.request) { found.flatMap { builder.rowBeforePage(of: $0, in: tableView) } }
                .result
        }
        return try await loading([found, before].compactMap(\.self), of: builder.table, for: { builder.request }) {
            try Self.answer(found, searched: searched, to: finding, builder)
        }
    }

    /// The limits of a text search: rows in total, and rows that are loaded at a time.
    private static var maxRowsToFind: Int { 100_000 }
    private static var rowsToFind: Int { 500 }
    /// The number of rows in memory that are compared in the time of loading one.
    private static var costOfLoading: Int { 10 }

    /// Searches sorted or filtered rows from a row to the end, then from the first row. Rows are loaded as needed.
    ///
    /// - Returns: The row, and the number of compared rows if the search ended before the last one.
    @TableActor
    private func row(
        beginningWith text: String, after place: IndexPath?, in finding: RowSearch, _ builder: PageBuilder
    ) async throws -> (row: IndexPath?, searched: Int?) {
        let tableView = builder.table.tableView
        let beginning = PrefixMatcher(text)
        _ = try tableView.asking(builder.request) { try finding.checkColumn(of: tableView) }
        var offset = place.map { tableView.offset(ofRowAt: $0) + 1 } ?? 0
        let count = tableView.numberOfRows
        var (rest, budget) = (count, Self.maxRowsToFind)
        while rest > 0 {
            guard budget > 0 else { return (nil, count - rest) }
            if offset >= count { offset = 0 }
            let start = tableView.indexPath(forRowAtOffset: offset)
            let rows = tableView.window(from: start, size: min(Self.rowsToFind, rest)).indexPaths
            guard !rows.isEmpty else { break }
            budget -= rows.count
            if try await load(rows, of: tableView, for: { builder.request }) {
                budget -= rows.count * (Self.costOfLoading - 1)
            }
            let found = try tableView.asking(builder.request) {
                rows.first { tableView.cellForRow(at: $0)?.begins(with: beginning, inColumn: finding.column) == true }
            }.result
            if let found { return (found, nil) }
            offset += rows.count
            rest -= rows.count
            await Task.yield()
        }
        return (nil, nil)
    }

    @TableActor
    private static func answer(
        _ found: IndexPath?, searched: Int?, to finding: RowSearch, _ builder: PageBuilder
    ) throws -> Response {
        let tableView = builder.table.tableView
        return try tableView.asking(builder.request) {
            guard let row = found, tableView.hasRow(at: row) else {
                guard !finding.isForPage else { throw ProblemDetails(.notFound, "The table has no such row.") }
                let searched: JSON? = searched.map { #","searched":\#($0)"# }
                return .uncached(#"{"row":null,"url":null\#(searched)}"#)
            }
            let reference = RowReference(indexPath: row, identifier: tableView.identifier(forRowAt: row))
            let url = builder.address(ofRowAt: row, in: tableView)
            if finding.isForPage {
                return Response(status: .seeOther, headers: [.location: url, .cacheControl: "no-store"])
            }
            return .uncached(#"{"row":\#(reference.json()),"url":\#(url)}"#)
        }.result
    }

    @TableActor
    private func session(for request: Request, _ finding: RowSearch) -> TableSession {
        sessions.session(of: request.visitor, table: finding.page.base)
    }
}
