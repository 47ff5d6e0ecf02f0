package import CascadingTable

/// A database that a server shows as a whole, such as `SQLiteDatabase` and `PostgresDatabase`; see
/// `TableServer.mount(_:_:allowsSQL:)`.
public protocol MountableDatabase: Sendable {
    /// The pages of all tables, rows and statements.
    var pages: DatabasePages { get }
}

/// The pages of a database: the list of tables, their rows, and statements.
public struct DatabasePages: Sendable {
    package let database: any RelationalDatabase

    package init(_ database: any RelationalDatabase) { self.database = database }
}

/// A database whose tables, rows and statements are web tables.
package protocol RelationalDatabase: Sendable {
    var title: String { get }
    /// The dialect of the statements that visitors run.
    var dialect: SQLDialect { get }
    /// A Boolean value that indicates whether all tables have pages. Otherwise the root is the only table.
    var showsAllTables: Bool { get }
    /// A Boolean value that indicates whether visitors can change rows.
    var isEditable: Bool { get }
    /// A Boolean value that indicates whether the database keeps the history of edited rows.
    var keepsHistory: Bool { get }

    /// Makes the database ready for the first request.
    ///
    /// - Throws: The reason why it cannot be shown as it was configured.
    func prepare() async throws
    /// Checks that the database answers.
    func check() async throws
    /// Tells open pages about changes until the task is cancelled.
    func follow() async
    /// Ends the work of the database after the last request.
    func finish()

    /// Returns the list of tables and of pages of statements.
    @TableActor
    func makeListTable(_ statements: [StatementLink]) async throws -> TableView
    /// Returns the table at a path, or nil if there is none. With a day or time, a row is shown as it was then.
    @TableActor
    func makeTable(at path: [String], asOf time: String?) async throws -> TableView?
    /// Returns the rows of a statement.
    @TableActor
    func makeTable(answering request: StatementRequest) async throws -> TableView
}
