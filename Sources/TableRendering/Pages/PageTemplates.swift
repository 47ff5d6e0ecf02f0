import Bytes
import CascadingTable
import Mustache

/// The templates of pages, rendered with swift-mustache.
///
/// The page template is split at `{{{table}}}`. The table itself is written without Mustache. The templates
/// `cell-STYLE` lay out the cells of custom styles, and are compiled once.
///
/// A class, because all pages share it.
public final class PageTemplates: Sendable {
    private let library: MustacheLibrary
    /// The layouts of custom cell styles.
    let cells: [TableViewCell.Style: CellTemplate]
    private let cache: TemplateCache

    /// The error for a missing template, or for a template without a required variable.
    public struct Missing: Error, CustomStringConvertible {
        /// The sentence that explains the error.
        public let description: String
    }

    /// Reads the templates.
    ///
    /// - Parameters:
    ///   - sources: The templates by name: `page`, `error`, `confirm`, `edit`, `content`, `cell-STYLE`, and partials, whose names
    ///     begin with `_`.
    ///   - maxCachedBytes: The limit in bytes of prerendered templates. Default: 4 MiB.
    /// - Throws: ``Missing``, ``CellTemplateError`` for an invalid template of a cell, or the error of swift-mustache.
    public init(_ sources: [String: String], maxCachedBytes: Int = 4 * 1024 * 1024) throws {
        let required = ["page", "error", "confirm", "edit", "content"]
        guard var page = sources["page"], required.allSatisfy({ sources[$0] != nil }) else {
            let names = required.map { "\($0).mustache" }.joined(separator: ", ")
            throw Missing(description: "A template is missing. Required: \(names).")
        }
        guard let place = page.firstRange(of: Self.place) else {
            throw Missing(description: "page.mustache has no {{{table}}}. Add it where the table belongs.")
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
                    description: "\(name).mustache has no {{{label}}}. Add it: it is the link or button of the row.")
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
    /// - Parameters:
    ///   - templateContext: The values of the page.
    ///   - table: The writer of the table. Its output becomes the whole page.
    ///
    /// - Returns: The number of bytes before the table.
    @discardableResult
    public func write(_ templateContext: PageTemplateContext, around table: inout HTMLTableWriter) -> Int {
        var marked = templateContext
        let values = PrerenderedTemplate.Values(from: &marked)
        let rendered = cache.template(for: marked) ?? render(templateContext, marked)
        return rendered.write(values, around: &table.output)
    }

    /// - Parameter marked: The values with placeholders.
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
        // A notice is shown only once, so its page is not cached.
        if marked.notice == nil { cache.insert(rendered) }
        return rendered
    }

    /// Returns an error page.
    ///
    /// - Parameter templateContext: The values of the page.
    public func error(_ templateContext: ErrorTemplateContext) -> [UInt8] {
        Array((library.render(templateContext, withTemplate: "error") ?? "").utf8)
    }

    /// Returns a page with a row's form.
    ///
    /// - Parameter templateContext: The values of the page.
    public func edit(_ templateContext: EditTemplateContext) -> [UInt8] {
        Array((library.render(templateContext, withTemplate: "edit") ?? "").utf8)
    }

    /// Returns a route's own page.
    ///
    /// - Parameter templateContext: The values of the page.
    public func content(_ templateContext: ContentTemplateContext) -> [UInt8] {
        Array((library.render(templateContext, withTemplate: "content") ?? "").utf8)
    }

    /// Returns a confirmation page.
    ///
    /// - Parameter templateContext: The values of the page.
    public func confirmation(_ templateContext: ConfirmationTemplateContext) -> [UInt8] {
        Array((library.render(templateContext, withTemplate: "confirm") ?? "").utf8)
    }
}

/// Escapes values in templates, scalar by scalar.
///
/// The HTML type of swift-mustache escapes characters. It misses a quotation mark that is combined with an accent.
private struct MarkupText: MustacheContentType {
    static let name = "MARKUP"

    func escapeText(_ text: String) -> String {
        var writer = ByteWriter()
        writer.html(text)
        return writer.text
    }
}
