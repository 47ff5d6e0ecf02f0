import Bytes
import CascadingTable
import Mustache

/// The cache around a table and around an error, by swift-mustache.
///
/// The table's own bytes never pass through it: the templateContext is split at `{{{table}}}` and each half rendered. Cells of a
/// style of one's own are laid out by the template `cell-STYLE`, which is compiled here once.
///
/// An object, for it is shared by all pages.
public final class PageTemplates: Sendable {
    private let library: MustacheLibrary
    /// The layouts of cells by style.
    let cells: [TableViewCell.Style: CellTemplate]
    private let cache: TemplateCache

    /// The template of a page has no place for the table, or one is missing.
    public struct Missing: Error, CustomStringConvertible {
        public let description: String
    }

    /// - Parameter sources: the templates by name: `page`, `error`, `confirm`, `edit`, `cell-STYLE`, and partials, whose names
    ///   start with `_`.
    /// - Parameter maxCachedBytes: Bytes of the parts that are rendered once for many pages.
    /// - Throws: `Missing`; `CellTemplateError` for what a cell cannot have; what swift-mustache says of the others.
    public init(_ sources: [String: String], maxCachedBytes: Int = 4 * 1024 * 1024) throws {
        guard var page = sources["page"], sources["error"] != nil, sources["confirm"] != nil, sources["edit"] != nil
        else {
            throw Missing(
                description: "There must be templates page, error, confirm and edit, each with .mustache behind it.")
        }
        guard let place = page.firstRange(of: Self.place) else {
            throw Missing(description: "page.mustache has no {{{table}}}.")
        }
        var templates = sources
        templates["page"] = nil
        templates["page before"] = String(page[..<place.lowerBound])
        page.removeSubrange(..<place.upperBound)
        templates["page after"] = page
        var cells: [TableViewCell.Style: CellTemplate] = [:]
        for name in sources.keys where name.hasPrefix(Self.cellPrefix) {
            templates[name] = nil
            let cell = try CellTemplateCompiler.compile(name, in: sources)
            guard cell.hasLabel else {
                throw Missing(
                    description: "\(name).mustache has no {{{label}}}, which is what a row is known and touched by.")
            }
            cells[TableViewCell.Style(rawValue: String(name.dropFirst(Self.cellPrefix.count)))] = cell
        }
        self.cells = cells
        cache = TemplateCache(maxBytes: maxCachedBytes)
        MustacheContentTypes.register(MarkupText(), named: MarkupText.name)
        library = MustacheLibrary(
            templates: try templates.mapValues {
                try MustacheTemplate(string: "{{% CONTENT_TYPE: \(MarkupText.name)}}\($0)")
            })
    }

    private static let place = "{{{table}}}"
    private static let cellPrefix = "cell-"

    /// Writes the page around a table that has been written.
    ///
    /// - Returns: The number of bytes before the table.
    @discardableResult
    public func write(_ templateContext: PageTemplateContext, around table: inout HTMLTableWriter) -> Int {
        var marked = templateContext
        let values = PrerenderedTemplate.Values(from: &marked)
        let rendered = cache.template(for: marked) ?? render(templateContext, marked)
        return rendered.write(values, around: &table.output)
    }

    /// - Parameter marked: the same with marks.
    private func render(_ templateContext: PageTemplateContext, _ marked: PageTemplateContext) -> PrerenderedTemplate {
        func before(_ templateContext: PageTemplateContext) -> String {
            library.render(templateContext, withTemplate: "page before") ?? ""
        }
        func after(_ templateContext: PageTemplateContext) -> String {
            library.render(templateContext, withTemplate: "page after") ?? ""
        }
        guard let rendered = PrerenderedTemplate(marked, before: before, after: after) else {
            return PrerenderedTemplate(whole: templateContext, before: before, after: after)
        }
        // What is said once is in no other page.
        if marked.notice == nil { cache.insert(rendered) }
        return rendered
    }

    public func error(_ templateContext: ErrorTemplateContext) -> [UInt8] {
        Array((library.render(templateContext, withTemplate: "error") ?? "").utf8)
    }

    public func edit(_ templateContext: EditTemplateContext) -> [UInt8] {
        Array((library.render(templateContext, withTemplate: "edit") ?? "").utf8)
    }

    public func confirmation(_ templateContext: ConfirmationTemplateContext) -> [UInt8] {
        Array((library.render(templateContext, withTemplate: "confirm") ?? "").utf8)
    }
}

/// Escapes what stands in a template, scalar by scalar: Mustache's own HTML goes by characters, of which a quotation mark
/// with an accent on it is one that it does not know.
private struct MarkupText: MustacheContentType {
    static let name = "MARKUP"

    func escapeText(_ text: String) -> String {
        var writer = ByteWriter()
        writer.html(text)
        return writer.text
    }
}
