public import CascadingTable

/// The shell of a page with what it was made from, by which the next page of the same view has it without making it.
public final class KnownShell: Sendable {
    private let origin: Origin
    let rendered: RenderedShell
    /// Where the table began in the page.
    public let tableOffset: Int

    init(_ rendered: RenderedShell, _ origin: Origin, tableOffset: Int) {
        self.rendered = rendered
        self.origin = origin
        self.tableOffset = tableOffset
    }

    /// The same for a page whose table begins there.
    func with(tableOffset: Int) -> KnownShell {
        tableOffset == self.tableOffset ? self : KnownShell(rendered, origin, tableOffset: tableOffset)
    }

    /// Bytes of memory, which other pages may share.
    public var byteCount: Int { rendered.byteCount }

    /// Whether it is that of a page, too, which is looked at where it is.
    func isShell(
        around table: borrowing HTMLTableWriter, title: String, breadcrumbs: [TableLink], tag: String
    ) -> Bool {
        guard let head = table.head, origin.links === table.links, origin.title == title,
            origin.breadcrumbs == breadcrumbs, origin.tag == tag, origin.language == table.words.language
        else { return false }
        return origin.tableLanguage == head.language && origin.isEditing == head.isEditing
            && origin.offersEditing == head.offersEditing && origin.canRefresh == head.canRefresh
            && origin.hasHeights == !table.heights.isEmpty && Origin.isAll(of: table, head)
    }

    /// What a shell is made from besides what stands in its gaps.
    public struct Origin: Sendable {
        fileprivate let title: String
        fileprivate let breadcrumbs: [TableLink]
        fileprivate let tag: String
        fileprivate let language: Language
        fileprivate let tableLanguage: String
        fileprivate let links: PageLinks
        fileprivate let isEditing: Bool
        fileprivate let offersEditing: Bool
        fileprivate let canRefresh: Bool
        fileprivate let hasHeights: Bool

        /// Nil for a shell that has more: an index, or rows that can be sorted, filtered and searched.
        ///
        /// - Parameter tag: tells the table's revisions from those of others.
        public init?(_ writer: borrowing HTMLTableWriter, title: String, breadcrumbs: [TableLink], tag: String) {
            guard let head = writer.head, Self.isAll(of: writer, head) else { return nil }
            self.title = title
            self.breadcrumbs = breadcrumbs
            self.tag = tag
            language = writer.words.language
            tableLanguage = head.language
            links = writer.links
            isEditing = head.isEditing
            offersEditing = head.offersEditing
            canRefresh = head.canRefresh
            hasHeights = !writer.heights.isEmpty
        }

        /// Whether the shell around that table has no more.
        fileprivate static func isAll(of writer: borrowing HTMLTableWriter, _ head: TableHead) -> Bool {
            head.sectionIndex.isEmpty && writer.links.arranging == nil
        }
    }
}
