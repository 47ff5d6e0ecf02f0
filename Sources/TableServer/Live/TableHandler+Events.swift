import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
import TableRendering

extension TableHandler {
    /// Responds with a stream of server-sent events, beginning at the revision that the client knows (`GET ./events`).
    func events(of table: MountedTable, for request: Request, base: String) async throws -> Response {
        let version = try Self.version(of: request).map { known($0, of: table) }
        let isFresh = try PageParameters.isFresh(request.query["_fresh"])
        let request = TableActor.run { self.request(request, ofTable: base) }
        if isFresh { try await update(table) }
        return try stream(of: table, since: version, for: request)
    }

    private func stream(
        of table: MountedTable, since version: RevisionToken?, for request: TableRequest
    ) throws -> Response {
        guard let place = listeners.take() else {
            throw ProblemDetails(
                .serviceUnavailable, "Too many clients are watching for changes. Try again in 30 seconds.",
                headers: [.retryAfter: "30"])
        }
        var headers: HTTPFields = [.contentType: "text/event-stream", .cacheControl: "no-store"]
        if let name = HTTPField.Name.accelBuffering { headers[name] = "no" }
        let interval = configuration.heartbeatInterval
        return Response(
            headers: headers,
            body: .live { sink in
                // The body holds the permit until it ends.
                withExtendedLifetime(place) {
                    TableActor.run {
                        table.broadcast.join(sink, since: version, for: request, of: table, heartbeat: interval)
                    }
                }
            })
    }

    /// Responds with the changes since a revision as JSON (`GET ./table.json?_since=17`).
    func changes(of table: MountedTable, since version: RevisionToken) -> Response {
        TableActor.run {
            let event = ChangeEvent(
                of: table.tableView, tag: table.tag, since: known(version, of: table), through: table.tableView.revision
            )
            return .uncached(event.json)
        }
    }

    /// Returns the revision that a client knows. The rows may have changed without a revision, also
    /// while no page was open.
    private func known(_ version: RevisionToken, of table: MountedTable) -> RevisionToken {
        table.announcesChanges ? version : .unknown
    }

    /// Returns the revision that the client knows: `Last-Event-ID`, or else `_since`.
    private static func version(of request: Request) throws -> RevisionToken? {
        let names = RevisionToken.parameters.map(\.name)
        for item in request.query where !names.contains(item.name) {
            throw ProblemDetails(.badRequest, .unknownParameter(item.name, among: names), errors: [item.name])
        }
        // An unknown id comes from an earlier process, so the client must reload everything.
        if let id = HTTPField.Name.lastEventID.flatMap(request.header) {
            return RevisionToken(id) ?? .unknown
        }
        return try request.query["_since"].map { try RevisionToken(since: $0) }
    }
}

extension RevisionToken {
    /// The parameters of an address with changes.
    static let parameters = [
        QueryParameter("_since", .text, "The changes since this revision."),
        QueryParameter("_fresh", .flag, "Reads all changes before answering."),
    ]

    /// Reads the value of `_since`.
    ///
    /// - Throws: ``ProblemDetails`` 400 for an invalid token.
    init(since text: String) throws {
        guard let version = RevisionToken(text) else {
            throw ProblemDetails(.badRequest, "_since must be a revision, such as 17.", errors: ["_since=\(text)"])
        }
        self = version
    }
}

extension HTTPField.Name {
    static let lastEventID = Self("Last-Event-ID")
    /// The header that tells nginx whether to buffer a response.
    fileprivate static let accelBuffering = Self("X-Accel-Buffering")
}
