import Bytes
import CascadingTable
import HTTPTypes
import TableRendering

/// A page that is being made, with the visitor's session and the rows loaded so far.
///
/// A class, because it is passed from step to step.
final class PageBuilder: Sendable {
    let context: PageContext
    let session: TableSession
    /// The plan whose rows were loaded last.
    private let loaded: PagePlan?
    /// The number of loads for this page so far.
    let loads: Int
    /// The number of rows to show.
    let size: Int
    /// A Boolean value that indicates whether the page has fewer rows than requested, or other ones, because they are
    /// too large.
    let isRefitted: Bool

    /// The limit of loads. Afterwards the page is made from the rows in memory.
    static let maxLoads = 3

    /// Returns a builder for this page after a load.
    ///
    /// - Parameter plan: The plan whose rows were loaded, if any.
    func afterLoading(_ plan: PagePlan?) -> PageBuilder {
        PageBuilder(of: context, session, loaded: plan, loads: loads + 1, refittedToSize: isRefitted ? size : nil)
    }

    /// Returns a builder for another page if the rows that were loaded are too large, and are not those to show.
    @TableActor
    func refit(in tableView: TableView) -> PageBuilder? {
        guard let loaded, loads < Self.maxLoads else { return nil }
        let count = tableView.numberOfLoadedRows(in: loaded.window)
        guard count < loaded.window.rowCount else { return nil }
        switch page.parameters.anchor {
        // The page ends before the token's row, which was loaded, too. At the second attempt it has one row.
        case .before: return refitted(toSize: isRefitted ? 1 : max(count - 2, 1))
        // The page begins with the row.
        case .row: return isRefitted ? nil : refitted(toSize: size)
        case .start, .after, .section: return count > 0 ? nil : refitted(toSize: 1)
        }
    }

    private func refitted(toSize size: Int) -> PageBuilder {
        PageBuilder(of: context, session, loads: loads, refittedToSize: size)
    }

    /// Returns the beginning of the plan's window that was loaded.
    @TableActor
    func loadedWindow(of plan: PagePlan, in tableView: TableView) -> TableWindow {
        let count = tableView.numberOfLoadedRows(in: plan.window)
        return count > 0 && count < plan.window.rowCount ? plan.window.prefix(count) : plan.window
    }

    init(
        of context: PageContext, _ session: TableSession, loaded: PagePlan? = nil, loads: Int = 0,
        refittedToSize size: Int? = nil
    ) {
        self.size = size ?? context.page.parameters.size
        isRefitted = size != nil
        self.context = context
        self.session = session
        self.loaded = loaded
        self.loads = loads
    }

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

    /// Returns the plan whose rows were loaded, if it is still valid.
    @TableActor
    func loadedPlan(in tableView: TableView) -> PagePlan? {
        if let loaded, loaded.holds(in: tableView) { loaded.afterLoading } else { nil }
    }

    /// Returns the plan of the page: the rows to show, and the rows to load first.
    ///
    /// - Throws: ``ProblemDetails`` 404 for a section or row that does not exist.
    @TableActor
    func makePlan(in tableView: TableView) throws -> PagePlan {
        if case .section(let section) = page.scope { try check(section, in: tableView) }
        if case .section(let section) = page.parameters.anchor { try check(section, in: tableView) }
        switch page.scope {
        case .row(let indexPath):
            guard tableView.hasRow(at: indexPath) else {
                throw ProblemDetails(.notFound, "There is no row \(indexPath.row) in section \(indexPath.section).")
            }
            let window = TableWindow(
                sections: [.init(section: indexPath.section, rows: indexPath.row..<indexPath.row + 1)], offset: 0)
            return PagePlan(window, in: tableView)
        case .section(let section): return plan(in: tableView, within: section)
        case .table:
            if case .row(let identifier) = page.parameters.anchor {
                return try plan(in: tableView, around: identifier.wrappedValue)
            }
            return plan(in: tableView, within: nil)
        }
    }

    @TableActor
    private func check(_ section: Int, in tableView: TableView) throws {
        guard (0..<tableView.numberOfSections).contains(section) else {
            throw ProblemDetails(.notFound, "There is no section \(section).")
        }
    }

    @TableActor
    private func plan(in tableView: TableView, within section: Int?) -> PagePlan {
        if case .section(let first) = page.parameters.anchor, section == nil {
            let start = IndexPath(row: 0, section: first)
            return PagePlan(window(in: tableView, within: nil, from: start), in: tableView)
        }
        guard let token = page.parameters.anchor.token else {
            let start = section.map { IndexPath(row: 0, section: $0) }
            return PagePlan(window(in: tableView, within: section, from: start), in: tableView)
        }
        if tableView.hasRow(at: token.indexPath) {
            // The row of the token is loaded together with the probable page, so that one query loads both.
            let window = window(in: tableView, within: section, beside: token.indexPath)
            let likely = PagePlan(window, in: tableView, beside: token)
            guard likely.load == nil, !likely.holds(in: tableView) else { return likely }
        }
        let row = tableView.indexPath(forRowWithIdentifier: token.identifier)
        let place = row ?? tableView.indexPath(afterMissingRowWithIdentifier: token.identifier) ?? token.indexPath
        return PagePlan(window(in: tableView, within: section, beside: place, isGone: row == nil), in: tableView)
    }

    /// Returns the plan of the page that contains a row, counted from the first page.
    @TableActor
    private func plan(in tableView: TableView, around identifier: String) throws -> PagePlan {
        guard let row = tableView.indexPath(forRowWithIdentifier: identifier) else {
            let isLeftOut = table.asked?.tableView.indexPath(forRowWithIdentifier: identifier) != nil
            throw ProblemDetails(
                .notFound,
                isLeftOut
                    ? "The row \"\(identifier)\" is not among the rows of this query."
                    : "There is no row \"\(identifier)\".")
        }
        let offset = tableView.offset(ofRowAt: row)
        let start = tableView.indexPath(forRowAtOffset: isRefitted ? offset : offset - offset % size)
        return PagePlan(window(in: tableView, within: nil, from: start), in: tableView)
    }

    /// Returns the window after or before a row, as the anchor says. If the row is gone, the row at its place follows it.
    @TableActor
    private func window(
        in tableView: TableView, within section: Int?, beside row: IndexPath, isGone: Bool = false
    ) -> TableWindow {
        let offset = tableView.offset(ofRowAt: row)
        let start: Int
        switch page.parameters.anchor {
        case .before: start = offset - size
        case .after, .start, .section, .row: start = min(isGone ? offset : offset + 1, tableView.numberOfRows - 1)
        }
        return window(in: tableView, within: section, from: tableView.indexPath(forRowAtOffset: max(start, 0)))
    }

    @TableActor
    private func window(in tableView: TableView, within section: Int?, from start: IndexPath?) -> TableWindow {
        guard let section else { return tableView.window(from: start, size: size) }
        let first = IndexPath(row: 0, section: section)
        var window = tableView.window(from: max(start ?? first, first), size: size)
        window.sections.removeAll { $0.section != section }
        if window.next?.section != section { window.next = nil }
        if let rows = window.sections.first?.rows {
            window.offset = rows.lowerBound
            window.previous =
                rows.lowerBound > 0
                ? IndexPath(row: max(rows.lowerBound - size, 0), section: section) : nil
        }
        return window
    }
}
