import Bytes
import CascadingTable
import FoundationEssentials
import HTTPTypes
import MicroHTTPD
import TableRendering

extension TableHandler {
    /// Responds with the place of a row: `{"row":{"section":0,"row":812,"id":"…"},"url":"/shop/?_next=…#row-…"}`.
    ///
    /// The address is the page of the pagination that contains the row. Both values are null if no row is found.
    /// `searched` is the number of rows that were compared, if the search ended before the last row.
    func find(_ finding: RowSearch, in table: MountedTable, for request: Request) throws -> HandlerResponse {
        let table = try self.table(
            table, answering: finding.page.parameters.query, ofVisitor: request.visitor, base: finding.page.base
        ) {
            PageContext(finding.page, of: table, visitor: request.visitor, query: finding.query).request($0)
        }
        let tableView = table.tableView
        let builder = PageBuilder(
            of: PageContext(finding.page, of: table, visitor: request.visitor, query: finding.query),
            TableActor.run { session(for: request, finding) })
        let isArranged = !finding.page.parameters.query.isEmpty && TableActor.run { tableView.answered == nil }
        if isArranged { return findArranged(finding, builder) }
        let (found, searched, rows) = try TableActor.run {
            try tableView.asking(builder.request) { () -> (IndexPath?, Int?, [IndexPath]) in
                try finding.checkColumn(of: tableView)
                tableView.searchedRows = nil
                let found = finding.indexPath(in: tableView)
                let before = found.flatMap { builder.rowBeforePage(of: $0, in: tableView) }
                return (found, tableView.searchedRows, [found, before].compactMap(\.self))
            }.result
        }
        // The identifiers of rows are known after they are loaded.
        return try loading(rows, of: table, for: { builder.request }) {
            try Self.answer(found, searched: searched, builder)
        }
    }

    @TableActor
    static func answer(
        _ found: IndexPath?, searched: Int? = nil, _ builder: PageBuilder, of arrangement: QueryResult? = nil
    ) throws -> Response {
        let tableView = builder.table.tableView
        var writer = ByteWriter()
        _ = try tableView.asking(builder.request) {
            writer.raw("{\"row\":")
            let row = found.flatMap { tableView.hasRow(at: $0) ? $0 : nil }
            writer.outcome(
                .row(row.map { RowReference(indexPath: $0, identifier: tableView.identifier(forRowAt: $0)) }))
            writer.key("url")
            if let row {
                writer.jsonString(builder.address(ofRowAt: row, in: tableView, of: arrangement))
            } else {
                writer.raw("null")
                if let searched {
                    writer.key("searched")
                    writer.integer(searched)
                }
            }
            writer.raw("}\n")
        }
        var response = Response.json(writer.bytes)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    @TableActor
    private func session(for request: Request, _ finding: RowSearch) -> TableSession {
        sessions.session(of: request.visitor, table: finding.page.base)
    }
}
