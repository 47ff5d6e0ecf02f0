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

    /// Writes a page that was asked for.
    func render(_ content: PageContent) throws -> RenderedPage {
        switch content.page.representation {
        case .json:
            var writer = JSONTableWriter(links: content.links)
            let sections = content.table.write(to: &writer)
            let bytes = writer.takePage()
            let rows = content.table.written(sections, in: bytes, as: writer.format)
            return RenderedPage(bytes: bytes.bytes, written: content.written(rows))
        case .html:
            var writer = HTMLTableWriter(
                links: content.links, language: content.page.language, maxTextLength: maxTextLength,
                templates: templates)
            let sections = content.table.write(to: &writer)
            var breadcrumbs = content.breadcrumbs
            if content.page.scope != .table { breadcrumbs.append(TableLink(content.title, url: content.page.base)) }
            let whole = page(content, breadcrumbs, around: &writer)
            guard !content.page.isPlain else {
                return RenderedPage(bytes: PlainForms.rewritten(whole.bytes, query: content.links.query))
            }
            guard whole.canBeRevised else { return RenderedPage(bytes: whole.bytes) }
            let rows = content.table.written(sections, in: whole.content, from: whole.tableOffset, as: writer.format)
            return RenderedPage(bytes: whole.bytes, written: content.written(rows, whole.shell))
        case .ndjson:
            var writer = NDJSONTableWriter(links: content.links)
            content.table.write(to: &writer)
            return RenderedPage(bytes: writer.takeOutput())
        case .text, .csv, .markdown:
            return RenderedPage(
                bytes: try content.table.text(style: content.page.style, configuration: textConfiguration))
        }
    }

    /// A table that has been written, with what is around it.
    private func page(
        _ content: PageContent, _ breadcrumbs: [TableLink], around writer: inout HTMLTableWriter
    ) -> PageTemplates.Page {
        let (title, tag) = (content.title, content.view.table.tag)
        // What is said once is in no other page.
        let origin =
            content.notice == nil ? KnownShell.Origin(writer, title: title, breadcrumbs: breadcrumbs, tag: tag) : nil
        if let origin, let page = templates.page(after: content.shell, from: origin, table: &writer) { return page }
        var shell = PageShell(writer, title: title, breadcrumbs: breadcrumbs, tag: tag)
        shell.notice = content.notice.map {
            PageShell.Notice($0, url: $0.address(base: content.page.base), words: Words(content.page.language))
        }
        return templates.page(shell, from: origin, table: &writer)
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

/// A page as bytes.
struct RenderedPage {
    var bytes: [UInt8]
    /// What the next page of this view may take over.
    var written: KeptPage.Written?
}
