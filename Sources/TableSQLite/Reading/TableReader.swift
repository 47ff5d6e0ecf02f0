import CascadingTable
import GRDB

/// Reads the rows of one table; immutable, so any thread may use it.
struct TableReader: Sendable {
    let table: TableDescription
    let queries: TableQueries
    let pool: ConnectionPool
    let configuration: SQLiteDatabase.Configuration
    private let isBoolean: [Bool]

    init(_ table: TableDescription, pool: ConnectionPool, configuration: SQLiteDatabase.Configuration) {
        self.table = table
        self.pool = pool
        self.configuration = configuration
        queries = TableQueries(table)
        isBoolean = table.columns.map(\.isBoolean)
    }

    /// The rows of that range in one query, on this thread.
    func window(_ rows: Range<Int>, of extent: Extent) throws(SQLiteTableError) -> RowWindow {
        try pool.read(within: configuration.queryTimeout) { database in
            let start = extent.start(of: rows.lowerBound)
            var cursor = try database.cursor(
                queries.window(extent.part(after: start.after)),
                extent.arguments(after: start.after) + [.integer(Int64(rows.count)), .integer(Int64(start.skipping))])
            return try window(rows, of: extent, from: &cursor)
        }
    }

    /// The same off the caller's executor.
    func loadWindow(_ rows: Range<Int>, of extent: Extent) async throws -> RowWindow {
        try window(rows, of: extent)
    }

    /// Whether rows have names; those with only a place have none in a group, which is no place of the whole.
    private func isNamed(_ extent: Extent) -> Bool {
        !queries.keys.isEmpty || extent.group == nil
    }

    private func window(_ rows: Range<Int>, of extent: Extent, from cursor: inout Cursor) throws -> RowWindow {
        var window = RowWindow(rows: rows, cells: [], keys: [], bytes: 0)
        window.cells.reserveCapacity(rows.count)
        window.keys.reserveCapacity(rows.count)
        while try cursor.next() {
            let key = key(in: cursor, row: rows.lowerBound + window.cells.count).text
            let (cell, bytes) = cell(in: cursor, key: key)
            window.cells.append(cell)
            window.keys.append(key)
            window.bytes += bytes
        }
        guard isNamed(extent) else { return window.withoutNames() }
        return window
    }

    func key(in cursor: borrowing Cursor, row: Int) -> RowKey {
        switch queries.keys.count {
        case 0: return RowKey(Int64(row))
        case let count:
            var components: [SQLiteValue] = []
            components.reserveCapacity(count)
            for column in 0..<count { components.append(cursor.value(at: column)) }
            return RowKey(components)
        }
    }

    private func cell(in cursor: borrowing Cursor, key: String) -> (cell: TableViewCell, bytes: Int) {
        let first = queries.keys.count
        var fields: [Field] = []
        var bytes = 128
        fields.reserveCapacity(table.columns.count)
        for (index, column) in table.columns.enumerated() {
            let field = cursor.field(at: first + index, isBoolean: isBoolean[index])
            bytes += field.bytes + 64
            fields.append(Field(column.name, field.value))
        }
        let cell = TableViewCell(
            style: .columns, title: key, fields: fields, accessory: .disclosure,
            link: configuration.paths.link(toRow: key))
        return (cell, bytes)
    }
}
