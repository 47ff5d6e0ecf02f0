import CascadingTable
import MicroHTTPD
import TableRendering

/// The page of a view that was made last, and what the next one of that view is made from.
///
/// What pages are made from is nobody's own: rows made from what one visitor is are never taken over, and those that he
/// is shown otherwise are written for the next one again.
@TableActor
final class KeptPage {
    enum Content {
        case page(PreparedPage)
        /// The page shows something of each visitor's own, so there is none for everybody.
        case perVisitor
    }

    /// What was written for a page; an object, for there is much in it.
    final class Written: Sendable {
        let rows: WrittenRows?
        let links: Links?

        init(rows: WrittenRows?, links: Links?) {
            self.rows = rows
            self.links = links
        }

        /// The links of a page that has all rows, which follow from what was asked for and from this.
        struct Links {
            var links: PageLinks
            var isEditing: Bool
            /// What was around the page, where the next may have it too.
            var shell: KnownShell?
        }
    }

    private var content: Content?
    private var revision: UInt64 = 0
    private var written: Written?

    /// Whether it costs what it was last counted at.
    var isCounted = true

    var rows: WrittenRows? { written?.rows }
    var links: Written.Links? { written?.links }

    /// The page of whichever revision.
    var page: PreparedPage? {
        if case .page(let page) = content { page } else { nil }
    }

    /// The rows that were reloaded since, where the page of now may be made of this one.
    func reloadedRows(in tableView: TableView) -> [IndexPath]? {
        guard case .page = content else { return nil }
        return rows?.reloadedRows(in: tableView)
    }

    /// What there is of that revision of the table.
    func content(at revision: UInt64) -> Content? { revision == self.revision ? content : nil }

    /// Keeps a page of that revision, and what was written for it, unless there is a newer one.
    ///
    /// - Parameters:
    ///   - content: nil for a page that is nobody else's.
    ///   - written: what the next page is made from; nil where nothing may be taken over.
    /// - Returns: what is not needed any more, which takes a while to be freed.
    @discardableResult
    func keep(_ content: Content?, _ written: Written? = nil, at revision: UInt64) -> Written? {
        guard revision >= self.revision else { return written }
        var old: Written?
        // What was written is that of the page that is kept, where there is one.
        if let written, revision > self.revision || page == nil {
            old = self.written
            self.written = written
        }
        if revision > self.revision { self.content = nil }
        self.revision = revision
        if let content { self.content = content }
        return old
    }

    /// The page of now, where all that happened since it was made is that those rows were reloaded.
    ///
    /// - Returns: the page.
    func revise(_ reloaded: [IndexPath], in tableView: TableView, entityTag: String) -> PreparedPage? {
        guard case .page(let before) = content, let rows else { return nil }
        let cost = rows.cost
        guard let bytes = rows.revise(reloaded, in: tableView) else { return nil }
        let page = PreparedPage(after: before, entityTag: entityTag, body: LazyBytes(RevisedPage(bytes)))
        content = .page(page)
        revision = tableView.revision
        if rows.cost != cost || page.byteCount != before.byteCount { isCounted = false }
        return page
    }

    /// Bytes, with what keeping it costs besides.
    var cost: Int {
        let written = (rows?.cost ?? 0) + (links?.shell?.byteCount ?? 0)
        switch content {
        // The bytes of the page are those of what was written.
        case .page(let page): return page.byteCount + 1024 + written
        case .perVisitor, nil: return 256 + (rows?.bytes.count ?? 0) + written
        }
    }
}

/// A page that is put together where it is sent from.
private final class RevisedPage: ByteSource {
    private let bytes: EditedBytes

    init(_ bytes: EditedBytes) { self.bytes = bytes }

    var count: Int { bytes.count }

    func write(to memory: UnsafeMutableRawBufferPointer) { bytes.join(to: memory) }

    func write(to memory: UnsafeMutableRawBufferPointer, over other: any ByteSource) {
        if let other = other as? RevisedPage { bytes.join(to: memory, over: other.bytes) } else { write(to: memory) }
    }
}
