import CascadingTable
import GRDB

/// One row of a database table, shown as a table with a row for each column.
final class ColumnsTableDelegate: CascadingRootTableDelegate, LiveTable {
    private let database: SQLiteDatabase
    /// The name of the table; after the first read, as in its schema.
    private(set) var tableName: String
    private let key: String
    /// The values of the row, by column.
    private(set) var record: [Field] = []

    init(database: SQLiteDatabase, tableName: String, key: String) {
        self.database = database
        self.tableName = tableName
        self.key = key
        super.init()
    }

    /// Reads the row and reloads the table.
    ///
    /// - Throws: ``SQLiteTableError`` with the code `unknownTable` or `unknownRow` if there is no such table or row.
    func load() async throws {
        let (name, key) = (tableName, key)
        let configuration = database.configuration
        let found = try await database.pool.readInBackground(within: configuration.queryTimeout) { database, _ in
            try FoundRow(key, ofTable: name, configuration, in: database)
        }
        self.tableName = found.tableName
        let columns = found.columns
        record = columns.map { Field($0.name, $0.value) }
        tableView?.record = record
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
        guard childDelegates.first?.childDelegates.indices.contains(column) == true else { return nil }
        let (name, key, database) = (tableName, key, database)
        @Sendable func read(_ range: Range<Int>) async throws -> (bytes: [UInt8], count: Int, isText: Bool) {
            let configuration = database.configuration
            return try await database.pool.readInBackground(within: configuration.queryTimeout) { database, _ in
                let entry = try Catalog.requireEntry(named: name, in: database)
                let reader = TableReader(try Catalog.description(of: entry, in: database), configuration)
                guard let key = RowKey(text: key), let keys = try reader.keys(ofRowWith: key, in: database),
                    reader.table.columns.indices.contains(column),
                    let part = try reader.part(range, ofColumn: column, ofRowWith: keys, in: database)
                else { throw SQLiteTableError(.unknownRow, "There is no row \"\(key)\" in \(name).") }
                return part
            }
        }
        let (_, count, isText) = try await read(0..<0)
        return LongValue(byteCount: count, isText: isText) { range in
            let part = try await read(range)
            guard part.count == count, part.isText == isText else {
                throw SQLiteTableError(.changed, "The value was changed while it was read. Try again.")
            }
            return part.bytes
        }
    }
}

/// The row that was found for a key.
private struct FoundRow: Sendable {
    let tableName: String
    private(set) var columns: [RowColumn] = []

    init(
        _ key: String, ofTable name: String, _ configuration: SQLiteDatabase.Configuration, in database: Database
    ) throws {
        let entry = try Catalog.requireEntry(named: name, in: database)
        tableName = entry.name
        let reader = TableReader(try Catalog.description(of: entry, in: database), configuration)
        if let key = RowKey(text: key) { columns = try reader.columns(ofRowWith: key, in: database) }
        guard !columns.isEmpty else {
            throw SQLiteTableError(.unknownRow, "There is no row \"\(key)\" in \(entry.name).")
        }
    }
}
