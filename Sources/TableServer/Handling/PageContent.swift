import CascadingTable
import TableRendering

/// A page that was asked for and is still to be written, for which the table need not be locked.
///
/// An object, for there is much in it.
final class PageContent: Sendable {
    /// What the table answered.
    let table: AskedPage
    private let making: PageMaking
    let links: PageLinks
    let title: String
    let breadcrumbs: [TableLink]
    /// What the page is to say was done.
    let notice: TableView.Undo?
    /// Whether it is one visitor's own.
    let isPrivate: Bool
    let entityTag: String

    /// The page of this view that was made last.
    let before: PreparedPage?

    /// How many bytes it will be, about; nil where that is not known, and for one visitor's own, which are many and take
    /// no more memory than they need.
    var likelyByteCount: Int? { isPrivate ? nil : before?.response.byteCount }

    /// What was around it, where that may be around this one too.
    let shell: KnownShell?

    /// What it is kept as; nil for one that is not.
    let keeping: Keeping?

    var view: PageView { making.view }

    var page: PageRequest { view.page }

    init(
        table: AskedPage, making: PageMaking, links: PageLinks, title: String, breadcrumbs: [TableLink],
        notice: TableView.Undo?, isPrivate: Bool, entityTag: String, before: PreparedPage?,
        shell: KnownShell?, keeping: Keeping?
    ) {
        self.table = table
        self.making = making
        self.links = links
        self.title = title
        self.breadcrumbs = breadcrumbs
        self.notice = notice
        self.isPrivate = isPrivate
        self.entityTag = entityTag
        self.before = before
        self.shell = shell
        self.keeping = keeping
    }

    /// Where a page is kept.
    struct Keeping: Sendable {
        /// Where it is kept for one visitor, where it is his own.
        var visitorKey: KeptPages.Key?
        /// Whether who asked has nothing of his own, so that the page is everybody's, or tells that there is none.
        var isForEverybody: Bool
    }

    /// What the next page of this view may take over.
    func written(_ rows: WrittenRows?, _ shell: KnownShell? = nil) -> KeptPage.Written {
        let isAlone = links.next == nil && links.previous == nil && links.arranging == nil
        return KeptPage.Written(
            rows: rows, links: isAlone ? .init(links: links, isEditing: table.isEditing, shell: shell) : nil)
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
        if let before, before.has(traits) {
            return PreparedPage(after: before, entityTag: entityTag, body: LazyBytes(bytes))
        }
        return try PreparedPage(
            bytes, traits, entityTag: entityTag, compression: isCompressible && !isPrivate ? compression() : nil)
    }
}
