/// The links of a table's page that lead to other pages, as UIKit's `UINavigationItem`.
public struct TableNavigationItem: Sendable, Hashable {
    /// The title of links back to the table. Nil for its title.
    ///
    /// The pages of a single row or section have such a link, and so have the tables whose ``breadcrumbs`` contain a
    /// ``TableView/backLink(to:)``. Default: nil.
    public var backButtonTitle: String?

    /// The links to the pages above the table, the outermost first.
    ///
    /// For a link to another table, use its ``TableView/backLink(to:)``. Default: no links.
    public var breadcrumbs: [TableLink] = []

    /// Creates an item without links.
    public init() {}
}
