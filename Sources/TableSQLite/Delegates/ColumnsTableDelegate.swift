import CascadingTable
import GRDB

/// One row of a table, each of its columns a row.
final class ColumnsTableDelegate: CascadingRootTableDelegate, ShownTable {
    private let database: SQLiteDatabase
    /// The name of the table, as its schema has it once it was read.
    private(set) var tableName: String
    private let key: String

    init(database: SQLiteDatabase, tableName: String, key: String) {
        self.database = database
        self.tableName = tableName
        self.key = key
        super.init()
    }

    /// - Throws: ``SQLiteTableError`` with the code `unknownTable` or `unknownRow` if there is no such table or row;
    ///   ``TableMovedError`` if the row is named by its primary key, and the key is its rowid.
    func load() async throws {
        let (name, key) = (tableName, key)
        let configuration = database.configuration
        let found = try await database.pool.readInBackground(within: configuration.queryTimeout) { database, _ in
            try FoundRow(key, ofTable: name, configuration, in: database)
        }
        if let name = found.primaryKey { throw TableMovedError(folder: PathSegment.percentEncoded(name.text)) }
        self.tableName = found.tableName
        let columns = found.columns
        let section = CascadingSectionTableDelegate(childDelegates: columns.map(RowColumnDelegate.init))
        section.columns = [
            TableViewColumn("column", title: "Column"),
            TableViewColumn("value", title: "Value", numberFormat: .plain),
            TableViewColumn("type", title: "Type"),
        ]
        childDelegates = [section]
        tableView?.reloadData()
    }
}

/// The row that a key was found to name.
private struct FoundRow: Sendable {
    let tableName: String
    private(set) var columns: [RowColumn] = []
    /// The key to use, if the row was found by its rowid only.
    private(set) var primaryKey: RowKey?

    init(
        _ key: String, ofTable name: String, _ configuration: SQLiteDatabase.Configuration, in database: Database
    ) throws {
        let entry = try Catalog.requireEntry(named: name, in: database)
        tableName = entry.name
        let reader = TableReader(try Catalog.description(of: entry, in: database), configuration)
        if let key = RowKey(text: key) { columns = try reader.columns(ofRowWith: key, in: database) }
        guard columns.isEmpty else { return }
        if let rowid = Int64(key) { primaryKey = try reader.key(ofRowid: rowid, in: database) }
        guard primaryKey != nil else {
            throw SQLiteTableError(.unknownRow, "There is no row \(key) in \(entry.name).")
        }
    }
}
