import CascadingTable
import GRDB

extension TableReader {
    /// Whether a window is found by its key from near by, in some microseconds wherever it is.
    var readsByKey: Bool { !queries.keys.isEmpty }

    /// The rows of that range in one query, on this thread.
    func window(_ rows: Range<Int>, of extent: Extent) throws(SQLiteTableError) -> RowWindow {
        try pool.read(within: configuration.queryTimeout) { database in
            let start = extent.start(of: rows.lowerBound)
            var cursor = try database.cursor(
                queries.window(extent.part(after: start.after)),
                extent.arguments(after: start.after) + [.integer(Int64(rows.count)), .integer(Int64(start.skipping))])
            let window = try window(rows, from: &cursor)
            // A place in a group is no place of the whole, so it names nothing.
            return queries.keys.isEmpty && extent.group != nil ? window.withoutNames() : window
        }
    }

    /// The same off the caller's executor.
    func loadWindow(_ rows: Range<Int>, of extent: Extent) async throws -> RowWindow {
        try window(rows, of: extent)
    }

    private func window(_ rows: Range<Int>, from cursor: inout Cursor) throws -> RowWindow {
        var window = RowWindow(rows: rows, cells: [], keys: [], bytes: 0)
        window.cells.reserveCapacity(rows.count)
        window.keys.reserveCapacity(rows.count)
        while try cursor.next() {
            let key = keyText(in: cursor, row: rows.lowerBound + window.cells.count)
            window.cells.append(cell(in: cursor, key: key, bytes: &window.bytes))
            window.keys.append(key)
        }
        return window
    }

    /// The key of the row the cursor is at; for a row without one, its place.
    func key(in cursor: borrowing Cursor, row: Int) -> RowKey {
        guard !queries.keys.isEmpty else { return RowKey(Int64(row)) }
        var components: [SQLiteValue] = []
        for column in queries.keys.indices { components.append(cursor.value(at: column)) }
        return RowKey(components)
    }

    private func keyText(in cursor: borrowing Cursor, row: Int) -> String {
        if case .rowid = table.access { return String(cursor.integer(at: 0)) }
        return key(in: cursor, row: row).text
    }

    private func cell(in cursor: borrowing Cursor, key: String, bytes: inout Int) -> TableViewCell {
        let first = queries.keys.count
        bytes += 128
        var fields: [Field] = []
        fields.reserveCapacity(table.columns.count)
        for (index, column) in table.columns.enumerated() {
            let field = cursor.field(at: first + index, isBoolean: column.isBoolean)
            bytes += field.bytes + 64
            fields.append(Field(column.name, field.value))
        }
        return TableViewCell(
            style: .columns, title: key, fields: fields, accessory: .disclosure,
            link: configuration.paths.link(toRow: key))
    }
}
