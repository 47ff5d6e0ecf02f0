import Bytes
import CascadingTable
import Synchronization
public import TableDatabase

#if !SQLite
    #error("TableSQLite and cascade need the package trait SQLite. Leave out --disable-default-traits.")
#endif

/// A SQLite database file whose tables, views and rows are served as web tables.
///
/// The file is opened read-only and never changed, unless ``Configuration/editableTables`` names tables. Rows are read in windows, one query for each. To follow changes by
/// other programs, call ``watch(every:)``.
///
/// ```swift
/// let database = try SQLiteDatabase(path: "my.db")
/// let tableView = try await database.makeTable(named: "fruit")
/// ```
///
/// Its methods are thread-safe.
public final class SQLiteDatabase: Sendable {
    /// The path of the file in the file system.
    public let path: String
    /// The settings for reading and showing the database.
    public let configuration: Configuration

    let pool: ConnectionPool
    /// The connection that changes rows; nil if none can be changed.
    let writer: SQLiteWriter?
    /// The state of the file that the tables show, or nil if a table could not be read.
    let shownToken: Mutex<ChangeToken?>
    @TableActor var shownTables = LiveTables()
    /// The reload of the tables that was asked for last, and the one that has not begun yet.
    @TableActor var lastReload, nextReload: Task<Void, any Error>?
    /// The database that reloads the tables of this one; nil for itself.
    private let base: SQLiteDatabase?

    /// Opens a database file. Blocks the thread while the file is opened.
    ///
    /// - Parameters:
    ///   - path: The path of the file in the file system.
    ///   - configuration: The settings for reading and showing the database.
    /// - Throws: ``SQLiteTableError``, for example with `cannotOpen`, `notADatabase` or `busy`.
    public init(path: String, configuration: Configuration = .init()) throws(SQLiteTableError) {
        self.path = path
        self.configuration = configuration
        base = nil
        // The writer first undoes a transaction that a crash left unfinished. A reader cannot do that.
        writer =
            configuration.editableTables == .none
            ? nil
            : try SQLiteWriter(
                path: path, timeout: configuration.queryTimeout, history: configuration.history.map(HistoryTable.init))
        pool = try ConnectionPool(
            path: path, capacity: configuration.maxIdleConnections, lockTimeout: configuration.queryTimeout,
            isWritten: writer != nil)
        shownToken = Mutex(try pool.changeToken())
        if case .named(let names) = configuration.editableTables {
            for name in names where try entry(named: name).kind != .table {
                throw SQLiteTableError(
                    .notEditable, "\(name) cannot be edited, because it is no table with stored rows.")
            }
            for name in names where QuotedIdentifier.matches(name, EditHistory.tableName) {
                throw SQLiteTableError(
                    .notEditable, "\(name) cannot be edited, because it keeps the history of the file.")
            }
        }
    }

    private init(_ database: SQLiteDatabase, _ rules: DatabaseTables) {
        var configuration = database.configuration
        configuration.rules = rules
        configuration.onlyTable = rules.onlyTable ?? configuration.onlyTable
        (path, self.configuration, base) = (database.path, configuration, database.owner)
        (writer, pool) = (database.writer, database.pool)
        shownToken = Mutex(nil)
    }

    /// The database that reloads the tables.
    var owner: SQLiteDatabase { base ?? self }

    /// The file name, shown as the title of the list of tables.
    public var title: String {
        configuration.title ?? path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Returns the names of all tables and views, without SQLite's own tables and the storage of virtual tables.
    ///
    /// - Throws: ``SQLiteTableError`` if the file cannot be read.
    public func tableNames() async throws -> [String] {
        try await pool.readInBackground(within: configuration.queryTimeout) { database, _ in
            try Catalog.entries(in: database).map(\.name)
        }
    }

    /// Returns all tables and views, in the order of their names. Blocks the thread.
    ///
    /// - Throws: ``SQLiteTableError`` if the file cannot be read.
    package func catalog() throws(SQLiteTableError) -> [CatalogEntry] {
        try pool.read(within: configuration.queryTimeout) { database, _ in try Catalog.entries(in: database) }
    }

    /// Returns the table or view of a name. Blocks the thread.
    ///
    /// - Parameter name: The name. The case of ASCII letters does not matter.
    /// - Throws: ``SQLiteTableError`` with `unknownTable` if there is none; the message lists all names.
    package func entry(named name: String) throws(SQLiteTableError) -> CatalogEntry {
        let entries = try catalog()
        if let entry = entries.first(where: { QuotedIdentifier.matches($0.name, name) }) { return entry }
        throw SQLiteTableError(.unknownTable, message(aboutUnknownTable: name, among: entries.map(\.name)))
    }

    private func message(aboutUnknownTable name: String, among names: [String]) -> LocalizedMessage {
        if names.isEmpty { return "\(title) has no table \"\(name)\". It has no tables at all." }
        let list = names.joined(separator: ", ")
        guard let nearest = names.nearest(to: name) else {
            return "\(title) has no table \"\(name)\". Tables: \(list)."
        }
        return "\(title) has no table \"\(name)\". Did you mean \"\(nearest)\"? Tables: \(list)."
    }
}

extension SQLiteDatabase: MountableDatabase {
    /// The pages of all tables, rows and statements.
    public var pages: DatabasePages { DatabasePages(self) }
}

extension SQLiteDatabase: RelationalDatabase {
    package var dialect: SQLDialect { .sqlite }
    package var showsAllTables: Bool { configuration.onlyTable == nil }
    package var isEditable: Bool { writer != nil }
    package var keepsHistory: Bool { configuration.history != nil }
    package var countsLater: Bool { true }
    package var rules: DatabaseTables? { configuration.rules }
    package func sharing(_ rules: DatabaseTables) -> SQLiteDatabase { SQLiteDatabase(self, rules) }

    package func place(named name: String) async throws -> TableSource? {
        let isThere = try await pool.readInBackground(within: configuration.queryTimeout) { database, _ in
            try Catalog.entry(named: name, in: database)?.name.isExactly(name) == true
        }
        return isThere ? source(of: name) : nil
    }

    /// - Throws: ``SQLiteTableError`` with `unknownTable` if the only table does not exist.
    package func prepare() async throws {
        if let name = configuration.onlyTable { _ = try entry(named: name) }
    }

    package func follow() async { await watch() }

    /// Copies the write-ahead log into the file, so that a copy of the file alone has all edits.
    package func finish() { writer?.emptyLog() }
}

extension SQLiteDatabase {
    /// Checks that the file can be read now, for example in a readiness check.
    ///
    /// The cost is a query of the schema, on a thread of the database.
    ///
    /// - Throws: ``SQLiteTableError`` if the file is missing, unreadable or locked; `CancellationError` if the task is
    ///   cancelled.
    public func check() async throws {
        try await pool.readInBackground(within: configuration.queryTimeout) { database, _ in
            _ = try Catalog.entries(in: database)
        }
    }
}
