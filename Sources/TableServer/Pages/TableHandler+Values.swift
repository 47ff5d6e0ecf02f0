import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
import TableRendering

/// Responses with a single value (`GET ./values/S/R/FIELD`).
extension TableHandler {
    /// Responds with one value of a row: a text, a picture, or bytes for the browser to save.
    func value(
        ofField name: String, ofRowAt indexPath: IndexPath, of table: MountedTable, for request: Request, base: String
    ) async throws -> Response {
        let tableView = table.tableView
        let tableRequest = TableActor.run { self.request(request, ofTable: base) }
        try await load([indexPath], of: tableView, for: { tableRequest })
        let (value, identifier, title, tag) = try TableActor.run {
            if let reason = tableView.hosting.unavailableReason { throw reason }
            let outcome = try tableView.asking(tableRequest) { () throws -> (FieldValue, String) in
                try self.check(request.query["id"], isAt: indexPath, of: table)
                guard let cell = tableView.cellForRow(at: indexPath) else {
                    throw ProblemDetails(
                        .notFound, "There is no row \(indexPath.row) in section \(indexPath.section).")
                }
                guard let field = cell.fields.first(where: { $0.name.isExactly(name) }) else {
                    throw ProblemDetails(.notFound, "The row has no field \"\(name)\".")
                }
                return (field.value, tableView.identifier(forRowAt: indexPath))
            }
            // A browser may have the value of another user, or an older one.
            let isVolatile =
                outcome.reads.union(table.reads).contains(.visitor) || !table.announcesChanges
            let tag = isVolatile ? nil : "\"\(table.tag).\(tableView.revision).value\""
            return (outcome.result.0, outcome.result.1, tableView.title, tag)
        }
        if let tag, let tags = request.header(.ifNoneMatch), CachedPage.matches(tags, tag) {
            return Response(status: .notModified, headers: Self.headers(tag))
        }
        var response = try await tableView.performing(tableRequest) {
            try await self.response(value, name, indexPath, identifier, of: table)
        }.result
        response.headers.append(contentsOf: Self.headers(tag))
        if response.headers[.contentType] == "application/octet-stream" {
            response.headers[.contentDisposition] =
                ContentDisposition(title: "\(title) \(name)", fileExtension: "bin").value
        }
        return response
    }

    /// Scripts and resources in a value are blocked. Inline styles are allowed, because browsers style the page of a
    /// picture.
    private static func headers(_ tag: String?) -> HTTPFields {
        var headers: HTTPFields = [
            .cacheControl: tag == nil ? "no-store" : "private, no-cache", .vary: "Cookie",
            .contentSecurityPolicy: "default-src 'none'; style-src 'unsafe-inline'; sandbox",
        ]
        headers[.eTag] = tag
        return headers
    }

    /// Returns the request of a client for a table, with the visitor's session or an empty one.
    @TableActor
    func request(_ request: Request, ofTable base: String) -> TableRequest {
        TableRequest(
            session: sessions.session(of: request.visitor, table: base), query: request.query.pairs,
            traits: TableViewTraits(language: request.language.tag), user: request.visitor.user)
    }

    private func response(
        _ value: FieldValue, _ name: String, _ indexPath: IndexPath, _ identifier: String, of table: MountedTable
    ) async throws -> Response {
        switch value {
        case .bytes(let bytes):
            return .bytes(bytes, contentType: Picture.contentType(of: bytes) ?? "application/octet-stream")
        case .excerpt: break
        default: return .text(value.data)
        }
        let read = try TableActor.run {
            // The row may have moved since its cell was read.
            try check(identifier, isAt: indexPath, of: table)
            return table.tableView.hosting.longValueHandler
        }
        guard let value = try await read?(table.tableView, indexPath, name) else {
            throw ProblemDetails(.notFound, "The table cannot read more of the value than its page shows.")
        }
        // The handler may give any number.
        let count = max(value.byteCount, 0)
        let beginning = try await value.read(0..<min(count, Picture.byteCount))
        let contentType =
            value.isText
            ? "text/plain; charset=utf-8" : Picture.contentType(of: beginning) ?? "application/octet-stream"
        let body = Response.Body.stream { writer in
            for start in stride(from: 0, to: count, by: Self.partSize) {
                try await writer.write(try await value.read(start..<start + min(Self.partSize, count - start)))
            }
        }
        return Response(headers: [.contentType: contentType], body: body)
    }

    /// The number of bytes of a long value that are read at a time.
    private static var partSize: Int { 128 << 10 }
}
