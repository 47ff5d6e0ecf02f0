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

    /// What it is kept as; nil for one that is not.
    let keeping: Keeping?

    var page: PageRequest { making.page }

    /// Tells the table's revisions from those of others.
    var tag: String { making.table.tag }

    init(
        table: AskedPage, making: PageMaking, links: PageLinks, title: String, breadcrumbs: [TableLink],
        notice: TableView.Undo?, isPrivate: Bool, entityTag: String, before: PreparedPage?,
        keeping: Keeping?
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
        self.keeping = keeping
    }

    /// Where a page is kept.
    struct Keeping: Sendable {
        /// Where that is which everybody's next page is made from.
        var key: KeptPages.Key
        /// Where it is kept for one visitor, where it is his own.
        var visitorKey: KeptPages.Key?
        /// Whether who asked has nothing of his own, so that the page is everybody's, or tells that there is none.
        var isForEverybody: Bool
    }

    /// What the next page of this view may take over.
    func written(_ rows: WrittenRows?) -> KeptPage.Written {
        let isAlone = links.next == nil && links.previous == nil && links.arranging == nil
        return KeptPage.Written(
            rows: rows, links: isAlone ? .init(links: links, isEditing: table.isEditing) : nil)
    }

    /// The page, ready to be sent.
    func prepared(_ bytes: [UInt8], isCompressible: Bool) throws -> PreparedPage {
        var neighbours: [String] = []
        if let previous = links.previous { neighbours.append("<\(previous.url)>; rel=\"prev\"") }
        if let next = links.next { neighbours.append("<\(next.url)>; rel=\"next\"") }
        let head = PreparedPage.Head(
            contentType: page.representation.contentType, isPrivate: isPrivate,
            isNegotiated: page.representation.isNegotiated, isCompressible: isCompressible,
            links: neighbours.isEmpty ? nil : neighbours.joined(separator: ", "),
            disposition: page.disposition(title: title))
        if let before, before.head == head {
            return PreparedPage(after: before, entityTag: entityTag, body: LazyBytes(bytes))
        }
        return try PreparedPage(bytes, head, entityTag: entityTag)
    }
}
