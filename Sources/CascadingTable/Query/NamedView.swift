package import Bytes

/// A view of a table that visitors keep under a name: its filters, order, columns and groups.
package struct NamedView: Sendable, Hashable {
    /// The name, which no other view of the table has.
    @ExactString package var name: String
    /// The path segment of the table.
    @ExactString package var table: String
    /// The query of the page.
    @ExactString package var query: String
    /// The identifier of the user who saved it last; nil for an anonymous visitor.
    package var author: String?

    package init(_ name: String, of table: String, query: String, by author: String? = nil) {
        self.author = author
        (self.name, self.table, self.query) = (name, table, query)
    }

    /// The name of the view with which a table is opened from the list of tables. Visitors cannot write it.
    package static let defaultName = ""
    /// The limit in characters of a name.
    package static let maxNameLength = 100
    /// The limit in bytes of a query.
    package static let maxQueryBytes = 1 << 20
    /// The limit of views.
    package static let maxCount = 1_000
}

/// The views that visitors keep in a database.
package protocol ViewStore: Sendable {
    /// Returns all views, in the order of their tables and names. Of a query, they have the beginning.
    func views() async throws -> [NamedView]

    /// Returns a view with its whole query; nil if there is none.
    func view(_ name: String, of table: String) async throws -> NamedView?

    /// Saves a view.
    ///
    /// - Parameter seen: The view of this name that the visitor saw, and that the new one replaces; nil for a new name.
    /// - Returns: Whether the view was saved. It is not saved if somebody changed, removed or added the view of this name since.
    func save(_ view: NamedView, insteadOf seen: NamedView?) async throws -> Bool

    /// Removes a view that is still as it was seen.
    func remove(_ view: NamedView) async throws
}
