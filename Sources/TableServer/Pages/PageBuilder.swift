import Bytes
import CascadingTable
import HTTPTypes
import TableRendering

/// A page that is being made, with the visitor's session.
///
/// A class, because it is passed from step to step.
final class PageBuilder: Sendable {
    let context: PageContext
    let session: TableSession
    /// The number of times that rows were loaded for this page, and the last time.
    private let loads: Int
    let loaded: PageLoad?

    /// The limit of loads. Afterwards the page is made from the rows in memory.
    static let maxLoads = 3

    init(of context: PageContext, _ session: TableSession, loads: Int = 0, _ loaded: PageLoad? = nil) {
        (self.context, self.session, self.loads, self.loaded) = (context, session, loads, loaded)
    }

    /// Returns a builder for this page after another load.
    func after(_ load: PageLoad) -> PageBuilder { PageBuilder(of: context, session, loads: loads + 1, load) }

    /// A Boolean value that indicates whether more rows may be loaded.
    var mayLoad: Bool { loads < Self.maxLoads }

    var page: PageRequest { context.page }

    var table: MountedTable { context.table }

    /// The message about the visitor's last change, with a button to undo it.
    @TableActor var notice: TableView.Undo? { context.notice(session) }

    /// The cache key of this visitor's personal page.
    @TableActor var visitorKey: PageCache.Key {
        PageCache.Key(table: table.tag, request: page, visitor: "\(session.id).\(session.revision)")
    }

    var request: TableRequest { context.request(session) }

    /// Returns everything that the page is rendered from.
    ///
    /// - Parameters:
    ///   - source: The snapshot of the rows.
    ///   - links: The links of the page.
    ///   - state: The state in which the snapshot was begun.
    ///   - reads: The parts of the request that the data source and the delegate used.
    @TableActor
    func content(
        _ source: PageContent.Source, links: PageLinks, at state: PageContext.State, reads: TableRequest.Reads
    ) -> PageContent {
        let notice = notice
        let reads = reads.union(table.reads)
        let isForVisitor = reads.contains(.visitor)
        let isPersonal = reads.isPersonal || !session.isEmpty || notice != nil
        // Changes that a delegate made during the snapshot belong to the next page. A notice is shown only once, so a
        // page with one is not cached. What a delegate knows of a user may change without an announcement.
        let isCached = notice == nil && !isForVisitor && self.state == state
        return PageContent(
            table: source, context: context, links: links, title: table.tableView.original.title,
            breadcrumbs: breadcrumbs, notice: notice,
            isPrivate: isPersonal || table.audience != .everyone, isForVisitor: isForVisitor,
            isRecord: table.tableView.original.record != nil,
            entityTag: context.entityTag(
                at: state, privateTo: isPersonal && !isForVisitor ? session : nil, notice: notice),
            key: isCached ? (isPersonal ? visitorKey : context.key) : nil)
    }

    /// The links to the pages above this one. The page of a row or section is below its table.
    @TableActor
    private var breadcrumbs: [TableLink] {
        let tableView = table.tableView.original
        return page.scope == .table
            ? tableView.breadcrumbs : tableView.breadcrumbs + [tableView.backLink(to: page.base)]
    }

    @TableActor var state: PageContext.State { context.state(session) }
}
