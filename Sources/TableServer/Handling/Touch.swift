import CascadingTable
import HTTPTypes
import MicroHTTPD

/// What a visitor does to a row.
enum Gesture: Sendable {
    case select
    case deselect

    @TableActor
    func perform(on tableView: TableView, at indexPath: IndexPath) throws -> IndexPath {
        switch self {
        case .select: try tableView.touchRow(at: indexPath)
        case .deselect: try tableView.releaseRow(at: indexPath)
        }
    }
}

/// A gesture on a row, as a request asks for it.
struct Touch: Sendable {
    let gesture: Gesture
    let indexPath: IndexPath
    /// The name of the row that is meant, which refuses any other at its path.
    let identifier: String?
    /// The revision that is meant, as an entity tag, which refuses any other.
    let ifMatch: String?
    /// Whether the answer is a page to look at, for a browser's form.
    let wantsPage: Bool
    let visitor: String?
    let query: [(name: String, value: String)]
    /// The path of the table, ending in a slash.
    let base: String
    /// The query of the page to return to, checked to be one.
    let returnQuery: String

    private struct Body: Decodable {
        var id: String?
    }

    init(
        _ gesture: Gesture, at indexPath: IndexPath, request: Request, base: String,
        limits: TableServer.Configuration
    ) throws {
        self.gesture = gesture
        self.indexPath = indexPath
        self.base = base
        let form = try Self.form(of: request)
        identifier = request.query["id"] ?? form["id"]
        ifMatch = request.header(.ifMatch)
        wantsPage = request.acceptsHTML
        visitor = request.visitor
        query = request.query.pairs
        let text = form["_query"] ?? ""
        returnQuery = (try? ViewParameters(Query(text), limits: limits)) == nil ? "" : text
    }

    /// The items of the body, be it a form or JSON; none without a body.
    private static func form(of request: Request) throws -> Query {
        guard !request.body.isEmpty else { return Query() }
        guard request.header(.contentType)?.lowercased().hasPrefix("application/json") == true else {
            return try request.form()
        }
        let body = try request.decode(Body.self)
        return Query(body.id.map { [.init(name: "id", value: $0)] } ?? [])
    }
}

extension Request {
    /// Whether a page is the answer that is hoped for, as it is by a browser that follows a link or sends a form.
    var acceptsHTML: Bool {
        header(.accept)?.contains("text/html") == true
    }
}
