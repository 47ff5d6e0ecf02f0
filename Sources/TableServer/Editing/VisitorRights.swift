package import TableDatabase

/// The rights of a visitor on the databases of a server. Visitors with equal rights share tables.
package protocol VisitorRights: Hashable, Sendable {
    /// A Boolean value that indicates whether the visitor may change rows.
    var canEdit: Bool { get }
    /// A Boolean value that indicates whether the visitor can make links to what they see.
    var canShare: Bool { get }
    /// A Boolean value that indicates whether the visitor sees all rows and columns of all tables.
    var isWhole: Bool { get }
    /// The role of the database whose rights the visitor has; nil for those of the server.
    var databaseRole: String? { get }
    /// The part of a table that a link shows the visitor; nil without a link.
    var sharedView: SharedView? { get }

    /// Leaves out what the visitor may not see or change.
    func restrict(_ tables: inout DatabaseTables)
}

/// A part of a table, or groups of its rows, that a person shows to others by a link.
package struct SharedView: Hashable, Codable, Sendable {
    /// The path of the database's list of tables.
    package var path: String
    /// The path segment of the table.
    package var table: String
    /// The query of the page: its filters, search, columns and groups. Its order and labels can be changed by visitors.
    package var query: String

    package init(path: String, table: String, query: String) {
        (self.path, self.table, self.query) = (path, table, query)
    }

    /// The path of the tables of links, below that of the list.
    package static let folder = "/-/shared/"
}
