import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
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

extension TableHandler {
    /// Performs actions in order and responds with their results. It stops at the first action that fails.
    ///
    /// Each action makes a revision of its own, because its index paths refer to the table after the previous action.
    /// Other visitors wait until the batch ends, so no page shows a state in between, unless a delegate waits.
    func perform(_ batch: ActionBatch, on table: MountedTable) async throws -> Response {
        let request = { @TableActor in
            batch.request(of: self.sessions.session(of: batch.visitor, table: batch.base))
        }
        return try await loading(batch.actions.flatMap(\.rows), of: table, for: request) {
            try await self.answer(to: batch, on: table)
        }
    }

    @TableActor
    private func answer(to batch: ActionBatch, on table: MountedTable) async throws -> Response {
        try check(batch.ifMatch, matches: table, namesRows: batch.actions.allSatisfy(\.namesRows))
        let tableView = table.tableView
        let visit = sessions.visit(of: batch.visitor, to: batch.base, table)
        let before = tableView.revision
        var results: [(name: String, outcome: ActionResponse.Outcome)] = []
        let request = batch.request(of: visit.session)
        // Each action may move the rows of the next, so only the first can be checked in advance.
        if let first = batch.actions.first { _ = try tableView.asking(request) { try? check(first, table) } }
        let outcome = try await tableView.performing(request) { () -> (any Error)? in
            do {
                for action in batch.actions {
                    try check(action, table)
                    results.append((action.action.key, try await action.perform(on: tableView)))
                }
                return nil
            } catch {
                return error
            }
        }
        let end = JSON(
            endingActionAt: tableView.publishedRevision,
            changes: tableView.history.changes(since: before) ?? [.reloadData],
            location: outcome.location.flatMap { Self.resolve($0, base: batch.base) }
                ?? outcome.expandedRows.map { "\(batch.base)?\($0.map(Query.expanded).joined(separator: "&"))" },
            undo: outcome.undo, base: batch.base)
        let cookie = try await cookie(forKeeping: visit, to: table)
        let done = results.map { #"{"status":200,\#($0.name):\#($0.outcome.json)}"# as JSON }
        if let cause = outcome.result {
            throw BatchError(cause: cause, index: results.count, results: ("\(done)" as JSON).bytes, headers: cookie)
        }
        var response = Response.uncached(#"{"results":\#(done)\#(end)"#)
        response.headers.append(contentsOf: cookie)
        return response
    }
}

/// The error of one action in a batch, with the results of the actions before it.
struct BatchError: Error {
    let cause: any Error
    /// The index of the failed action.
    let index: Int
    /// The results of the actions before it, as JSON.
    let results: [UInt8]
    /// The headers of the response, such as a cookie.
    let headers: HTTPFields
}
