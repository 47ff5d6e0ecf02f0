import Bytes
public import CascadingTable

/// The values that the template of a page, `page.mustache`, can show around the table.
///
/// Each property is a variable of the template.
public struct PageTemplateContext: Sendable, Equatable {
    /// The title of the table.
    public var title: String
    /// The language of the page, as a BCP 47 tag.
    public var language: String
    /// The direction of the page: `ltr` or `rtl`.
    public var direction: String
    /// The language of the table's texts, including its title; nil if it is the language of the page.
    public var tableLanguage: String?
    /// The words of the page: `{{words.next}}`.
    public var words: [String: String]
    /// The words of scripts as a JSON object, for the attribute `data-words`.
    public var scriptWords: String
    /// The path of the table, ending in a slash.
    public var base: String
    /// The revision of the table on this page.
    public var revision: String
    /// The revision with a prefix that distinguishes it from revisions of other tables and processes.
    public var version: String
    /// A Boolean value that indicates whether the page is in a frame of another page.
    public var isEmbedded: Bool
    /// The titles and addresses of the pages above this one. In a frame, only pages that stay in it are listed.
    public var breadcrumbs: [Link]
    /// A Boolean value that indicates whether there are pages above this one.
    public var hasBreadcrumbs: Bool
    /// The row heights in CSS pixels, for the `px` parameter of the height style sheet; nil without row heights.
    public var heights: String?
    /// The query of this page, which forms send in order to return to it.
    public var query: String
    /// The address of these rows as JSON.
    public var json: String
    /// The address of the previous page; nil on the first page.
    public var previous: String?
    /// The address of the next page; nil on the last page.
    public var next: String?
    /// A Boolean value that indicates whether there is a previous or next page.
    public var isPaged: Bool
    /// The text of the shown rows, such as `1–100 of 193`.
    public var range: String
    /// The number of rows as text, such as `193 rows` or `12 of 193 rows`.
    ///
    /// Nil for a table with neither columns nor queries, and for a single record.
    public var rowCount: String?
    /// The query of export addresses; nil for the page of a row or section, and for a single record.
    public var export: Export?

    /// The section index beside the table; nil without one.
    public var index: Index?
    /// The link into or out of edit mode; nil for a table without edit mode.
    public var editing: Link?
    /// The address that refreshes the table; nil for a table without a refresh handler.
    public var refresh: String?

    /// The buttons of the table's own actions.
    public var toolbar: [Button] = []
    /// The links to the forms for new rows.
    public var additions: [Link] = []

    /// The sorting, filters and search of the table; nil for a table without queries.
    public var arranging: QueryTemplateContext?

    /// The message about the visitor's last change, shown once; nil for none.
    public var notice: Notice?

    /// The export of the table.
    public struct Export: Sendable, Equatable {
        /// The query that selects and sorts the rows, with its question mark; empty for all rows in their original
        /// order.
        public var query: String
    }

    /// A message about a change, with a button to undo or redo it.
    public struct Notice: Sendable, Equatable {
        /// The message.
        public var text: String
        /// The title of the button.
        public var button: String
        /// The address that the button posts to.
        public var url: String

        /// Creates a message.
        ///
        /// - Parameters:
        ///   - undo: The entry of the undo history.
        ///   - url: The address that the button posts to.
        ///   - words: The words in the reader's language.
        public init(_ undo: TableView.Undo, url: String, words: Words) {
            text = words.notice(undo)
            button = (undo.isRedo ? words.redo : words.undo).description
            self.url = url
        }
    }

    /// The section index beside the table.
    public struct Index: Sendable, Equatable {
        /// The entries of the index, at most 40.
        public var entries: [Link]
        /// A Boolean value that indicates whether titles have more than three characters, so that they do not fit
        /// beside the rows.
        public var isWide: Bool

        init(_ entries: [Link]) {
            self.entries = entries
            isWide = entries.contains { $0.title.count > 3 }
        }
    }

    /// A button that posts to an address.
    public struct Button: Sendable, Equatable {
        /// The title of the button.
        public var title: String
        /// The address that the button posts to.
        public var url: String
        /// A Boolean value that indicates whether a page that asks for confirmation comes first.
        public var isDestructive: Bool
    }

    /// A link with its title.
    public struct Link: Sendable, Equatable {
        /// The title of the link.
        public var title: String
        /// The address of the link.
        public var url: String
    }

    /// Creates the values of a page from a table that has been written.
    ///
    /// - Parameters:
    ///   - writer: The writer, after it has written the table.
    ///   - title: The title of the table.
    ///   - breadcrumbs: The pages above this one. Unsafe addresses are left out.
    ///   - tag: The tag that distinguishes the table's revisions from those of others. Default: empty.
    public init(_ writer: borrowing HTMLTableWriter, title: String, breadcrumbs: [TableLink], tag: String = "") {
        self.title = title
        let frame = writer.links.frame
        isEmbedded = frame != nil
        self.breadcrumbs = breadcrumbs.filter { SafeURL.isAllowed($0.url) }.compactMap { link in
            let url = writer.links.resolve(link.url)
            guard let frame else { return Link(title: link.title, url: url) }
            return frame.staying(url).map { Link(title: link.title, url: $0) }
        }
        hasBreadcrumbs = !self.breadcrumbs.isEmpty
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
        isPaged = previous != nil || next != nil
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
            toolbar = head.toolbar.map { action in
                var path = ByteWriter()
                path.urlComponent(action.id)
                return Button(
                    title: action.title, url: "\(links.base)toolbar/\(path.text)",
                    isDestructive: action.isDestructive)
            }
            var returning = ByteWriter()
            returning.urlComponent(links.query)
            additions = head.newRowSections.map { section in
                Link(
                    title: words.adding(to: head.newRowSections.count > 1 ? section.title : nil),
                    url: "\(links.base)new/\(section.index)"
                        + (links.query.isEmpty ? "" : "?_query=\(returning.text)"))
            }
        }
    }

    /// Returns at most 40 entries, evenly chosen.
    private static func condensed(_ index: [(title: String, section: Int)]) -> [(title: String, section: Int)] {
        let room = 40
        guard index.count > room else { return index }
        return (0..<room).map { index[$0 * (index.count - 1) / (room - 1)] }
    }
}
