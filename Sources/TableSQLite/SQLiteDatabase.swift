import CascadingTable
import Synchronization

/// A database file, served as cascading tables: one that lists its tables and views, one for each of them with its rows
/// a window a query, and one for each row.
///
/// The file is opened read-only and stays as it is; see ``watch(every:)`` for what others change in it.
///
/// ```swift
/// let database = try SQLiteDatabase(path: "my.db")
/// let tableView = try await database.makeTable(named: "fruit")
/// ```
public final class SQLiteDatabase: Sendable {
    public let path: String
    public let configuration: Configuration

    let pool: ConnectionPool
    /// The state of the file that the tables show; nil if one of them could not be read.
    let shownToken: Mutex<ChangeToken?>
    @TableActor var shownTables = LiveTables()

    /// Opens the file. Thread: any; waits for the disk.
    public init(path: String, configuration: Configuration = .init()) throws(SQLiteTableError) {
        self.path = path
        self.configuration = configuration
        pool = try ConnectionPool(
            path: path, capacity: configuration.maxIdleConnections, lockTimeout: configuration.queryTimeout)
        shownToken = Mutex(try pool.changeToken())
    }

    /// The name of the file.
    public var title: String {
        path.split(separator: "/").last.map(String.init) ?? path
    }

    /// Every table and view by name, without SQLite's own and those that virtual tables keep their data in.
    public func catalog() throws(SQLiteTableError) -> [CatalogEntry] {
        try pool.read(within: configuration.queryTimeout) { database, _ in try Catalog.entries(in: database) }
    }

    /// The table or view of that name; the case of letters does not matter.
    public func entry(named name: String) throws(SQLiteTableError) -> CatalogEntry {
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

extension SQLiteDatabase {
    /// Checks that the file can be read now, for a readiness check of a server.
    ///
    /// Cost: a query of the schema, on a thread of the file.
    ///
    /// - Throws: ``SQLiteTableError`` if the file is missing, unreadable or locked, `CancellationError` if the task is
    ///   cancelled.
    public func check() async throws {
        try await pool.readInBackground(within: configuration.queryTimeout) { database, _ in
            _ = try Catalog.entries(in: database)
        }
    }
}
