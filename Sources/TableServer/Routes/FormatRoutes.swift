import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
import TableFormats
import TableRendering

/// The routes that name a format in place of the final slash: `/members.csv` redirects to `/members/table.csv`.
///
/// For a table that shows one record, such as a database row, `.json` responds with the record as one object.
struct FormatRoutes {
    let handler: TableHandler
    /// The parameters of the address of a record.
    static let parameters = [QueryParameter("_fresh", .flag, "Reads all changes before answering.")]

    func route(_ mount: Mount, in router: inout Router) {
        for format in handler.formats {
            let suffix = ".\(format.fileExtension)"
            guard let path = mount.path.appending(suffix: suffix) else { continue }
            router.get(path) { request, parameters in
                let limit = handler.configuration.loadingTimeout
                return try await withTimeLimit(limit, orThrow: { ProblemDetails.loadingTooLong }, beginsHere: true) {
                    try await respond(to: request, format, suffix, mount, parameters)
                }
            }
        }
    }

    private func respond(
        to request: Request, _ format: TableFormat, _ suffix: String, _ mount: Mount,
        _ parameters: PathParameters
    ) async throws -> Response {
        let query = request.rawQuery.map { "?\($0)" } ?? ""
        func redirect(to path: String) -> Response {
            .redirect(to: path + query, status: .permanentRedirect)
        }
        let folder = String(request.path.dropLast(suffix.count))
        let own = try mount.ownParameters(request, below: parameters)
        let table: MountedTable?
        do {
            let identified = try await handler.loaded(request, forUser: mount.isForVisitors)
            let visitor = mount.isForVisitors ? handler.tableVisitor(of: identified) : nil
            table = try await mount.findTable(
                parameters, own, for: visitor, within: handler.configuration.loadingTimeout)
        } catch let moved as TableMovedError {
            let parent = folder.prefix(through: folder.lastIndex(of: "/") ?? folder.startIndex)
            return redirect(to: "\(parent)\(moved.folder)\(suffix)")
        }
        // The suffix may be part of the table's name.
        guard let table else {
            return .redirect(to: "\(request.path)/\(query)", status: .temporaryRedirect)
        }
        guard format == .json, let record = try await record(of: table, for: request, own: own) else {
            return redirect(to: "\(folder)/table\(suffix)")
        }
        let bytes = JSONTableWriter.bytes(of: record.fields)
        let tag = record.tag ?? "\"0.record.\(ContentHash(of: bytes).text)\""
        let cacheControl = table.audience == .everyone ? "no-cache" : "private, no-cache"
        let headers: HTTPFields = [.eTag: tag, .cacheControl: cacheControl]
        if !record.isComputed, let tags = request.header(.ifNoneMatch), CachedPage.matches(tags, tag) {
            return Response(status: .notModified, headers: headers)
        }
        var response = Response.json(bytes)
        response.headers.append(contentsOf: headers)
        return response
    }

    /// Returns the fields of the record, and their entity tag if the revision tells every change; nil for a table of rows. The
    /// tag of a row that can be changed tells nothing of computed fields.
    @TableActor
    private func record(
        of table: MountedTable, for request: Request, own: Query
    ) async throws -> (fields: [Field], tag: String?, isComputed: Bool)? {
        let tableView = table.tableView
        guard tableView.hosting.record != nil else { return nil }
        for item in request.query where item.name != "_fresh" || !["0", "1"].contains(item.value) {
            if own[item.name] != nil { continue }
            throw ProblemDetails(
                .badRequest, .unknownParameter(item.name, among: Self.parameters.map(\.name)), errors: [item.name])
        }
        let editing = tableView.hosting.editing
        if request.query["_fresh"] == "1" || !table.announcesChanges {
            if let read = tableView.hosting.recordHandler {
                try await read()
            } else {
                try await tableView.hosting.updateHandler?(tableView)
            }
        }
        if let reason = tableView.hosting.unavailableReason { throw reason }
        // A change of the row names this tag.
        if let id = editing?.record, let row = try await editing?.editor?.form(ofRow: id).row {
            let computed = (tableView.hosting.record ?? []).filter { field in
                !row.fields.contains { $0.name.isExactly(field.name) }
            }
            return (row.visibleFields + computed, row.entityTag, !computed.isEmpty)
        }
        let tag = table.announcesChanges ? "\"\(table.tag).\(tableView.revision).record\"" : nil
        return tableView.hosting.record.map { ($0, tag, false) }
    }
}

extension RoutePath {
    /// Returns the path without its final slash, with a suffix after the last segment; nil for the root.
    fileprivate func appending(suffix: String) -> RoutePath? {
        guard let last = components.last else { return nil }
        let component: Component =
            switch last {
            case .literal(let text): .literal(text + suffix)
            case .parameter(let name, let own): .parameter(name, suffix: own + suffix)
            case .index(let name, let own): .index(name, suffix: own + suffix)
            }
        return RoutePath(components.dropLast() + [component])
    }
}
