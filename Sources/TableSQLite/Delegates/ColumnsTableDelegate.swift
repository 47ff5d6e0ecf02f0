import CascadingTable

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

    /// - Throws: ``SQLiteTableError`` with the code `unknownTable` or `unknownRow` if there is no such table or row.
    func load() async throws {
        let (name, key) = (tableName, key)
        let configuration = database.configuration
        let (columns, tableName) = try await database.pool.readInBackground(within: configuration.queryTimeout) {
            database, _ in
            let entry = try Catalog.requireEntry(named: name, in: database)
            let reader = TableReader(try Catalog.description(of: entry, in: database), configuration)
            let columns = try RowKey(text: key).map { try reader.columns(ofRowWith: $0, in: database) } ?? []
            guard !columns.isEmpty else {
                throw SQLiteTableError(.unknownRow, "There is no row \(key) in \(entry.name).")
            }
            return (columns, entry.name)
        }
        self.tableName = tableName
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
