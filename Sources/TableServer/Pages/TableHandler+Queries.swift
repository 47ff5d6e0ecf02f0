import Bytes
import CascadingTable
import HTTPMessages
import LocalizedMessages

extension TableHandler {
    /// Returns the table that answers a query; for an empty query, the table itself.
    ///
    /// - Parameters:
    ///   - table: The mounted table.
    ///   - query: The filters, order and search of the address.
    ///   - representation: The format, whose parameters an error lists. Default: `html`.
    ///   - visitor: The identifier of the visitor.
    ///   - base: The path of the table, ending in a slash.
    ///   - request: Makes the table request from the visitor's session.
    func table(
        _ table: MountedTable, answering query: FilterParameters,
        as representation: PageRequest.Representation = .html, ofVisitor visitor: RequestVisitor, base: String,
        _ request: @Sendable (TableSession?) -> TableRequest
    ) throws -> MountedTable {
        guard !query.isEmpty else { return table }
        let answer = try TableActor.run {
            let tableView = table.tableView
            return try tableView.asking(request(sessions.knownSession(of: visitor, table: base))) { () -> TableView? in
                // The page of a record shows the rows beside it in the list that the visitor came from.
                if representation == .html, let record = tableView.hosting.record, tableView.hosting.neighbours != nil {
                    let columns = record.map(\.name)
                    let list = try query.query(among: columns, orOfRelatedRows: true)
                    for key in list.sort
                    where !(columns + list.relatedColumns.map(\.wrappedValue)).contains(where: key.column.isExactly) {
                        throw TableViewError(.noSuchColumn, .unknownColumn(key.column, among: columns))
                    }
                    return nil
                }
                return try query.query(of: tableView, known: PageParameters.names(for: representation))
                    .map { try tableView.table(answering: $0) }
            }
        }
        return answer.result.map { MountedTable($0, answering: table, reads: answer.reads) } ?? table
    }

    /// Returns the table that the page of an action showed.
    func table(_ table: MountedTable, ofPageOf action: ActionRequest) throws -> MountedTable {
        try self.table(table, answering: action.pageQuery, ofVisitor: action.visitor, base: action.base) {
            action.request(of: $0)
        }
    }
}
