import Assets
import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

/// Writes pages and problems in the representation that was asked for.
struct PageRenderer: Sendable {
    private let templates: PageTemplates
    private let maxTextLength: Int

    /// - Parameter publicPath: the folder of the files that pages link, without a slash at its end.
    init(_ configuration: TableServer.Configuration, publicPath: String) throws {
        do {
            let own = try configuration.templatesDirectory.map(StaticFiles.read) ?? [:]
            var files = Assets.templates.merging(own) { $1 }
            files["_public.mustache"] = Array(publicPath.utf8)
            let sources = files.filter { $0.key.hasSuffix(".mustache") }.map { name, bytes in
                (String(name.dropLast(".mustache".count)), String(decoding: bytes, as: UTF8.self))
            }
            templates = try PageTemplates(Dictionary(uniqueKeysWithValues: sources))
        } catch {
            throw TableServerError(.unusableAssets, "The templates cannot be used: \(error)")
        }
        maxTextLength = configuration.maxTextLength
    }

    /// Writes a page; all its rows must have been loaded.
    @TableActor
    func render(_ writing: consuming TableWriting, of tableView: TableView, _ making: PageMaking) throws -> RenderedPage
    {
        let links = making.links(of: writing.window, in: tableView)
        switch making.page.representation {
        case .json:
            var writer = JSONTableWriter(links: links)
            writing.write(to: &writer)
            let page = writer.takePage()
            return RenderedPage(
                bytes: page.bytes, links: links,
                written: making.written(writing.written(in: page, by: .json(writer)), links: links))
        case .html:
            var writer = HTMLTableWriter(
                links: links, language: making.page.language, maxTextLength: maxTextLength, templates: templates)
            writing.write(to: &writer)
            var breadcrumbs = tableView.breadcrumbs
            if making.page.scope != .table { breadcrumbs.append(TableLink(tableView.title, url: making.page.base)) }
            var shell = PageShell(writer, title: tableView.title, breadcrumbs: breadcrumbs, tag: making.table.tag)
            shell.notice = making.notice.map {
                PageShell.Notice($0, url: $0.address(base: making.page.base), words: Words(making.page.language))
            }
            let page = templates.page(shell, table: writer, reusing: making.kept?.shell)
            guard !making.page.isPlain else {
                return RenderedPage(bytes: PlainForms.rewritten(page.bytes, query: links.query), links: links)
            }
            return RenderedPage(
                bytes: page.bytes, links: links,
                written: making.written(
                    writing.written(in: page.content, from: page.tableOffset, by: .html(writer)), links: links,
                    shell: page.shell))
        case .ndjson:
            var writer = NDJSONTableWriter(links: links)
            writing.write(to: &writer)
            return RenderedPage(bytes: writer.takeOutput(), links: links)
        case .text, .csv, .markdown:
            let bytes = try tableView.text(
                of: writing.window, style: making.page.style, configuration: textConfiguration)
            return RenderedPage(bytes: bytes, links: links)
        }
    }

    /// Writes all of a table, in a representation that can have that.
    @TableActor
    func write(_ export: TableExport, _ page: PageRequest, to output: TableExport.Output) async throws {
        switch page.representation {
        case .ndjson: try await export.write(NDJSONTableWriter(links: PageLinks(base: page.base)), to: output)
        case .html, .json, .text, .csv, .markdown:
            try await export.writeText(page.style, textConfiguration, to: output)
        }
    }

    private var textConfiguration: TextTableWriter.Configuration {
        var configuration = TextTableWriter.Configuration()
        // Every line is as long as the widest text.
        configuration.maximumColumnWidth = maxTextLength
        return configuration
    }

    func edit(_ shell: EditShell) -> [UInt8] { templates.edit(shell) }

    func confirmation(_ shell: ConfirmationShell) -> [UInt8] { templates.confirmation(shell) }

    /// A page that says what was wrong for a browser, a problem document for everyone else.
    func response(to problem: Problem, request: Request?) -> Response {
        var response: Response
        if request?.acceptsHTML == true {
            response = Response.bytes(
                templates.error(problem.shell(Words(problem.language ?? request?.language ?? .english))),
                status: problem.status,
                contentType: "text/html; charset=utf-8")
        } else {
            response = Response.bytes(
                problem.document(instance: request?.path), status: problem.status,
                contentType: "application/problem+json")
        }
        response.headers.append(contentsOf: problem.headers)
        response.headers[.cacheControl] = "no-store"
        return response.secured
    }
}

/// A page as bytes, before it has a name.
struct RenderedPage {
    var bytes: [UInt8]
    var links: PageLinks
    /// What the next page of this view may take over.
    var written: KeptPage.Written?

    /// - Parameter before: the page of that view that was made last.
    @TableActor
    func prepared(
        _ making: PageMaking, at state: PageMaking.State, isPrivate: Bool, isCompressible: Bool,
        notice: TableView.Undo?, after before: PreparedPage?
    ) throws -> PreparedPage {
        var neighbours: [String] = []
        if let previous = links.previous { neighbours.append("<\(previous.url)>; rel=\"prev\"") }
        if let next = links.next { neighbours.append("<\(next.url)>; rel=\"next\"") }
        let head = PreparedPage.Head(
            contentType: making.page.representation.contentType, isPrivate: isPrivate,
            isNegotiated: making.page.representation.isNegotiated, isCompressible: isCompressible,
            links: neighbours.isEmpty ? nil : neighbours.joined(separator: ", "),
            disposition: making.page.disposition(title: making.table.tableView.title))
        let entityTag = making.entityTag(at: state, isPrivate: isPrivate, notice: notice)
        if let before, before.head == head {
            return PreparedPage(after: before, entityTag: entityTag, bytes: bytes)
        }
        return try PreparedPage(bytes, head, entityTag: entityTag)
    }
}
