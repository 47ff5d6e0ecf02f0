import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

/// A list of actions that are performed in order (`POST ./batch`).
///
/// Actions of other visitors come in between only while a delegate waits.
struct ActionBatch: Sendable {
    let actions: [ActionRequest]
    /// The value of `If-Match`, checked against the revision before the first action.
    let ifMatch: String?
    let visitor: RequestVisitor
    let query: [(name: String, value: String)]
    let language: Language
    /// The path of the table, ending in a slash.
    let base: String

    /// The limit of actions in a batch.
    static let maxCount = 1000

    private struct Body: Decodable {
        var gestures: [Entry]
    }

    /// An action of a batch: its name, its path parameters and its body.
    private struct Entry: Decodable {
        var name: String
        var row: String?
        var values: [String: String]
        var body: ActionRequest.Body

        private enum CodingKeys: String, CodingKey {
            case name = "do"
            case row, entry, action, style, token
        }

        init(from decoder: any Decoder) throws {
            let container = try decoder.container(keyedBy: CodingKeys.self)
            name = try container.decode(String.self, forKey: .name)
            row = try container.decodeIfPresent(String.self, forKey: .row)
            values = [:]
            for key in [CodingKeys.entry, .action, .style, .token] {
                values[key.rawValue] = try container.decodeIfPresent(String.self, forKey: key)
            }
            body = try ActionRequest.Body(from: decoder)
        }
    }

    func request(of session: TableSession) -> TableRequest {
        TableRequest(
            session: session, query: query, traits: TableViewTraits(language: language.tag), user: visitor.user)
    }

    /// Reads all actions. If one of them is invalid, none is performed.
    ///
    /// - Throws: ``ProblemDetails`` 413 for more than ``maxCount`` actions, or 400 for an invalid action.
    init(_ request: Request, base: String) throws {
        let entries = try request.decode(Body.self).gestures
        guard entries.count <= Self.maxCount else {
            throw ProblemDetails(.contentTooLarge, "A batch has at most \(Self.maxCount) gestures.")
        }
        (ifMatch, visitor, self.base) = (request.header(.ifMatch), request.visitor, base)
        let query = request.query.pairs
        self.query = query
        language = request.language
        actions = try entries.enumerated().map { index, entry in
            do {
                return try Self.action(entry, query: query, base: base)
            } catch {
                var problem = ProblemDetails(error)
                problem.errors = ["gestures[\(index)]"]
                throw problem
            }
        }
    }

    private static func action(
        _ entry: Entry, query: [(name: String, value: String)], base: String
    ) throws -> ActionRequest {
        guard let action = TableAction.named[entry.name] else {
            let known = TableAction.named.keys.sorted().joined(separator: ", ")
            throw ProblemDetails(.badRequest, "Unknown gesture \"\(entry.name)\". Use one of: \(known).")
        }
        let target = try action.target { name in
            guard let value = entry.values[name] else {
                throw ProblemDetails(.badRequest, "\"\(name)\" of the gesture \"\(entry.name)\" is missing.")
            }
            return value
        }
        if action.sectionActions != nil, entry.body.section == nil {
            throw ProblemDetails(.badRequest, "\"\("section")\" of the gesture \"\(entry.name)\" is missing.")
        }
        let row =
            action.hasRow || entry.row != nil
            ? try Query([.init(name: "row", value: entry.row ?? "")]).place("row") : nil
        return try ActionRequest(action, target, at: row, body: entry.body, query: query, base: base)
    }
}
