import CascadingTable
import HTTPTypes
import TableRendering

/// A page that is being made.
///
/// An object, for it goes along from step to step.
final class PageMaking: Sendable {
    let view: PageView
    let session: TableSession
    private let pages: KeptPages
    /// What there is of this view.
    let kept: KeptPage?
    /// How often something was loaded for it.
    let loads: Int

    /// After so many loads a page is made of what there is.
    static let maxLoads = 3

    var afterLoading: PageMaking {
        PageMaking(of: view, session, keptIn: pages, kept: kept, loads: loads + 1)
    }

    init(of view: PageView, _ session: TableSession, keptIn pages: KeptPages, kept: KeptPage? = nil, loads: Int = 0) {
        self.view = view
        self.session = session
        self.pages = pages
        self.kept = kept
        self.loads = loads
    }

    var page: PageRequest { view.page }

    var table: MountedTable { view.table }

    @TableActor var notice: TableView.Undo? { view.notice(session) }

    /// What this visitor's page is kept under where it is his own.
    @TableActor var visitorKey: KeptPages.Key {
        KeptPages.Key(table: table.tag, view: page, variant: "\(session.id).\(session.revision)")
    }

    var request: TableRequest { view.request(session) }

    /// What is still to be written of a page that was asked for in that state.
    @TableActor
    func content(
        _ asked: AskedPage, links: PageLinks, at state: PageView.State, reads: TableRequest.Reads
    ) -> PageContent {
        let tableView = table.tableView
        let notice = notice
        let isPrivate = reads.contains(.session) || !session.isEmpty || notice != nil
        // What a delegate changed while it was asked is in the next page; what is said once is in none.
        let isKept = notice == nil && self.state == state
        return PageContent(
            table: asked, making: self, links: links, title: tableView.title, breadcrumbs: tableView.breadcrumbs,
            notice: notice, isPrivate: isPrivate,
            entityTag: view.entityTag(at: state, privateTo: isPrivate ? session : nil, notice: notice),
            before: kept?.page, shell: kept?.links?.shell,
            keeping: isKept
                ? .init(visitorKey: isPrivate ? visitorKey : nil, isForEverybody: session.isEmpty) : nil)
    }

    @TableActor var state: PageView.State { view.state(session) }

    /// The rows that pages are made of; nil for all in their own order.
    @TableActor
    func arranging(in tableView: TableView) throws -> TableView.Arranging? {
        // Seen before the page is copied to be asked, for most ask for nothing of it.
        if view.page.parameters.query.isEmpty { return nil }
        return try page.query(of: tableView).map(tableView.arrangement)
    }

    /// The page to ask for, and what has to be awaited before it can be.
    typealias Planned = (asking: TableAsking, load: RowLoad?)

    @TableActor
    func plan(in tableView: TableView, of arrangement: TableArrangement? = nil) throws -> Planned {
        if let arrangement { return try plan(in: tableView, arrangedBy: arrangement) }
        switch page.scope {
        case .row(let indexPath):
            guard tableView.hasRow(at: indexPath) else {
                throw Problem(.notFound, "There is no row \(indexPath.row) in section \(indexPath.section).")
            }
            let window = TableWindow(
                sections: [.init(section: indexPath.section, rows: indexPath.row..<indexPath.row + 1)], offset: 0)
            return plan(window, in: tableView)
        case .section(let section):
            guard (0..<tableView.numberOfSections).contains(section) else {
                throw Problem(.notFound, "There is no section \(section).")
            }
            return plan(in: tableView, within: section)
        case .table:
            if case .row(let identifier) = page.parameters.anchor {
                return try plan(in: tableView, around: identifier)
            }
            return plan(in: tableView, within: nil)
        }
    }

    /// - Parameter token: a row that has to be in memory besides.
    @TableActor
    func plan(_ window: TableWindow, in tableView: TableView, beside token: IndexPath? = nil) -> Planned {
        let asking = TableAsking(
            of: window, in: tableView, reusing: kept?.rows, answered: pages.answers(ofTable: table.tag),
            numberingLines: page.representation == .html)
        var sections = asking.rowsToAsk()
        if let token { sections.insertFirst(token) }
        return (asking, sections.isEmpty ? nil : RowLoad(sections, in: tableView))
    }

    @TableActor
    private func plan(in tableView: TableView, within section: Int?) -> Planned {
        if case .section(let first) = page.parameters.anchor, section == nil {
            let start = IndexPath(row: 0, section: min(first, max(tableView.numberOfSections - 1, 0)))
            return plan(window(in: tableView, within: nil, from: start), in: tableView)
        }
        guard let token = page.parameters.anchor.token, tableView.hasRow(at: token.indexPath) else {
            let start = section.map { IndexPath(row: 0, section: $0) }
            return plan(window(in: tableView, within: section, from: start), in: tableView)
        }
        // The row of the token is loaded with the page that is likely, so that one query does for both.
        let window = window(in: tableView, within: section, beside: token.indexPath)
        let likely = plan(window, in: tableView, beside: token.indexPath)
        guard likely.load == nil, tableView.identifier(forRowAt: token.indexPath) != token.identifier,
            let moved = tableView.indexPath(forRowWithIdentifier: token.identifier)
        else { return likely }
        return plan(self.window(in: tableView, within: section, beside: moved), in: tableView)
    }

    /// The page that has the row of that name, of those that follow each other from the start.
    @TableActor
    private func plan(in tableView: TableView, around identifier: String) throws -> Planned {
        guard let row = tableView.indexPath(forRowWithIdentifier: identifier) else {
            throw Problem(.notFound, "There is no row \(identifier).")
        }
        let offset = tableView.offset(ofRowAt: row)
        let start = tableView.indexPath(forRowAtOffset: offset - offset % page.parameters.size)
        return plan(window(in: tableView, within: nil, from: start), in: tableView)
    }

    /// The page after or before that row, as the anchor says.
    @TableActor
    private func window(in tableView: TableView, within section: Int?, beside row: IndexPath) -> TableWindow {
        let size = page.parameters.size
        let offset = tableView.offset(ofRowAt: row)
        let start: Int
        switch page.parameters.anchor {
        case .before: start = offset - size
        case .after, .start, .section, .row: start = min(offset + 1, tableView.numberOfRows - 1)
        }
        return window(in: tableView, within: section, from: tableView.indexPath(forRowAtOffset: max(start, 0)))
    }

    @TableActor
    private func window(in tableView: TableView, within section: Int?, from start: IndexPath?) -> TableWindow {
        guard let section else { return tableView.window(from: start, size: page.parameters.size) }
        let first = IndexPath(row: 0, section: section)
        var window = tableView.window(from: max(start ?? first, first), size: page.parameters.size)
        window.sections.removeAll { $0.section != section }
        if window.next?.section != section { window.next = nil }
        if let rows = window.sections.first?.rows {
            window.offset = rows.lowerBound
            window.previous =
                rows.lowerBound > 0
                ? IndexPath(row: max(rows.lowerBound - page.parameters.size, 0), section: section) : nil
        }
        return window
    }
}
