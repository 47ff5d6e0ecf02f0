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

    /// The page with the table in its place.
    public func page(_ shell: PageShell, table: [UInt8]) -> [UInt8] {
        let before = library.render(shell, withTemplate: "page before") ?? ""
        let after = library.render(shell, withTemplate: "page after") ?? ""
        var bytes: [UInt8] = []
        bytes.reserveCapacity(before.utf8.count + table.count + after.utf8.count)
        bytes.append(contentsOf: before.utf8)
        bytes.append(contentsOf: table)
        bytes.append(contentsOf: after.utf8)
        return bytes
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
