import Bytes
import CascadingTable
import MicroHTTPD
import TableRendering

/// A request for a page with its table and visitor. It stays unchanged while the page is loaded.
///
/// A class, because it is passed from builder to builder.
final class PageContext: Sendable {
    let page: PageRequest
    let table: MountedTable
    let visitor: RequestVisitor
    let query: [(name: String, value: String)]
    /// The cache key of the shared page.
    let key: PageCache.Key

    init(_ page: PageRequest, of table: MountedTable, visitor: RequestVisitor, query: [(name: String, value: String)]) {
        self.page = page
        self.table = table
        self.visitor = visitor
        self.query = query
        key = PageCache.Key(table: table.tag, request: page)
    }
}

extension PageContext {
    /// The revision of the table and of the visitor's session.
    struct State: Equatable {
        var table: UInt64
        var session: UInt64
    }

    @TableActor
    func state(_ session: TableSession?) -> State {
        State(table: table.tableView.revision, session: session?.revision ?? 0)
    }

    /// Returns the message about the visitor's last change. Only pages show it, and only once.
    @TableActor
    func notice(_ session: TableSession?) -> TableView.Undo? { page.representation == .html ? session?.notice : nil }

    func request(_ session: TableSession?) -> TableRequest {
        TableRequest(
            session: session, query: query, traits: TableViewTraits(language: page.language.tag), user: visitor.user)
    }

    /// Returns the entity tag of the page in a state.
    ///
    /// - Parameters:
    ///   - state: The revisions of table and session.
    ///   - session: The session of a personal page; nil for a shared page. Tags of two visitors always differ.
    ///   - notice: The message that the page shows.
    func entityTag(at state: State, privateTo session: TableSession? = nil, notice: TableView.Undo? = nil) -> String {
        // Written byte by byte, because string interpolation is much slower.
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
