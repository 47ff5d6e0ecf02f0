public import Essentials

/// The means of a server to follow the source of a table's rows, and to let go of the table.
public struct TableHosting: Sendable {
    /// The handler that updates the table from its source before a request with `_fresh=1` is answered, or before each
    /// request if ``announcesChanges`` is false.
    ///
    /// Set it for a table that follows its source with a delay. Default: nil.
    public var updateHandler: (@TableActor @Sendable (TableView) async throws -> Void)?

    /// A Boolean value that indicates whether every change of the rows makes a revision.
    ///
    /// Set it to false for rows that other programs change, such as those of a database server. Each request then reads
    /// the rows again. Clients see the revision 0, and the entity tag of a page is made from its contents, so that several
    /// servers agree on it. Set it before the table is mounted. Default: true.
    public var announcesChanges = true

    /// The fields of the single record that the table shows; nil for a table of rows.
    ///
    /// The pages of a record show long texts in full. Its address with `.json` in place of the final slash returns the
    /// record as one object. Default: nil.
    public var record: [Field]?

    /// The closure that reads the fields of the record again, without what its page shows beside it. Nil if the table is
    /// updated as a whole.
    package var recordHandler: (@TableActor @Sendable () async throws -> Void)?

    /// The form above the table, whose values are parts of its address; nil for none.
    package var parameters: TableParameters?

    /// The closure that returns the SQL statement with the rows; nil for a table without one.
    package var statement: (@TableActor @Sendable () -> String?)?

    /// The closure that returns the address of the rows of a query, to which groups lead; nil for a table without one.
    package var queryAddress: (@Sendable (TableQuery) -> String?)?

    /// The path of the page that runs SQL statements, relative to that of the table; nil for none.
    package var statementPath: String?

    /// The path of the database and the segment of the table, by which visitors share a part of the rows; nil if they cannot.
    package var sharedPlace: (path: String, table: String)?

    /// The views that visitors keep, the segment of the table in them, and whether visitors save further ones. Nil for a table
    /// without views.
    package var views: (store: any ViewStore, table: String, canSave: Bool)?

    /// A Boolean value that indicates whether a link shows the table to people without an account.
    package var isShared = false

    /// The closure that returns the links to the rows before and after the record, in the order of a query. Nil while they
    /// must be loaded.
    package var neighbours: (@TableActor @Sendable (TableView, TableQuery) -> (previous: String?, next: String?)?)?

    /// The lists that a page shows in frames below the table, with their titles.
    package var frames: [TableLink] = []

    /// A Boolean value that indicates whether the links of rows lead to records with ``neighbours``, so that they carry the
    /// order and the filters of the rows.
    package var hasRecords = false

    /// The handler that returns the whole value of a field if the row contains only an excerpt of it.
    ///
    /// The arguments are the table, the index path of the row and the name of the field. Default: nil.
    public var longValueHandler: (@TableActor @Sendable (TableView, IndexPath, String) async throws -> LongValue?)?

    /// The handler that is called after a server has dropped the table, because other tables of its path were used later.
    ///
    /// End timers and subscriptions here. It is called after the last request and event stream of the table has ended. The
    /// server then releases the table and its controller. A table that a
    /// ``TableVisitor`` without a session gets is dropped after its request. Default: nil.
    public var dropHandler: (@TableActor @Sendable (TableView) -> Void)?

    /// The error that visitors get instead of the table.
    ///
    /// Set it when the source of the rows is not available. Set nil when the source is back. Default: nil.
    public var unavailableReason: (any VisitorFacingError)?

    /// The contents of the database whose tables this table lists; nil for other tables.
    ///
    /// Pages show them in place of the number of rows.
    package var inventory: Inventory?

    /// The means to change the rows of a database table; nil for a table that has none.
    package var editing: TableEditing?

    /// The numbers of tables and views of a database, and its size.
    package struct Inventory: Sendable, Hashable {
        package var tables: Int
        package var views: Int
        /// The size in bytes; nil if it is unknown.
        package var size: Int?

        package init(tables: Int, views: Int, size: Int?) {
            (self.tables, self.views, self.size) = (tables, views, size)
        }
    }

    /// The number of visitors who look at the table now: its open event streams.
    ///
    /// A page with JavaScript has a stream while it is visible. Pages without JavaScript, hidden tabs, and clients that
    /// only read JSON are not counted. ``TableViewController`` is told when the number changes.
    public package(set) var numberOfViewers = 0

    init() {}
}

/// The form above a table whose rows depend on values in its address.
package struct TableParameters: Sendable, Hashable {
    /// The fields, each with its value.
    package var fields: [TableViewEditableField]
    /// The steps in which a database finds the rows, in its own words; empty for none.
    package var plan: [String] = []
    /// The address of the page that changes the statement itself; nil for none.
    package var statementURL: String?

    package init(_ fields: [TableViewEditableField]) { self.fields = fields }
}

/// An error of a table that cannot be made for the values of its form.
package struct TableParametersError: Error {
    package var cause: any Error
    /// The form, with the values.
    package var parameters: TableParameters
    /// The links to the pages above the table, relative to its page.
    package var breadcrumbs: [TableLink]

    package init(_ cause: any Error, _ parameters: TableParameters, breadcrumbs: [TableLink]) {
        (self.cause, self.parameters, self.breadcrumbs) = (cause, parameters, breadcrumbs)
    }
}

extension TableView {
    /// The revision that clients see: 0 if the rows also change without one, because the number then says nothing, and
    /// differs between servers.
    package var publishedRevision: UInt64 { hosting.announcesChanges ? revision : 0 }
}

/// The description of a table's page and its links to other pages, as UIKit's `UINavigationItem`.
public struct TableNavigationItem: Sendable, Hashable {
    /// The title of links back to the table. Nil for its title.
    ///
    /// The pages of a single row or section have such a link, and so have the tables whose ``breadcrumbs`` contain a
    /// ``TableView/backLink(to:)``. Default: nil.
    public var backButtonTitle: String?

    /// A description of the table, below its title. Default: nil.
    public var prompt: String?

    /// The links to the pages above the table, the outermost first.
    ///
    /// For a link to another table, use its ``TableView/backLink(to:)``. Default: no links.
    public var breadcrumbs: [TableLink] = []

    /// Creates an item without links and prompt.
    public init() {}
}
