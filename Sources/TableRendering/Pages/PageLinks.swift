package import Bytes
import CascadingTable

/// The addresses of a page's links.
///
/// A class, because it is passed on with every page.
public final class PageLinks: Sendable {
    /// The path of the table, ending in a slash, as the client sent it.
    public let base: String
    /// The query of this page, without `?`; empty for the first page.
    public let query: String
    /// The query of this page without its place in the table, for links to other places.
    public let view: String
    /// The order and filters of the rows, without `?`, for the addresses of actions in JSON; empty for all rows in their
    /// own order.
    public let rowQuery: String
    /// The order and filters of the rows that the pages of rows get, without `?`, as HTML. Empty for none.
    let rowPageQuery: [UInt8]
    /// The address of this page in edit mode, or out of it.
    public let editing: String
    /// The next page; nil on the last page.
    package let next: Neighbour?
    /// The previous page; nil on the first page.
    package let previous: Neighbour?
    /// The address of these rows as JSON.
    public let json: String
    /// The addresses of all of these rows in other formats; empty for a page without exports.
    public let exports: [(format: TableFormat, url: String)]

    /// The address of the columns of the table; empty for a page without columns to choose.
    let columns: String
    /// The address of the SQL statement with the rows of the page; empty for a page without one.
    let statement: String
    /// The address of the page on which the visitor shares the rows of the page; empty for none.
    let share: String
    /// The address of the page on which the visitor saves the view of the page; empty for none.
    let saving: String
    /// A Boolean value that indicates whether the page is shown by a link to people without an account.
    let isShared: Bool
    /// The address of the groups of all rows, if only some rows were grouped; otherwise empty.
    let complete: String

    /// The ways to draw the groups of the page; nil for other rows.
    package let charts: ChartLinks?
    /// The figures in the foot of the table.
    let figures: [ListFigure]
    /// The colours of numbers, by the names of their columns.
    let heat: [ExactString: HeatScale]
    /// The facets of the page.
    let facets: [Facet]
    /// The address of the values of the facets; empty for a page without facets, and in JSON.
    let facetValues: String

    /// The names and values that the form for the number of a row sends besides the number; nil for a page without it.
    let besideNumber: [(name: String, value: String)]?

    /// The addresses for sorting, filtering and searching; nil for a table without queries.
    package let arranging: QueryLinks?

    /// The path whose pages stay in the frame of this page; nil for a page that is not in a frame.
    package let frame: FramePath?

    /// The page before or after this one.
    package struct Neighbour: Sendable {
        /// The opaque token of the page.
        package var token: String
        /// The address of the page, in the format of this page.
        package var url: String

        /// Creates a neighbour.
        ///
        /// - Parameters:
        ///   - token: The opaque token of the page.
        ///   - url: The address of the page.
        package init(token: String, url: String) {
            self.token = token
            self.url = url
        }
    }

    /// The end of an action's address as a JSON string: `rowQuery` and the quotation mark.
    let jsonEnd: [UInt8]
    /// `base`, escaped for JSON strings.
    let jsonBase: [UInt8]
    /// `base`, escaped for HTML attributes.
    let htmlBase: [UInt8]
    /// A Boolean value that indicates whether `base` needs no escaping in HTML and JSON.
    private let isPlain: Bool

    /// Creates the links of a page. Each parameter sets the property of its name.
    package init(
        base: String, query: String = "", view: String = "", rowQuery: String = "",
        rowPageQuery: String = "", editing: String = "", next: Neighbour? = nil,
        previous: Neighbour? = nil, json: String = "", exports: [(format: TableFormat, url: String)] = [],
        columns: String = "", statement: String = "", share: String = "", saving: String = "",
        isShared: Bool = false, complete: String = "",
        figures: [ListFigure] = [], heat: [ExactString: HeatScale] = [:], facets: [Facet] = [],
        facetValues: String = "",
        besideNumber: [(name: String, value: String)]? = nil, arranging: QueryLinks? = nil,
        charts: ChartLinks? = nil, frame: FramePath? = nil
    ) {
        self.charts = charts
        self.frame = frame
        self.exports = exports
        (self.columns, self.complete, self.facets, self.facetValues) = (columns, complete, facets, facetValues)
        (self.figures, self.heat) = (figures, heat)
        (self.statement, self.share, self.saving, self.isShared) = (statement, share, saving, isShared)
        (self.arranging, self.besideNumber) = (arranging, besideNumber)
        self.base = base
        self.query = query
        self.view = view
        self.rowQuery = rowQuery
        var suffix = ByteWriter()
        if !rowPageQuery.isEmpty { suffix.html("?\(rowPageQuery)") }
        self.rowPageQuery = suffix.bytes
        var end = ByteWriter()
        end.jsonString(rowQuery.isEmpty ? "" : "?\(rowQuery)")
        jsonEnd = Array(end.bytes.dropFirst())
        self.editing = editing
        self.next = next
        self.previous = previous
        self.json = json
        let bytes = Array(base.utf8)
        isPlain = bytes.allSatisfy(Self.isPlain)
        if isPlain {
            (jsonBase, htmlBase) = (bytes, bytes)
        } else {
            var writer = ByteWriter()
            writer.jsonString(base)
            jsonBase = Array(writer.bytes.dropFirst().dropLast())
            writer = ByteWriter()
            writer.html(base)
            htmlBase = writer.bytes
        }
    }

    /// Returns whether a byte of a path needs no escaping in HTML and JSON.
    private static func isPlain(_ byte: UInt8) -> Bool { URLContext.isClean(byte) || byte == 0x2F || byte == 0x25 }

    /// Returns how an address within this server is written, if it needs no escaping; otherwise nil.
    ///
    /// Most addresses need none: relative paths of letters, digits and `-._~%/`.
    ///
    /// - Returns: The number of bytes of `htmlBase`, and the bytes after them.
    func plainAddress(_ url: UnsafeRawBufferPointer) -> (folder: Int, rest: UnsafeRawBufferPointer)? {
        guard isPlain, frame == nil else { return nil }
        var (folder, rest) = (htmlBase.count, url)
        while rest.count > 3, rest[0] == 0x2E, rest[1] == 0x2E, rest[2] == 0x2F {
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(3))
            if let parent = htmlBase.prefix(max(folder - 1, 0)).lastIndex(of: 0x2F) { folder = parent + 1 }
        }
        guard let first = rest.first, first != 0x2E, first != 0x2F else { return nil }
        for byte in rest where !Self.isPlain(byte) { return nil }
        return (folder, rest)
    }

    /// Returns the parameter with which a form returns to this page; empty for a page without a query.
    ///
    /// - Parameter mark: The sign before the parameter.
    func returning(after mark: String) -> String {
        query.isEmpty ? "" : "\(mark)_query=\(ByteWriter.text { $0.urlComponent(query) })"
    }

    /// Returns the address of the page that begins with a section.
    ///
    /// - Parameter section: The index of the section.
    public func page(ofSection section: Int) -> String {
        "\(base)?\(view.isEmpty ? "" : "\(view)&")_section=\(section)"
    }

    /// Returns a relative address resolved against the table's path. Other addresses are returned unchanged.
    ///
    /// The pages of rows and sections have longer paths, so that browsers would resolve relative addresses differently.
    ///
    /// - Parameter url: The address of a cell, image or header.
    public func resolve(_ url: String) -> String {
        guard SafeURL.isRelative(url), let first = url.utf8.first, first != 0x2F, first != 0x23 else { return url }
        guard first == 0x2E else { return base + url }
        var folder = base[...]
        var rest = url[...]
        while rest.hasPrefix("../") {
            rest = rest.dropFirst(3)
            if let parent = folder.dropLast().lastIndex(of: "/") { folder = folder[...parent] }
        }
        return String(folder + rest)
    }
}
