public import CascadingTable

/// The shell of a page with what it was made from, by which the next page of the same view has it without making it.
public final class KnownShell: Sendable {
    private let origin: Origin
    let rendered: RenderedShell

    init(_ rendered: RenderedShell, _ origin: Origin) {
        self.rendered = rendered
        self.origin = origin
    }

    /// Bytes of memory, which other pages may share.
    public var byteCount: Int { rendered.byteCount }

    /// Whether it is that of the page, too.
    func isShell(from origin: Origin) -> Bool { self.origin == origin }

    /// What a shell is made from besides what stands in its gaps.
    public struct Origin: Sendable {
        fileprivate let title: String
        fileprivate let breadcrumbs: [TableLink]
        let tag: String
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
            guard let head = writer.head, head.sectionIndex.isEmpty, writer.links.arranging == nil else { return nil }
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
    }
}

extension KnownShell.Origin: Equatable {
    public static func == (one: KnownShell.Origin, other: KnownShell.Origin) -> Bool {
        one.links === other.links && one.title == other.title && one.breadcrumbs == other.breadcrumbs
            && one.tag == other.tag && one.language == other.language && one.tableLanguage == other.tableLanguage
            && one.isEditing == other.isEditing && one.offersEditing == other.offersEditing
            && one.canRefresh == other.canRefresh && one.hasHeights == other.hasHeights
    }
}
