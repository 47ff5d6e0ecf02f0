import Bytes
import CascadingTable
import MicroHTTPD
import TableRendering

/// A page as somebody asks for it, however often it is made.
///
/// An object, for it goes along from page to page.
final class PageContext: Sendable {
    let page: PageRequest
    let table: MountedTable
    /// The visitor's name, where he has one.
    let visitor: String?
    let query: [(name: String, value: String)]
    /// What everybody's page is cached under.
    let key: PageCache.Key

    init(_ page: PageRequest, of table: MountedTable, visitor: String?, query: [(name: String, value: String)]) {
        self.page = page
        self.table = table
        self.visitor = visitor
        self.query = query
        key = PageCache.Key(table: table.tag, request: page)
    }
}

extension PageContext {
    /// How far the table has come, and what is remembered of who asks.
    struct State: Equatable {
        var table: UInt64
        var session: UInt64
    }

    @TableActor
    func state(_ session: TableSession?) -> State {
        State(table: table.tableView.revision, session: session?.revision ?? 0)
    }

    /// What the page is to say was done, which is said once.
    @TableActor
    func notice(_ session: TableSession?) -> TableView.Undo? { page.representation == .html ? session?.notice : nil }

    func request(_ session: TableSession?) -> TableRequest {
        TableRequest(session: session, query: query, traits: TableViewTraits(language: page.language.tag))
    }

    /// Names the page as it was then.
    ///
    /// - Parameter session: whose it is where it is one visitor's own, which never has the name of another's.
    func entityTag(at state: State, privateTo session: TableSession? = nil, notice: TableView.Undo? = nil) -> String {
        // Written, for an interpolation would take as long as asking for a row.
        ByteWriter.text { name in
            name.raw(table.beginningOfEntityTags)
            name.integer(state.table)
            if page.language != .english { name.raw(".\(page.language.tag)".utf8) }
            if page.representation == .json { name.raw(".json") }
            if page.isPlain { name.raw(".plain") }
            if let session { name.raw(".\(session.serialNumber).\(state.session)".utf8) }
            if let notice { name.raw(".\(notice.token)".utf8) }
            name.byte(UInt8(ascii: "\""))
        }
    }
}
