public import CascadingTable

/// What the template of a page may show around the table; its properties are the names in the template.
public struct PageTemplateContext: Sendable, Equatable {
    public var title: String
    /// The language of the page, as a BCP 47 tag, and the direction it is written in: `ltr` or `rtl`.
    public var language: String
    public var direction: String
    /// The language of the table's texts, its title among them, where it is another.
    public var tableLanguage: String?
    /// What the page says by itself: `{{words.next}}`.
    public var words: [String: String]
    /// What scripts say: `data-words`, a JSON object.
    public var scriptWords: String
    /// The path of the table, ending in a slash.
    public var base: String
    /// The revision of the table that is shown.
    public var revision: String
    /// The same, told from the revisions of other tables and servers.
    public var version: String
    /// Titles and addresses of the pages above.
    public var breadcrumbs: [Link]
    /// The heights of the sheet to link, as its `px`; nil when no row has one.
    public var heights: String?
    /// The query of this page, which a form sends back to return here.
    public var query: String
    /// The same rows as JSON.
    public var json: String
    /// The addresses of the pages beside this one.
    public var previous: String?
    public var next: String?
    /// Which rows are shown, such as `1–100 of 193`.
    public var range: String
    /// The number of rows, such as `193 rows` or `12 of 193 rows`. Nil for a table without columns that offers no queries, and
    /// for a table that shows a single record.
    public var rowCount: String?
    /// What the addresses of whole tables end with; nil for the page of a row or section, and for a single record.
    public var export: Export?

    /// The index beside the table; nil without one.
    public var index: Index?
    /// This page in edit mode or out of it, and what the link is called; nil for a table without edit mode.
    public var editing: Link?
    /// Where news are asked for; nil for a table that has none.
    public var refresh: String?

    /// What the table is sorted, filtered and searched by; nil for one that offers none of it.
    public var arranging: QueryTemplateContext?

    /// What was done, and where it can be undone; the page says so once.
    public var notice: Notice?

    public struct Export: Sendable, Equatable {
        /// The query that chooses and sorts the rows, with its question mark. Empty for all rows in their own order.
        public var query: String
    }

    public struct Notice: Sendable, Equatable {
        public var text: String
        public var button: String
        public var url: String

        public init(_ undo: TableView.Undo, url: String, words: Words) {
            text = words.notice(undo)
            button = (undo.isRedo ? words.redo : words.undo).description
            self.url = url
        }
    }

    public struct Index: Sendable, Equatable {
        public var entries: [Link]
        /// Whether the titles are words, which do not fit beside the rows. Stored, for templates see no other.
        public var isWide: Bool

        init(_ entries: [Link]) {
            self.entries = entries
            isWide = entries.contains { $0.title.count > 3 }
        }
    }

    public struct Link: Sendable, Equatable {
        public var title: String
        public var url: String
    }

    /// The templateContext of a table that has been written.
    ///
    /// - Parameter tag: tells the table's revisions from those of others.
    public init(_ writer: borrowing HTMLTableWriter, title: String, breadcrumbs: [TableLink], tag: String = "") {
        self.title = title
        self.breadcrumbs =
            breadcrumbs
            .filter { SafeURL.isAllowed($0.url) }
            .map { Link(title: $0.title, url: writer.links.resolve($0.url)) }
        let words = writer.words
        language = words.language.tag
        direction = words.language.direction.rawValue
        tableLanguage = writer.head.flatMap { $0.language == words.language.tag ? nil : $0.language }
        self.words = words.forTemplates
        scriptWords = words.forScripts
        let links = writer.links
        base = links.base
        let values = PrerenderedTemplate.Values(writer, tag: tag)
        revision = values[.revision]
        version = values[.version]
        query = values[.query]
        json = values[.json]
        previous = links.previous.map { _ in values[.previous] }
        next = links.next.map { _ in values[.next] }
        heights = writer.heights.isEmpty ? nil : values[.heights]
        range = values[.range]
        rowCount = values[.rowCount].isEmpty ? nil : values[.rowCount]
        export = links.exportQuery.map { Export(query: $0.isEmpty ? "" : "?\($0)") }
        if let head = writer.head {
            let entries = Self.condensed(head.sectionIndex).map { entry in
                let written = writer.sections.first { $0.index == entry.section }
                return Link(
                    title: entry.title,
                    url: written.map { "#section-\(RowAnchor.encoded($0.identifier))" }
                        ?? links.page(ofSection: entry.section))
            }
            if !entries.isEmpty { index = Index(entries) }
            if head.offersEditing {
                editing = Link(title: (head.isEditing ? words.done : words.edit).description, url: values[.editing])
            }
            arranging = links.arranging.map { QueryTemplateContext($0, of: head, base: links.base, words: words) }
            if head.canRefresh { refresh = "\(links.base)refresh" }
        }
    }

    /// As many entries as fit beside a page; of more, each so many-th.
    private static func condensed(_ index: [(title: String, section: Int)]) -> [(title: String, section: Int)] {
        let room = 40
        guard index.count > room else { return index }
        return (0..<room).map { index[$0 * (index.count - 1) / (room - 1)] }
    }
}
