import CascadingTable
import FoundationEssentials
import TableDatabase

/// One row of a database table, shown as a table with a row for each column.
final class ColumnsTableDelegate: CascadingRootTableDelegate, LiveTable {
    private let database: SQLiteDatabase
    /// The name of the table; after the first read, as in its schema.
    private(set) var tableName: String
    private let key: String
    private let owned: SQLCondition?
    /// The values of the row, by column.
    private(set) var record: [Field] = []

    init(database: SQLiteDatabase, tableName: String, key: String, where owned: SQLCondition?) {
        self.database = database
        self.tableName = tableName
        self.key = key
        self.owned = owned
        super.init()
    }

    /// Reads the row and reloads the table.
    ///
    /// - Throws: ``SQLiteTableError`` with the code `unknownTable` or `unknownRow` if there is no such table or row.
    func load() async throws {
        let (name, key, owned) = (tableName, key, owned)
        let configuration = database.configuration
        let found = try await database.pool.readInBackground(within: configuration.queryTimeout) { database, _ in
            try FoundRow(key, ofTable: name, configuration, where: owned, in: database)
        }
        self.tableName = found.tableName
        let columns = found.columns
        record = columns.map { Field($0.name, $0.value) }
        tableView?.hosting.record = record
        let section = CascadingSectionTableDelegate(childDelegates: columns.map(RowColumnDelegate.init))
        section.columns = [
            TableViewColumn("column", title: "Column"),
            TableViewColumn("value", title: "Value", numberFormat: .plain),
            TableViewColumn("type", title: "Type"),
        ]
        childDelegates = [section]
        tableView?.reloadData()
    }

    /// Returns the full value of a column whose cell shows an excerpt.
    func longValue(ofColumn column: Int) async throws -> LongValue? {
        guard record.indices.contains(column) else { return nil }
        return try await database.longValue(
            ofColumn: record[column].name, ofRowNamed: key, table: tableName, where: owned)
    }
}

/// The row that was found for a key.
private struct FoundRow: Sendable {
    let tableName: String
    private(set) var columns: [RowColumn] = []

    init(
        _ key: String, ofTable name: String, _ configuration: SQLiteDatabase.Configuration,
        where owned: SQLCondition?, in database: Transaction
    ) throws {
        let entry = try Catalog.requireEntry(named: name, in: database)
        tableName = entry.name
        let reader = TableReader(try Catalog.description(of: entry, in: database), configuration, where: owned)
        if let key = RowKey(text: key) { columns = try reader.columns(ofRowWith: key, in: database) }
        guard !columns.isEmpty else {
            throw SQLiteTableError(.unknownRow, "There is no row \"\(key)\" in \(entry.name).")
        }
    }
}

/// A column of a row. It links to the referenced row of another table, or to the full value if its cell shows an
/// excerpt.
final class RowColumnDelegate: CascadingBareTableDelegate {
    private let column: RowColumn

    init(column: RowColumn) {
        self.column = column
        super.init()
    }

    override var identifier: String { PathSegment.escaped(column.name) }

    override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        let link = link(at: indexPath)
        return TableViewCell(
            style: .columns, title: column.name.isEmpty ? "(no name)" : column.name,
            fields: [
                Field("column", .text(column.name)), Field("value", column.value), Field("type", .text(column.type)),
            ],
            accessory: link == nil ? .none : .disclosure, to: link)
    }

    override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        link(at: indexPath) != nil
    }

    override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        if let link = link(at: indexPath) { tableView.navigate(to: link) }
    }

    private func link(at indexPath: IndexPath) -> String? {
        switch column.value {
        case .bytes, .excerpt: column.link ?? "values/\(indexPath.section)/\(indexPath.row)/value"
        default: column.link
        }
    }
}
