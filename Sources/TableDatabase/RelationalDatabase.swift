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
    /// The name of a table, with what else tells it from others.
    associatedtype Place: Sendable

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

    /// Returns the table at a path, or nil if there is none. With a day or time, a row is shown as it was then.
    @TableActor
    func makeTable(at path: [String], asOf time: String?) async throws -> TableView?
    /// Returns the rows of a statement.
    @TableActor
    func makeTable(answering request: StatementRequest) async throws -> TableView

    /// A Boolean value that indicates whether rows that were not counted are counted after the list of tables is shown.
    var countsLater: Bool { get }
    /// Reads the list of tables.
    ///
    /// - Parameter isLong: Whether counting the rows may take longer and wait for other reads.
    func listItems(isLong: Bool) async throws -> (items: [ListItem], size: Int?)
    /// Reads a row, with what its page shows beside it or without.
    func record(ofRow key: String, in place: Place, isWhole: Bool) async throws -> DatabaseRecord
    /// Reads a row as the history has it.
    ///
    /// - Parameter text: The day, as of whose end in UTC the row is shown, or a time in ISO 8601.
    func record(ofRow key: String, in place: Place, at text: String) async throws -> DatabaseRecord
    /// Returns the keys of the rows before and after a row, in the order of a query; none if that takes long.
    func neighbours(ofRow key: String, in query: TableQuery, of place: Place) async throws -> RowNeighbours
    /// Returns a value that is too long for a cell; nil if there is none.
    func longValue(ofColumn column: String, ofRow key: String, in place: Place) async throws -> LongValue?
    /// Returns the means to change a row; nil if no table of the database can be changed.
    func editing(of record: DatabaseRecord, ofRow key: String, in place: Place) async throws -> TableEditing?
    /// Loads a delegate, and returns its table, which follows the changes of the database.
    ///
    /// - Parameter place: The table whose rows it shows; nil for the list of tables.
    @TableActor
    func show(_ root: any LiveTable, of place: Place?) async throws -> TableView
}

extension RelationalDatabase {
    /// Returns the list of tables and of pages of statements.
    @TableActor
    package func makeListTable(_ statements: [StatementLink]) async throws -> TableView {
        let root = ListTableDelegate(countsLater: countsLater, statements: statements) {
            try await listItems(isLong: $0)
        }
        let tableView = try await show(root, of: nil)
        tableView.title = title
        tableView.queryOptions = [.sorting, .searching]
        return tableView
    }

    /// Returns a table with the columns of one row.
    @TableActor
    package func makeRowTable(ofRow key: String, in place: Place) async throws -> TableView {
        let root = RecordTableDelegate(ofRow: key) {
            try await record(ofRow: key, in: place, isWhole: $0)
        } neighbours: {
            try await neighbours(ofRow: key, in: $0, of: place)
        }
        let tableView = try await show(root, of: place)
        tableView.hosting.editing = try await editing(of: root.record, ofRow: key, in: place)
        tableView.hosting.neighbours = { [weak root] in root?.neighbours(in: $1, of: $0) }
        tableView.hosting.longValueHandler = { [weak root] _, indexPath, _ in
            guard let root, root.fields.indices.contains(indexPath.row) else { return nil }
            return try await longValue(ofColumn: root.fields[indexPath.row].name, ofRow: key, in: place)
        }
        tableView.navigationItem.breadcrumbs = links(to: root)
        return tableView
    }

    /// Returns a table with the columns of a row as the history of the database has it.
    @TableActor
    package func makeRowTable(ofRow key: String, in place: Place, at text: String) async throws -> TableView {
        let root = RecordTableDelegate(ofRow: key, at: text) { _ in
            try await record(ofRow: key, in: place, at: text)
        } neighbours: { _ in
            RowNeighbours()
        }
        let tableView = try await show(root, of: place)
        tableView.navigationItem.breadcrumbs = links(to: root) + [TableLink(key, to: "./")]
        return tableView
    }

    /// Returns the links from a row to the list of tables and to its table.
    @TableActor
    private func links(to root: RecordTableDelegate) -> [TableLink] {
        (showsAllTables ? [TableLink(title, to: "../../../")] : []) + [TableLink(root.record.tableName, to: "../../")]
    }
}
