import Bytes
import CascadingTable
import TableRendering

/// A page that is being made, with its table and its visitor.
struct PageBuilder: Sendable {
    let page: PageRequest
    let table: MountedTable
    let visitor: RequestVisitor
    let query: [(name: String, value: String)]
    /// The cache key of the shared page.
    let key: PageCache.Key
    /// The visitor's session, or an empty one.
    var session: TableSession
    /// The number of times that rows were loaded for this page, and the last time.
    private var loads = 0
    private(set) var loaded: TablePage.Load?
    /// The revision of the table when the last load was begun.
    private(set) var loadedRevision: UInt64 = 0
    /// The time that loading rows has taken.
    var loadingTime = Duration.zero
    /// The figures in the foot of the table.
    var figures: [ListFigure] = []
    /// The colours of numbers, by the names of their columns.
    var heat: [ExactString: HeatScale] = [:]
    /// The facets of the page.
    var facets: [Facet] = []

    /// The limit of loads. Afterwards the page is made from the rows in memory.
    static let maxLoads = 3

    init(
        _ page: PageRequest, of table: MountedTable, visitor: RequestVisitor, query: [(name: String, value: String)],
        _ session: TableSession = TableSession()
    ) {
        (self.page, self.table, self.visitor, self.query) = (page, table, visitor, query)
        self.session = session
        key = PageCache.Key(table: table.tag, request: page)
    }

    /// Returns a builder for this page with the visitor's session.
    func with(_ session: TableSession) -> PageBuilder {
        var builder = self
        builder.session = session
        return builder
    }

    /// Returns a builder for this page after another load.
    @TableActor
    func after(_ load: TablePage.Load) -> PageBuilder {
        var builder = self
        builder.loads += 1
        builder.loadedRevision = state.table
        builder.loaded = load
        return builder
    }

    /// A Boolean value that indicates whether more rows may be loaded.
    var mayLoad: Bool { loads < Self.maxLoads }

    /// The revision of the table and of the visitor's session.
    struct State: Equatable {
        var table: UInt64
        var session: UInt64
    }

    @TableActor var state: State { State(table: table.tableView.revision, session: session.revision) }

    /// The message about the visitor's last change, with a button to undo it. Only pages show it, and only once.
    @TableActor var notice: TableView.Notice? { page.representation == .html ? session.notice : nil }

    /// The cache key of this visitor's personal page.
    @TableActor var visitorKey: PageCache.Key {
        PageCache.Key(table: table.tag, request: page, visitor: "\(session.id).\(session.revision)")
    }

    var request: TableRequest {
        var request = TableRequest(
            session: session, query: query, traits: TableViewTraits(language: page.language.tag), user: visitor.user)
        request.columns = page.parameters.columns
        return request
    }

    /// Returns everything that the page is rendered from.
    ///
    /// - Parameters:
    ///   - source: The snapshot of the rows.
    ///   - links: The links of the page.
    ///   - state: The state in which the snapshot was begun.
    ///   - reads: The parts of the request that the data source and the delegate used.
    ///   - advice: The reasons why reading the rows took long; nil if it did not. Default: nil.
    @TableActor
    func content(
        _ snapshot: PageSnapshot, links: PageLinks, at state: State, reads: TableRequest.Reads,
        advice: QueryAdvice? = nil
    ) -> PageContent {
        let notice = notice
        let reads = reads.union(table.reads)
        let isTaggedByContent = reads.contains(.visitor) || !table.announcesChanges
        let isPersonal = reads.isPersonal || !session.isEmpty || notice != nil
        // Changes that a delegate made during the snapshot belong to the next page. A notice is shown only once, so a
        // page with one is not cached. What a delegate knows of a user may change without an announcement.
        let isCached = notice == nil && !isTaggedByContent && self.state == state
        return PageContent(
            snapshot: snapshot, builder: self, links: links, title: table.tableView.original.title,
            breadcrumbs: breadcrumbs, notice: notice, advice: advice,
            parameters: table.tableView.original.hosting.parameters,
            frames: page.scope == .table ? table.tableView.original.hosting.frames : [],
            drawn: drawn(as: links.charts?.chosen),
            isPrivate: isPersonal || table.audience != .everyone, isTaggedByContent: isTaggedByContent,
            isRecord: table.tableView.original.hosting.record != nil,
            entityTag: entityTag(
                at: state, privateTo: isPersonal && !isTaggedByContent ? session : nil, notice: notice),
            key: isCached ? (isPersonal ? visitorKey : key) : nil)
    }

    /// Returns all groups that the page draws; nil for none.
    @TableActor
    private func drawn(
        as kind: Chart.Kind?
    ) -> (rows: RowBatch, columns: [TableViewColumn], grouping: TableQuery.Grouping, kind: Chart.Kind)? {
        guard let kind, let summary = table.tableView.summary, let grouping = table.tableView.answered?.query.grouping
        else { return nil }
        return (summary.rows, table.tableView.columns, grouping, kind)
    }

    /// The links to the pages above this one. The page of a row or section is below its table.
    @TableActor
    private var breadcrumbs: [TableLink] {
        let tableView = table.tableView.original
        if page.scope == .table, tableView.hosting.neighbours != nil, !listQuery.isEmpty,
            let list = tableView.navigationItem.breadcrumbs.last
        {
            // The way back keeps the order and the filters of the list.
            return tableView.navigationItem.breadcrumbs.dropLast() + [
                TableLink(list.title, to: "\(list.url)?\(listQuery)")
            ]
        }
        return page.scope == .table
            ? tableView.navigationItem.breadcrumbs
            : tableView.navigationItem.breadcrumbs + [tableView.backLink(to: page.base)]
    }

    /// Returns the entity tag of the page in a state.
    ///
    /// - Parameters:
    ///   - state: The revisions of table and session.
    ///   - session: The session of a personal page; nil for a shared page. Tags of two visitors always differ.
    ///   - notice: The message that the page shows.
    func entityTag(at state: State, privateTo session: TableSession? = nil, notice: TableView.Notice? = nil) -> String {
        // Written byte by byte, because string interpolation is much slower.
        ByteWriter.text { name in
            name.raw(table.beginningOfEntityTags)
            name.integer(table.announcesChanges ? state.table : 0)
            if page.language != .english { name.raw(".\(page.language.tag)".utf8) }
            if page.representation == .json { name.raw(".json") }
            if page.isPlain { name.raw(".plain") }
            if let session { name.raw(".\(session.serialNumber).\(state.session)".utf8) }
            // A page with a notice is shown once.
            if let notice { name.raw(".\(notice.undo?.token ?? TableSession.makeUndoToken())".utf8) }
            name.byte(UInt8(ascii: "\""))
        }
    }
}
