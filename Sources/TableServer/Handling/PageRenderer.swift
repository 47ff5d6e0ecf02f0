import Assets
import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

/// Writes pages and problems in the representation that was asked for.
struct PageRenderer: Sendable {
    private let templates: PageTemplates
    private let maxTextLength: Int
    private let guardsFormulas: Bool

    /// Where the table of a page may begin of which that is not known.
    private static let likelyOffset = 4096

    /// - Parameter publicPath: the folder of the files that pages link, without a slash at its end.
    init(_ configuration: TableServer.Configuration, publicPath: String) throws {
        let own = try configuration.templatesDirectory.map(StaticFiles.read) ?? [:]
        do {
            var files = Assets.templates.merging(own) { $1 }
            files["_public.mustache"] = Array(publicPath.utf8)
            let sources = files.filter { $0.key.hasSuffix(".mustache") }.map { name, bytes in
                (String(name.dropLast(".mustache".count)), String(decoding: bytes, as: UTF8.self))
            }
            templates = try PageTemplates(
                Dictionary(uniqueKeysWithValues: sources), maxCachedBytes: configuration.maxShellBytes)
        } catch {
            throw TableServerError(.unusableAssets, "The templates cannot be used: \(error)")
        }
        maxTextLength = configuration.maxTextLength
        guardsFormulas = configuration.guardsFormulas
    }

    /// Writes a page that was asked for.
    func render(_ content: PageContent) throws -> RenderedPage {
        switch content.page.representation {
        case .json:
            return json(content)
        case .html:
            return html(content)
        case .ndjson:
            var writer = NDJSONTableWriter(links: content.links)
            content.table.write(to: &writer)
            return RenderedPage(bytes: writer.takeOutput())
        case .text, .csv, .markdown:
            return RenderedPage(
                bytes: try content.table.text(style: content.page.style, configuration: textConfiguration))
        }
    }

    private func json(_ content: PageContent) -> RenderedPage {
        var sections = WrittenSections()
        var stamps: [Range<Int>] = []
        let bytes = ByteWriter.bytes(likely: content.likelyByteCount) { output in
            var writer = JSONTableWriter(links: content.links, into: output)
            sections = content.table.write(to: &writer)
            stamps = writer.stamps
            return writer.endOutput()
        }
        let rows = content.table.written(sections, in: bytes, stamps: stamps, as: .json(content.links))
        return RenderedPage(bytes: bytes, written: content.written(rows))
    }

    private func html(_ content: PageContent) -> RenderedPage {
        var sections = WrittenSections()
        var page = PageTemplates.Page()
        let bytes = ByteWriter.bytes(
            likely: content.likelyByteCount, margin: content.shell?.tableOffset ?? Self.likelyOffset
        ) { output in
            var writer = HTMLTableWriter(
                links: content.links, language: content.page.language, maxTextLength: maxTextLength,
                templates: templates, into: output)
            sections = content.table.write(to: &writer)
            page = writeShell(of: content, around: &writer)
            return writer.endOutput()
        }
        guard !content.page.isPlain else {
            return RenderedPage(bytes: PlainForms.rewritten(bytes, query: content.links.query))
        }
        guard page.canBeRevised else { return RenderedPage(bytes: bytes) }
        let format = PageFormat.html(
            content.links, content.page.language, maxTextLength: maxTextLength, templates)
        let rows = content.table.written(
            sections, in: bytes, stamps: page.stamps, from: page.tableOffset, as: format)
        return RenderedPage(bytes: bytes, written: content.written(rows, page.shell))
    }

    /// Writes what is around a table that has been written.
    private func writeShell(of content: PageContent, around writer: inout HTMLTableWriter) -> PageTemplates.Page {
        let (title, tag) = (content.title, content.view.table.tag)
        var breadcrumbs = content.breadcrumbs
        if content.page.scope != .table { breadcrumbs.append(TableLink(content.title, url: content.page.base)) }
        // What is said once is in no other page.
        guard let notice = content.notice else {
            let known = templates.write(
                content.shell, title: title, breadcrumbs: breadcrumbs, tag: tag, around: &writer)
            if let known { return known }
            let shell = PageShell(writer, title: title, breadcrumbs: breadcrumbs, tag: tag)
            let origin = KnownShell.Origin(writer, title: title, breadcrumbs: breadcrumbs, tag: tag)
            return templates.write(shell, from: origin, around: &writer)
        }
        var shell = PageShell(writer, title: title, breadcrumbs: breadcrumbs, tag: tag)
        shell.notice = PageShell.Notice(
            notice, url: notice.address(base: content.page.base), words: Words(content.page.language))
        return templates.write(shell, around: &writer)
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
        configuration.guardsFormulas = guardsFormulas
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
