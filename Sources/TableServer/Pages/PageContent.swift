import Bytes
import CascadingTable
import HTTPTypes
import TableRendering

/// All that a page is rendered from, for which the table need not be locked.
///
/// An object, for there is much in it.
final class PageContent: Sendable {
    let table: Source
    let context: PageContext
    let links: PageLinks
    let title: String
    let breadcrumbs: [TableLink]
    /// What the page is to say was done.
    let notice: TableView.Undo?
    /// Whether it is one visitor's own.
    let isPrivate: Bool
    /// Whether the table shows the values of one record.
    let isRecord: Bool
    let entityTag: String
    /// What it is cached under; nil for a page that is not cached.
    let key: PageCache.Key?

    var page: PageRequest { context.page }

    /// Whether the page of the next revision may be made from this one: everybody's, as a page or as JSON with cells.
    var isRevisable: Bool {
        !isPrivate && key != nil && !page.isPlain
            && (page.representation == .html || page.representation == .json && page.shape == .cells)
    }

    /// What the table of a page is rendered from.
    enum Source: Sendable {
        case snapshot(PageSnapshot)
        /// The page before, of which some rows were reloaded.
        case update(PageSnapshot.Update, RenderedTable)

        var revision: UInt64 {
            switch self {
            case .snapshot(let snapshot): snapshot.revision
            case .update(let update, _): update.revision
            }
        }
    }

    init(
        table: Source, context: PageContext, links: PageLinks, title: String, breadcrumbs: [TableLink],
        notice: TableView.Undo?, isPrivate: Bool, isRecord: Bool, entityTag: String, key: PageCache.Key?
    ) {
        self.isRecord = isRecord
        self.table = table
        self.context = context
        self.links = links
        self.title = title
        self.breadcrumbs = breadcrumbs
        self.notice = notice
        self.isPrivate = isPrivate
        self.entityTag = entityTag
        self.key = key
    }

    /// The page, ready to be sent.
    ///
    /// - Parameters:
    ///   - isCompressible: whether pages are compressed for those who take that.
    ///   - compression: how everybody's is.
    func prepared(
        _ bytes: [UInt8], isCompressible: Bool, _ compression: () -> CachedPage.Compression
    ) -> CachedPage {
        let head = PageHeaders.of(
            .init(
                contentType: page.representation.contentType, isPrivate: isPrivate,
                isNegotiated: page.representation.isNegotiated, isCompressible: isCompressible))
        var fields = HTTPFields()
        if let neighbours = links.header, let name = HTTPField.Name("Link") { fields[name] = neighbours }
        fields[.contentDisposition] = page.representation.disposition(title: title)
        return CachedPage(
            bytes, head, entityTag: entityTag, adding: fields,
            compression: isCompressible && !isPrivate ? compression() : nil)
    }
}

extension PageLinks {
    /// The value of `Link` (RFC 8288); nil if there are no pages beside this one, or if their addresses are too long for a
    /// header. The body has them too.
    fileprivate var header: String? {
        guard previous != nil || next != nil else { return nil }
        let header = ByteWriter.text { text in
            if let previous { text.link(previous, "prev") }
            if let next { text.link(next, "next") }
        }
        return header.utf8.count <= Self.maxHeaderLength ? header : nil
    }

    /// Proxies and clients allow 4 to 8 KiB for all headers of a response.
    private static var maxHeaderLength: Int { 2_048 }
}

extension ByteWriter {
    fileprivate mutating func link(_ neighbour: PageLinks.Neighbour, _ relation: StaticString) {
        if count > 0 { raw(", ") }
        byte(UInt8(ascii: "<"))
        raw(neighbour.url.utf8)
        raw(">; rel=\"")
        raw(relation)
        byte(UInt8(ascii: "\""))
    }
}
