import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
import TableRendering

/// A request for the address of a row: the next row that begins with a text, the row with a number, or the first or last
/// row (`GET ./find`).
struct RowSearch: Sendable {
    let target: Target
    /// The page parameters for the address of the row.
    let page: PageRequest
    let query: [(name: String, value: String)]
    /// The column whose texts are compared: the first sorted column, or else the column of the visitor's cursor.
    let column: String?
    /// A Boolean value that indicates whether a browser asks, which is led to the row.
    let isForPage: Bool

    enum Target: Sendable {
        case first
        case last
        /// The row with a number, from 1. Nil for a number that no table has.
        case number(Int?)
        case text(String, after: IndexPath?)
    }

    /// The limit of the text, in bytes.
    private static let maxLength = 200
    /// The parameters of the address, besides those of the page.
    static let parameters = [
        QueryParameter("text", .text, "The next row that begins with this text."),
        QueryParameter("column", .text, "The column whose texts are compared."),
        QueryParameter("after", .text, "The place `S.R` after which the search begins."),
        QueryParameter("edge", .choice(["first", "last"]), "The first or the last row."),
        QueryParameter("number", .text, "The row with this number, from 1."),
    ]

    /// - Parameters:
    ///   - request: The request, with `text`, `column` and `after`, or with `number`, or with `edge`.
    ///   - base: The path of the table, ending in a slash.
    ///   - parameters: The parameters of the query that decided which table answers.
    ///   - limits: The limits of the page size.
    init(_ request: Request, base: String, own parameters: Query, limits: TableServer.Configuration) throws {
        let own = Self.parameters.map(\.name)
        let rest = Query(request.query.filter { !own.contains($0.name) })
        let parameters = try PageParameters(rest, own: parameters, limits: limits)
        page = PageRequest(
            scope: .table, representation: .html, parameters: parameters,
            language: parameters.language ?? request.acceptedLanguage, base: base)
        query = rest.pairs
        column = parameters.query.sort.first?.column ?? request.query["column"]
        isForPage = request.acceptsHTML
        switch (request.query["text"], request.query["edge"], request.query["number"]) {
        case (let text?, nil, nil) where !text.isEmpty && text.utf8.count <= Self.maxLength:
            target = .text(text, after: try request.query.optionalPlace("after"))
        case (nil, "first", nil): target = .first
        case (nil, "last", nil): target = .last
        case (nil, nil, let text?):
            // Numbers are read as the page writes them.
            let digits = page.language.words.plainNumber(text) ?? text
            guard digits.utf8.count <= 30, !digits.isEmpty, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) })
            else {
                throw ProblemDetails(
                    .badRequest, "The number of a row must be a whole number from 1.", errors: ["number"])
            }
            target = .number(Int(digits).flatMap { $0 > 0 ? $0 : nil })
        default:
            throw ProblemDetails(
                .badRequest,
                """
                The search is missing. Send text with at most \(Self.maxLength) bytes, number=5, or edge=first or edge=last.
                """)
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
        case .number(let number):
            tableView.needRowsCounted()
            return number.flatMap { tableView.indexPath(forRowAtOffset: $0 - 1) }
        case .text(let text, let place):
            return tableView.gestures.indexPath(forRowStartingWith: text, after: place, inColumn: column)
        }
    }
}
