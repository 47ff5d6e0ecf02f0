import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

/// A table that is too long for one page and is to be sent as a whole.
struct StreamedExport: Sendable {
    let page: PageRequest
    let export: TableExport
    private let context: PageContext
    private let state: PageContext.State
    /// The visitor whose data the table may contain.
    private let owner: TableSession?
    /// Those of an answer without a body too.
    let headers: HTTPFields
    let disposition: String?
    /// Whether it may be sent compressed: not where it may show something of one visitor's own.
    let isCompressible: Bool

    /// - Parameter window: the first rows that are sent, which are loaded.
    @TableActor
    init(_ builder: PageBuilder, beginningWith window: TableWindow, _ configuration: TableServer.Configuration) {
        let tableView = builder.table.tableView
        let session = builder.session
        page = builder.page
        var start: ExportPosition?
        if builder.page.parameters.anchor != .start, let indexPath = window.firstIndexPath {
            start = ExportPosition(indexPath, identifier: tableView.identifier(forRowAt: indexPath))
        }
        export = TableExport(
            of: tableView, from: start, arrangement: window.arrangement, size: builder.page.parameters.size,
            request: builder.request,
            loading: { try await $0.load($1, atMost: configuration.maxLoadingTime, by: $2) })
        // What rows read of the visitor is not known before they are written. Who has no name has nothing to be read.
        let isPrivate = !session.id.isEmpty || !session.isEmpty
        context = builder.context
        state = builder.state
        owner = isPrivate ? session : nil
        isCompressible = configuration.isCompressing && !isPrivate
        headers =
            PageHeaders.Kind(
                contentType: page.representation.contentType, isPrivate: isPrivate,
                isCompressible: configuration.isCompressing
            ).fields
        disposition = builder.page.representation.disposition(title: tableView.title)
    }

    /// - Parameter revision: The revision that is written. Default: the revision at the request.
    func entityTag(_ revision: UInt64?, _ coding: ContentCoding?) -> String {
        var state = state
        if let revision { state.table = revision }
        let tag = context.entityTag(at: state, privateTo: owner)
        return coding?.entityTag(of: tag) ?? tag
    }
}

extension TableHandler {
    /// Sends all rows of a table while they are read, or says that the client has them.
    func send(_ table: StreamedExport, for request: Request) throws -> HandlerResponse {
        // Zstandard would need twelve times the memory of gzip for each.
        let coding = table.isCompressible ? CompressionPolicy.coding(for: request, among: [.gzip]) : nil
        var headers = table.headers
        headers[.eTag] = table.entityTag(nil, coding)
        if let tags = request.header(.ifNoneMatch), CachedPage.matches(tags, table.entityTag(nil, coding)) {
            return .response(Response(status: .notModified, headers: headers))
        }
        headers[.contentType] = table.page.representation.contentType
        headers[.contentDisposition] = table.disposition
        headers[.contentEncoding] = coding?.rawValue
        guard request.method != .head else { return .response(Response(headers: headers, body: .stream { _ in })) }
        guard let slot = exports.take() else {
            throw ProblemDetails(
                .serviceUnavailable, "Too many exports are running. Try again, or ask for pages with _size.",
                headers: [.retryAfter: "10"])
        }
        let reply = { @Sendable [renderer, headers] (export: TableExport) in
            var headers = headers
            headers[.eTag] = table.entityTag(export.frozenRevision, coding)
            let body = Response.Body.stream { writer in
                // Held by the body, which is let go of when it has ended, when its client has gone, and unread.
                defer { withExtendedLifetime(slot) {} }
                let gzip = try coding.map { _ in try GzipStream() }
                try await renderer.write(export, table.page) { bytes in
                    try await writer.write(gzip?.compress(bytes) ?? bytes)
                }
                if let gzip { try await writer.write(gzip.finish()) }
            }
            return HandlerResponse.response(Response(headers: headers, body: body))
        }
        return table.export.isOpened ? reply(table.export) : .deferred { reply(try await table.export.opened()) }
    }
}
