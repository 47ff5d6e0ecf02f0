import Assets
import Bytes
import CascadingTable
import HTTPMessages
import HTTPTypes
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
        let isBundled = try own.isEmpty && !configuration.hasSignIn && publicPath == StaticFiles.bundled.get().path
        templates = try isBundled ? Self.bundled.get() : Self.templates(own, publicPath, configuration.hasSignIn)
        maxTextLength = configuration.maxTextLength
        guardsFormulas = configuration.guardsFormulas
    }

    /// The bundled templates, compiled once for all servers of the process that have no others.
    private static let bundled = Result { try templates([:], StaticFiles.bundled.get().path) }

    private static func templates(
        _ own: [String: [UInt8]], _ publicPath: String, _ hasSignIn: Bool = false
    ) throws -> PageTemplates {
        do {
            var files = Assets.templates.merging(own) { $1 }
            files["_public.mustache"] = Array(publicPath.utf8)
            if !hasSignIn { files["_account.mustache"] = [] }
            let sources = files.filter { $0.key.hasSuffix(".mustache") }.map { name, bytes in
                (String(name.dropLast(".mustache".count)), String(decoding: bytes, as: UTF8.self))
            }
            return try PageTemplates(Dictionary(uniqueKeysWithValues: sources))
        } catch let error as TemplateError {
            throw TableServerError(.unusableAssets, "\(error)")
        } catch {
            throw TableServerError(.unusableAssets, "Cannot use the templates: \(error)")
        }
    }

    /// Renders a page.
    func render(_ content: PageContent) throws -> [UInt8] {
        guard let format = content.page.representation.format else { return html(content) }
        guard content.page.hasCells else {
            return try format.write(content.snapshot, options(content.page, content.links))
        }
        var writer = JSONTableWriter(links: content.links)
        content.snapshot.write(to: &writer)
        return writer.takeOutput()
    }

    private func html(_ content: PageContent) -> [UInt8] {
        var writer = HTMLTableWriter(
            links: content.links, language: content.page.language,
            maxTextLength: maxTextLength, isRecord: content.isRecord, templates: templates, margin: Self.margin)
        content.snapshot.write(to: &writer)
        let mounted = content.builder.table
        for name in writer.unknownStyles { reportStyle(named: name, in: mounted.tableView) }
        let values = TemplateValues.page(
            writer, title: content.title, breadcrumbs: content.breadcrumbs,
            tag: mounted.announcesChanges ? mounted.tag : "",
            notice: content.notice.map { ($0, $0.undo?.address(base: content.page.base)) },
            advice: content.advice.map { ($0, content.builder.loadingTime / .seconds(1)) },
            parameters: content.parameters, frames: content.frames, chart: chart(content))
        templates.write(values, around: &writer)
        let bytes = writer.takeOutput()
        return content.page.isPlain ? TextBrowserForms.rewritten(bytes, query: content.links.query) : bytes
    }

    /// Returns the drawing of the groups of a page; nil for none.
    private func chart(_ content: PageContent) -> [UInt8]? {
        guard let (rows, columns, grouping, kind) = content.drawn else { return nil }
        let values = (0..<rows.count).map { row in columns.indices.map { rows.value(at: row, $0) } }
        guard let chart = Chart(values, columns: columns, grouping, as: kind) else { return nil }
        var writer = SVGWriter(chart, words: content.page.language.words)
        writer.draw(isFile: false)
        return writer.output.take()
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
        options.language = page.language
        return options
    }

    /// Returns a response with a page that is not cached.
    func response(_ name: PageTemplates.Name, _ values: TemplateValues, status: HTTPResponse.Status = .ok) -> Response {
        .uncached(page: templates.render(name, values), status: status)
    }

    /// Returns a response with the page around its body; a response without one is unchanged.
    func framed(_ response: Response, for request: Request) -> Response {
        guard let around = response.surroundings else { return response }
        var page = response
        page.surroundings = nil
        if page.headers[.cacheControl] == nil { page.headers[.cacheControl] = "no-store" }
        if let form = around.content as? FormPage {
            page.body = .bytes(templates.render(.form, .form(form, words: request.language.words)))
            return page
        }
        let language = around.language.flatMap { Language.tagged(String($0.prefix { $0 != "-" })) }
        let content = TemplateValues.content(
            words: (language ?? request.language).words, language: around.language, title: around.title,
            breadcrumbs: around.breadcrumbs.map { TableLink($0.title, to: $0.url) },
            content: String(decoding: response.bytes ?? [], as: UTF8.self))
        page.body = .bytes(templates.render(.content, content))
        return page
    }

    /// Returns the response to an error: a page for browsers, a problem document for other clients.
    func response(to problem: ProblemDetails, request: Request?) -> Response {
        var response: Response
        if request?.acceptsHTML == true {
            let words = (problem.language ?? request?.language ?? .english).words
            response = self.response(.error, problem.templateValues(words), status: problem.status)
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
