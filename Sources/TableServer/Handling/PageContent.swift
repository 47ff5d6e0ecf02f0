import CascadingTable
import TableRendering

/// All that a page is rendered from, for which the table need not be locked.
///
/// An object, for there is much in it.
final class PageContent: Sendable {
    let table: Source
    let view: PageView
    let links: PageLinks
    let title: String
    let breadcrumbs: [TableLink]
    /// What the page is to say was done.
    let notice: TableView.Undo?
    /// Whether it is one visitor's own.
    let isPrivate: Bool
    let entityTag: String
    /// What it is cached under; nil for a page that is not cached.
    let key: PageCache.Key?

    var page: PageRequest { view.page }

    /// Whether the page of the next revision may be made from this one: everybody's, as a page or as JSON.
    var isRevisable: Bool { !isPrivate && key != nil && (page.representation == .html || page.representation == .json) }

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
        table: Source, view: PageView, links: PageLinks, title: String, breadcrumbs: [TableLink],
        notice: TableView.Undo?, isPrivate: Bool, entityTag: String, key: PageCache.Key?
    ) {
        self.table = table
        self.view = view
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
        _ bytes: [UInt8], isCompressible: Bool, _ compression: () -> PreparedPage.Compression
    ) throws -> PreparedPage {
        var traits = PreparedPage.Traits(
            contentType: page.representation.contentType, isPrivate: isPrivate,
            isNegotiated: page.representation.isNegotiated, isCompressible: isCompressible,
            disposition: page.representation.disposition(title: title))
        if links.previous != nil || links.next != nil {
            let neighbours = [links.previous.map { ($0, "prev") }, links.next.map { ($0, "next") }].compactMap(\.self)
            traits.links = neighbours.map { "<\($0.url)>; rel=\"\($1)\"" }.joined(separator: ", ")
        }
        return try PreparedPage(
            bytes, traits, entityTag: entityTag, compression: isCompressible && !isPrivate ? compression() : nil)
    }
}
