import CascadingTable
import Mustache

/// The shells around a table and around an error, by swift-mustache.
///
/// The table's own bytes never pass through Mustache: the shell is split at `{{{table}}}` and each half rendered. Cells
/// of a style of one's own do, where there is a template `cell-STYLE`.
public struct PageTemplates: Sendable {
    private let library: MustacheLibrary

    /// The template of a page has no place for the table, or one is missing.
    public struct Missing: Error, CustomStringConvertible {
        public let description: String
    }

    /// - Parameter sources: the templates by name: `page`, `error`, `confirm`, `edit`, `cell-STYLE`, and partials, whose names
    ///   start with `_`.
    public init(_ sources: [String: String]) throws {
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
        for (name, source) in sources where name.hasPrefix(Self.cellPrefix) && !source.contains(Self.label) {
            throw Missing(
                description: "\(name).mustache has no \(Self.label), which is what a row is known and touched by.")
        }
        cellStyles = Set(
            sources.keys.filter { $0.hasPrefix(Self.cellPrefix) }
                .map { TableViewCell.Style(rawValue: String($0.dropFirst(Self.cellPrefix.count))) })
        MustacheContentTypes.register(MarkupText(), named: MarkupText.name)
        library = MustacheLibrary(
            templates: try templates.mapValues {
                try MustacheTemplate(string: "{{% CONTENT_TYPE: \(MarkupText.name)}}\($0)")
            })
    }

    private static let place = "{{{table}}}"
    private static let label = "{{{label}}}"
    private static let cellPrefix = "cell-"

    /// The styles of cells that have a template.
    private let cellStyles: Set<TableViewCell.Style>

    /// A cell of a style that has a template; nil for any other.
    func cell(_ style: TableViewCell.Style, _ shell: () -> CellShell) -> String? {
        guard cellStyles.contains(style) else { return nil }
        return library.render(shell(), withTemplate: Self.cellPrefix + style.rawValue)
    }

    /// A page with its table in place.
    public struct Page: Sendable {
        public var content: StampedBytes
        /// Where the table begins in it.
        public var tableOffset: Int
        public var shell: RenderedShell

        public var bytes: [UInt8] { content.bytes }
    }

    /// The page with the table in its place.
    ///
    /// - Parameter rendered: a shell that is taken where it is that of this page but for the revision.
    public func page(
        _ shell: PageShell, table: borrowing HTMLTableWriter, reusing rendered: RenderedShell? = nil
    ) -> Page {
        let own =
            rendered.flatMap { $0.isShell(of: shell) ? $0 : nil }
            ?? RenderedShell(
                shell, before: { library.render($0, withTemplate: "page before") ?? "" },
                after: { library.render($0, withTemplate: "page after") ?? "" })
        let (content, offset) = own.page(shell, table: table.output)
        return Page(content: content, tableOffset: offset, shell: own)
    }

    public func error(_ shell: ErrorShell) -> [UInt8] {
        Array((library.render(shell, withTemplate: "error") ?? "").utf8)
    }

    public func edit(_ shell: EditShell) -> [UInt8] {
        Array((library.render(shell, withTemplate: "edit") ?? "").utf8)
    }

    public func confirmation(_ shell: ConfirmationShell) -> [UInt8] {
        Array((library.render(shell, withTemplate: "confirm") ?? "").utf8)
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
