import Bytes
import CascadingTable

/// Where a page's links lead.
///
/// An object, for it is handed about with every page that is made.
public final class PageLinks: Sendable {
    /// The path of the table, ending in a slash, as the client wrote it.
    public let base: String
    /// The query of this page, without `?`; empty for the first page.
    public let query: String
    /// The same without the place in the table, as for links to other places.
    public let view: String
    /// This page in edit mode, or out of it.
    public let editing: String
    public let next: Neighbour?
    public let previous: Neighbour?
    /// The same rows as JSON.
    public let json: String
    /// The query of the addresses at which all of these rows are found, without `?`; nil for a page without such addresses.
    public let exportQuery: String?

    /// The table sorted, filtered and searched otherwise; nil for one that offers none of it.
    public let arranging: QueryLinks?

    /// A page before or after this one.
    public struct Neighbour: Sendable {
        /// The opaque name of its place.
        public var token: String
        /// Its address in the representation being written.
        public var url: String

        public init(token: String, url: String) {
            self.token = token
            self.url = url
        }
    }

    /// `base`, written for the inside of a JSON string.
    let jsonBase: [UInt8]
    /// `base`, written for an attribute.
    let htmlBase: [UInt8]
    /// Whether `base` stands for itself in HTML and JSON.
    private let isPlain: Bool

    public init(
        base: String, query: String = "", view: String = "", editing: String = "", next: Neighbour? = nil,
        previous: Neighbour? = nil, json: String = "", exportQuery: String? = nil,
        arranging: QueryLinks? = nil
    ) {
        self.exportQuery = exportQuery
        self.arranging = arranging
        self.base = base
        self.query = query
        self.view = view
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

    /// Whether a byte of a path stands for itself in HTML and JSON.
    private static func isPlain(_ byte: UInt8) -> Bool { URLContext.isClean(byte) || byte == 0x2F || byte == 0x25 }

    /// A link of a row, if it is what follows `htmlBase` as it is in HTML and JSON, as most links are: a path in the table of
    /// letters, digits and `-._~%/`.
    func plainLink(_ utf8: UnsafeRawBufferPointer, _ link: RowBatch.Text) -> UnsafeRawBufferPointer? {
        let bytes = UnsafeRawBufferPointer(rebasing: utf8[link.range])
        guard isPlain, let first = bytes.first, first != 0x2E, first != 0x2F else { return nil }
        for byte in bytes where !Self.isPlain(byte) { return nil }
        return bytes
    }

    /// The page that begins with that section.
    public func page(ofSection section: Int) -> String {
        "\(base)?\(view.isEmpty ? "" : "\(view)&")_section=\(section)"
    }

    /// An address as it is seen from the table's path, for the pages of its rows and sections stand elsewhere.
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
