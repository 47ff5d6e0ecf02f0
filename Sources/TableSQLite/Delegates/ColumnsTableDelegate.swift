import CascadingTable

/// One row of a table, each of its columns a row.
final class ColumnsTableDelegate: CascadingRootTableDelegate, ShownTable {
    private let database: SQLiteDatabase
    private let tableName: String
    private let key: RowKey
    /// The columns; none when the row has gone.
    private(set) var columns: [RowColumn] = []

    init(database: SQLiteDatabase, tableName: String, key: RowKey) {
        self.database = database
        self.tableName = tableName
        self.key = key
        super.init()
    }

    func load() async throws {
        columns = try await database.loadReader(ofTable: tableName)?.loadColumns(ofRowWith: key, in: database) ?? []
        let section = CascadingSectionTableDelegate(childDelegates: columns.map(RowColumnDelegate.init))
        section.columns = [
            TableViewColumn("column", title: "Column"),
            TableViewColumn("value", title: "Value", numberFormat: .plain),
            TableViewColumn("type", title: "Type"),
        ]
        childDelegates = [section]
    }
}
