import Mustache

/// The shells around a table and around an error, by swift-mustache.
///
/// The table's own bytes never pass through Mustache: the shell is split at `{{{table}}}` and each half rendered.
public struct PageTemplates: Sendable {
    private let library: MustacheLibrary

    /// The template of a page has no place for the table, or one is missing.
    public struct Missing: Error, CustomStringConvertible {
        public let description: String
    }

    /// - Parameter sources: the templates by name: `page`, `error`, `confirm`, and partials, whose names start with `_`.
    public init(_ sources: [String: String]) throws {
        guard var page = sources["page"], sources["error"] != nil, sources["confirm"] != nil else {
            throw Missing(description: "There must be templates page.mustache, error.mustache and confirm.mustache.")
        }
        guard let place = page.firstRange(of: Self.place) else {
            throw Missing(description: "page.mustache has no {{{table}}}.")
        }
        var templates = sources
        templates["page"] = nil
        templates["page before"] = String(page[..<place.lowerBound])
        page.removeSubrange(..<place.upperBound)
        templates["page after"] = page
        library = MustacheLibrary(templates: try templates.mapValues { try MustacheTemplate(string: $0) })
    }

    private static let place = "{{{table}}}"

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

    public func confirmation(_ shell: ConfirmationShell) -> [UInt8] {
        Array((library.render(shell, withTemplate: "confirm") ?? "").utf8)
    }
}
