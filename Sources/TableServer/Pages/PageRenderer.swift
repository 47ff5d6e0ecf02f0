import Bytes
import Assets
import CascadingTable
import HTTPTypes
import MicroHTTPD
import TableRendering

/// Renders pages and errors in the requested format.
struct PageRenderer: Sendable {
    private let templates: PageTemplates
    private let maxTextLength: Int
    private let guardsFormulas: Bool

    /// An estimate of the bytes of a page before its table.
    private static let margin = 4096

    /// Reads the templates.
    ///
    /// - Parameters:
    ///   - configuration: The settings of the server.
    ///   - publicPath: The path of the static files, without a slash at its end.
    /// - Throws: ``TableServerError`` with code `unusableAssets` for an unusable folder or an invalid template.
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
        } catch let error as CellTemplateError {
            throw TableServerError(.unusableAssets, "\(error)")
        } catch {
            throw TableServerError(.unusableAssets, "Cannot use the templates: \(error)")
        }
        maxTextLength = configuration.maxTextLength
        guardsFormulas = configuration.guardsFormulas
    }

    /// Renders a page. Returns the places of its rows, too, if the next page may be made from this one.
    func render(_ content: PageContent) throws -> (bytes: [UInt8], table: RenderedTable?) {
        guard let format = content.page.representation.format else { return html(content, content.table) }
        if content.page.hasCells { return json(content, content.table) }
        guard case .snapshot(let snapshot) = content.table else {
            throw ProblemDetails(.internalServerError, "Only pages and JSON are updated row by row.")
        }
        return (try format.write(snapshot, options(content.page, content.links)), nil)
    }

    private func json(_ content: PageContent, _ source: PageContent.Source) -> ([UInt8], RenderedTable?) {
        var writer = JSONTableWriter(links: content.links)
        var table: RenderedTable
        switch source {
        case .snapshot(let snapshot): table = writer.render(snapshot)
        case .update(let update, var before):
            writer.render(update, in: &before)
            table = before
        }
        let bytes = writer.takeOutput()
        table.place(in: bytes)
        return (bytes, content.isRevisable ? table : nil)
    }

    private func html(_ content: PageContent, _ source: PageContent.Source) -> ([UInt8], RenderedTable?) {
        var writer = HTMLTableWriter(
            links: content.links, language: content.page.language,
            maxTextLength: maxTextLength, isRecord: content.isRecord, templates: templates, margin: Self.margin)
        var table: RenderedTable?
        switch source {
        case .snapshot(let snapshot):
            if content.isRevisable { table = writer.render(snapshot) } else { snapshot.write(to: &writer) }
        case .update(let update, var before):
            writer.render(update, in: &before)
            table = before
        }
        for name in writer.unknownStyles { reportStyle(named: name, in: content.builder.table.tableView) }
        var templateContext = PageTemplateContext(
            writer, title: content.title, breadcrumbs: content.breadcrumbs, tag: content.builder.table.tag)
        if let notice = content.notice {
            templateContext.notice = PageTemplateContext.Notice(
                notice, url: notice.address(base: content.page.base), words: Words(content.page.language))
        }
        let start = templates.write(templateContext, around: &writer)
        let bytes = writer.takeOutput()
        guard !content.page.isPlain else { return (TextBrowserForms.rewritten(bytes, query: content.links.query), nil) }
        table?.place(in: bytes, at: start)
        return (bytes, table)
    }

    private func reportStyle(named name: String, in tableView: TableView) {
        TableActor.run {
            tableView.anomalies.report(
                Anomaly(
                    .noCellTemplate,
                    "The style \"\(name)\" has no template, so its cells look like those of the style \"default\". "
                        + "Add cell-\(name).mustache to the folder of the templates."))
        }
    }

    /// Writes a whole table.
    @TableActor
    func write(_ export: TableExport, _ page: PageRequest, to output: TableExport.Output) async throws {
        try await page.representation.format?.export(export, options(page, PageLinks(base: page.base)), output)
    }

    private func options(_ page: PageRequest, _ links: PageLinks) -> TableFormat.Options {
        var options = TableFormat.Options(links: links, variant: page.parameters.variant)
        // Every line of a text table is as long as its widest text.
        options.maximumColumnWidth = maxTextLength
        options.guardsFormulas = guardsFormulas
        return options
    }

    func edit(_ templateContext: EditTemplateContext) -> [UInt8] { templates.edit(templateContext) }

    func confirmation(_ templateContext: ConfirmationTemplateContext) -> [UInt8] {
        templates.confirmation(templateContext)
    }

    /// Returns a response with the page of its frame; a response without a frame is unchanged.
    func framed(_ response: Response, for request: Request) -> Response {
        guard let frame = response.frame else { return response }
        let language = frame.language.flatMap { Language(rawValue: String($0.prefix { $0 != "-" })) }
        let content = ContentTemplateContext(
            words: Words(language ?? request.language), language: frame.language, title: frame.title,
            breadcrumbs: frame.breadcrumbs.map { TableLink($0.title, to: $0.url) },
            content: String(decoding: response.bytes ?? [], as: UTF8.self))
        var page = response
        page.frame = nil
        page.body = .bytes(templates.content(content))
        if page.headers[.cacheControl] == nil { page.headers[.cacheControl] = "no-store" }
        return page
    }

    /// Returns the response to an error: a page for browsers, a problem document for other clients.
    func response(to problem: ProblemDetails, request: Request?) -> Response {
        var response: Response
        if request?.acceptsHTML == true {
            response = Response.bytes(
                templates.error(problem.templateContext(Words(problem.language ?? request?.language ?? .english))),
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
