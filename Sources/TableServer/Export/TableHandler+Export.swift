import Bytes
import CascadingTable
import Codecs
import HTTPMessages
import HTTPTypes
import TableRendering

/// An export of a table that does not fit into one page.
struct StreamedExport: Sendable {
    let page: PageRequest
    let export: TableExport
    private let builder: PageBuilder
    private let state: PageBuilder.State
    /// The visitor whose data the table may contain.
    private let owner: TableSession?
    /// A Boolean value that indicates whether the revision tells every change, for all users. Other exports have no entity
    /// tag.
    private let isTagged: Bool
    /// The headers that a 304 response has, too.
    let headers: HTTPFields
    let disposition: String?
    /// The time that loading the first rows has taken.
    var loadingTime: Duration { builder.loadingTime }
    /// A Boolean value that indicates whether the response may be compressed. Personal exports are not.
    let isCompressible: Bool

    /// - Parameters:
    ///   - builder: The request with its visitor.
    ///   - window: The first rows of the export, which are loaded; nil for all rows.
    ///   - query: The query whose rows are exported; nil for the rows of the table.
    ///   - configuration: The settings of the server.
    @TableActor
    init(
        _ builder: PageBuilder, beginningWith window: TableWindow? = nil, answering query: TableQuery? = nil,
        _ configuration: TableServer.Configuration
    ) {
        let tableView = builder.table.tableView
        let session = builder.session
        page = builder.page
        var start: RowReference?
        if builder.page.parameters.anchor != .first, let indexPath = window?.firstIndexPath {
            start = RowReference(indexPath: indexPath, identifier: tableView.identifier(forRowAt: indexPath))
        }
        var export = TableExport(
            of: tableView, from: start, size: builder.page.parameters.size, request: builder.request)
        export.query = query
        export.loading = { tableView, rows, work in
            let limit = configuration.loadingTimeout
            try await withTimeLimit(limit, orThrow: { ProblemDetails.loadingTooLong }) {
                try await tableView.load(rowsAt: rows, by: work)
            }
        }
        self.export = export
        // The rows are written later, so their use of the session and of the user is still unknown. Visitors without an
        // identifier have no data.
        let visitor = builder.visitor
        let isPrivate =
            !session.id.isEmpty || !session.isEmpty || visitor.identity != nil || builder.table.audience != .everyone
        isTagged = visitor.identity == nil && builder.table.announcesChanges
        self.builder = builder
        state = builder.state
        owner = isPrivate ? session : nil
        isCompressible = configuration.allowsCompression && !isPrivate
        headers =
            SharedHeaders.Kind(
                contentType: page.representation.contentType, isPrivate: isPrivate,
                isCompressible: configuration.allowsCompression
            ).fields
        disposition = builder.page.representation.disposition(title: tableView.title)
    }

    /// - Parameters:
    ///   - revision: The revision that is exported. Default: the revision at the request.
    ///   - coding: The content coding of the response.
    func entityTag(_ revision: UInt64?, _ coding: ContentCoding?) -> String? {
        guard isTagged else { return nil }
        var state = state
        if let revision { state.table = revision }
        let tag = builder.entityTag(at: state, privateTo: owner)
        return coding?.entityTag(of: tag) ?? tag
    }
}

extension TableHandler {
    /// Returns the response with all rows of a ``WholeTableDataSource`` or of a query; nil for other tables, and for a table
    /// that is known to fit into one page.
    ///
    /// Whether a page has all rows is not asked, and its limit of time does not matter.
    func wholeTable(_ page: PageRequest, of table: MountedTable, for request: Request) async throws -> Response? {
        let tableView = table.tableView
        guard page.isWhole, page.parameters.anchor == .first,
            !page.parameters.query.groups.areOther(than: GroupParameters())
        else { return nil }
        let export = try TableActor.run { () throws -> StreamedExport? in
            guard tableView.dataSource is any WholeTableDataSource else { return nil }
            let session = sessions.knownSession(of: request.visitor, table: page.base) ?? TableSession()
            let builder = PageBuilder(page, of: table, visitor: request.visitor, query: request.query.pairs, session)
            return try tableView.asking(builder.request) {
                try page.checkColumns(of: tableView)
                let query = try page.parameters.query.query(
                    of: tableView, known: PageParameters.names(for: page.representation))
                if let query {
                    try tableView.check(query)
                } else if tableView.countAccuracy == .exact, tableView.numberOfRows <= page.parameters.size {
                    return nil
                }
                return StreamedExport(builder, answering: query, configuration)
            }.result
        }
        guard let export else { return nil }
        return try await send(export, for: request)
    }

    /// Streams all rows of a table while they are read, or responds with 304.
    func send(_ table: StreamedExport, for request: Request) async throws -> Response {
        // Zstandard needs twelve times the memory of gzip for each export.
        let coding = table.isCompressible ? CompressionPolicy.coding(for: request, among: [.gzip]) : nil
        var headers = table.headers
        headers[.eTag] = table.entityTag(nil, coding)
        if let tags = request.header(.ifNoneMatch), let tag = headers[.eTag], CachedPage.matches(tags, tag) {
            return Response(status: .notModified, headers: headers)
        }
        headers[.contentType] = table.page.representation.contentType
        headers[.contentDisposition] = table.disposition
        headers[.contentEncoding] = coding?.rawValue
        guard request.method != .head else { return Response(headers: headers, body: .stream { _ in }) }
        guard let permit = exports.take() else {
            throw ProblemDetails(
                .serviceUnavailable, "Too many exports are running. Try again, or ask for pages with _size.",
                headers: [.retryAfter: "10"])
        }
        let start = ContinuousClock.now
        let export = try await table.export.opened()
        headers.addTime(of: "rows", table.loadingTime + (.now - start))
        if !table.export.isOpened { headers[.eTag] = export.frozenRevision.flatMap { table.entityTag($0, coding) } }
        let body = Response.Body.stream { [renderer] writer in
            // The body holds the permit. It is released when the body ends, when the client disconnects, or if the
            // body is not read.
            defer { withExtendedLifetime(permit) {} }
            let gzip = coding.flatMap { _ in GzipStream() }
            guard coding == nil || gzip != nil else {
                throw ProblemDetails(.serviceUnavailable, "The server has no memory left. Try again.")
            }
            try await renderer.write(export, table.page) { bytes in
                try await writer.write(gzip?.compress(bytes) ?? bytes)
            }
            if let gzip { try await writer.write(gzip.finish()) }
        }
        return Response(headers: headers, body: body)
    }
}

/// A `Content-Disposition` header that makes browsers save a response under the title of its table (RFC 6266).
///
/// The title may come from anyone. Characters that are not safe in file names on every system become underscores.
struct ContentDisposition {
    /// The file name without its extension.
    private let name: String
    private let fileExtension: String

    init(title: String, fileExtension: String) {
        name = SafeFileName(title: title, maxSize: 120, fallback: "table").text
        self.fileExtension = fileExtension
    }

    /// The value of the header: `attachment; filename="…"`.
    ///
    /// For names with other than ASCII characters, it also contains the encoded name (RFC 8187), which browsers prefer.
    var value: String {
        let ascii = String(String.UnicodeScalarView(name.unicodeScalars.map { $0.isASCII ? $0 : "_" }))
        let plain = "attachment; filename=\"\(ascii).\(fileExtension)\""
        guard ascii != name else { return plain }
        var writer = ByteWriter()
        writer.urlComponent("\(name).\(fileExtension)")
        return plain + "; filename*=UTF-8''" + writer.text
    }
}
