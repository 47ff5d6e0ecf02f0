import CascadingTable
import MicroHTTPD
import TableRendering

/// A page as somebody asks for it, however often it is made.
///
/// An object, for it goes along from page to page.
final class PageView: Sendable {
    let page: PageRequest
    let table: MountedTable
    /// The visitor's name, where he has one.
    let visitor: String?
    let query: [(name: String, value: String)]
    /// What everybody's page is kept under, and what it is made from.
    let key: KeptPages.Key

    init(_ page: PageRequest, of table: MountedTable, visitor: String?, query: [(name: String, value: String)]) {
        self.page = page
        self.table = table
        self.visitor = visitor
        self.query = query
        key = KeptPages.Key(table: table.tag, view: page)
    }
}
