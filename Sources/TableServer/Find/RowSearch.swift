import Bytes
import CascadingTable
import HTTPTypes
import MicroHTTPD

/// A request for the address of a row: the next row that begins with a text, or the first or last row (`GET ./find`).
struct RowSearch: Sendable {
    let target: Target
    /// The page parameters for the address of the row.
    let page: PageRequest
    let query: [(name: String, value: String)]
    /// The column whose texts are compared: the first sorted column, or else the column of the visitor's cursor.
    let column: String?

    enum Target: Sendable {
        case first
        case last
        case text(String, after: IndexPath?)
    }

    /// The limit of the text, in bytes.
    private static let maxLength = 200

    /// - Parameters:
    ///   - request: The request, with `text`, `column` and `after`, or with `edge`.
    ///   - base: The path of the table, ending in a slash.
    ///   - parameters: The parameters of the query that decided which table answers.
    ///   - limits: The limits of the page size.
    init(_ request: Request, base: String, own parameters: Query, limits: TableServer.Configuration) throws {
        let own = ["text", "column", "after", "edge"]
        let rest = Query(request.query.filter { !own.contains($0.name) })
        let parameters = try PageParameters(rest, own: parameters, limits: limits)
        page = PageRequest(
            scope: .table, representation: .html, parameters: parameters,
            language: parameters.language ?? request.acceptedLanguage, base: base)
        query = rest.pairs
        column = parameters.query.sort.first?.column ?? request.query["column"]
        switch (request.query["text"], request.query["edge"]) {
        case (let text?, nil) where !text.isEmpty && text.utf8.count <= Self.maxLength:
            target = .text(text, after: try request.query.optionalPlace("after"))
        case (nil, "first"): target = .first
        case (nil, "last"): target = .last
        default:
            throw ProblemDetails(
                .badRequest,
                "The search is missing. Send text with at most \(Self.maxLength) bytes, or edge=first or edge=last.")
        }
    }

    /// Throws ``ProblemDetails`` 400 if the table has columns, but not the one to search.
    @TableActor
    func checkColumn(of tableView: TableView) throws {
        let columns = tableView.columns.map(\.name)
        guard let column, !columns.isEmpty, !columns.contains(where: column.isExactly) else { return }
        throw ProblemDetails(.badRequest, .unknownColumn(column, among: columns), errors: ["column"])
    }

    /// Returns the row, as far as the rows in memory tell.
    @TableActor
    func indexPath(in tableView: TableView) -> IndexPath? {
        switch target {
        case .first: return tableView.indexPath(forRowAtOffset: 0)
        case .last:
            tableView.needRowsCounted()
            return tableView.indexPath(forRowAtOffset: tableView.numberOfRows - 1)
        case .text(let text, let place):
            return tableView.gestures.indexPath(forRowStartingWith: text, after: place, inColumn: column)
        }
    }
}
