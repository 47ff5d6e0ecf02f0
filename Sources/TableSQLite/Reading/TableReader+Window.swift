import CascadingTable
import GRDB

extension TableReader {
    /// The first row of a range that begins with a text; nil if there is none.
    func row(
        beginningWith text: String, in rows: Range<Int>, of extent: Extent, in database: Database
    ) throws -> Int? {
        let beginning = TextBeginning(text)
        for start in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.rowsReadToSearch) {
            let part = start..<min(start + Self.rowsReadToSearch, rows.upperBound)
            let cells = try window(part, of: extent, in: database).cells
            if let place = cells.firstIndex(where: { $0.begins(with: beginning) }) { return start + place }
        }
        return nil
    }

    private static let rowsReadToSearch = 500

    /// The rows of a range, in one query.
    private func window(_ rows: Range<Int>, of extent: Extent, in database: Database) throws -> RowWindow {
        let window =
            try unlessTooBig(in: database) { try shortWindow(rows, of: extent, in: database) }
            ?? longWindow(rows, of: extent, in: database)
        // A place in a group is no place of the whole, so it names nothing.
        return queries.keys.isEmpty && extent.group != nil ? window.withoutNames() : window
    }

    /// Nil if a value is too long to be read beside others.
    private func unlessTooBig(in database: Database, _ body: () throws -> RowWindow?) throws -> RowWindow? {
        do {
            return try database.withMaxValueBytes(configuration.maxValueBytes, body)
        } catch let error as DatabaseError where error.isTooBig {
            return nil
        }
    }

    private func shortWindow(_ rows: Range<Int>, of extent: Extent, in database: Database) throws -> RowWindow? {
        guard fitsOneStatement else { return nil }
        let start = extent.start(of: rows.lowerBound)
        var cursor = try database.cursor(
            queries.window(extent.part(after: start.after)),
            extent.arguments(after: start.after) + [.integer(Int64(rows.count)), .integer(Int64(start.skipping))])
        return try window(rows, from: &cursor)
    }

    /// Some rows of those that have no keys, in one query.
    private func scatteredWindow(_ runs: RowRuns, of extent: Extent, in database: Database) throws -> RowWindow? {
        guard !readsByKey, fitsOneStatement else { return nil }
        var all = RowWindow(rows: runs.bounds, cells: [], keys: [], bytes: 0, places: [:])
        let rows = runs.ranges.joined().map(String.init).joined(separator: ",")
        var cursor = try database.cursor(
            queries.scatteredWindow(extent.part(after: nil)),
            extent.arguments(after: nil) + [.text(Array("[\(rows)]".utf8))])
        while try cursor.next() {
            let row = Int(cursor.integer(at: 0))
            let key = RowKey(Int64(row)).text
            all.places?[row] = all.cells.count
            all.cells.append(cell(in: cursor, key: key, from: 1, bytes: &all.bytes))
            all.keys.append(key)
        }
        return extent.group != nil ? all.withoutNames() : all
    }

    /// The rows of several ranges: a query for each, or one for all where rows have no keys.
    func window(_ runs: RowRuns, of extent: Extent, in database: Database) throws -> RowWindow {
        if runs.ranges.count == 1, let rows = runs.ranges.first { return try window(rows, of: extent, in: database) }
        let scattered = try unlessTooBig(in: database) { try scatteredWindow(runs, of: extent, in: database) }
        if let scattered { return scattered }
        var all = RowWindow(rows: runs.bounds, cells: [], keys: [], bytes: 0, places: [:])
        for rows in runs.ranges {
            let window = try window(rows, of: extent, in: database)
            for row in rows { all.places?[row] = window.place(of: row).map { all.cells.count + $0 } }
            all.cells += window.cells
            all.keys += window.keys
            all.bytes += window.bytes
        }
        return all
    }

    private func window(_ rows: Range<Int>, from cursor: inout Cursor) throws -> RowWindow {
        var window = RowWindow(rows: rows, cells: [], keys: [], bytes: 0)
        window.cells.reserveCapacity(rows.count)
        window.keys.reserveCapacity(rows.count)
        while try cursor.next() {
            let key = keyText(in: cursor, row: rows.lowerBound + window.cells.count)
            window.cells.append(cell(in: cursor, key: key, from: queries.keys.count, bytes: &window.bytes))
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

    private func cell(
        in cursor: borrowing Cursor, key: String, from first: Int, bytes: inout Int
    ) -> TableViewCell {
        bytes += 128
        var fields: [Field] = []
        fields.reserveCapacity(table.columns.count)
        for (index, column) in table.columns.enumerated() {
            let field = cursor.field(at: first + index, isBoolean: column.isBoolean)
            bytes += field.bytes + 64
            fields.append(Field(column.name, field.value))
        }
        return cell(key: key, fields)
    }

    func cell(key: String, _ fields: [Field]) -> TableViewCell {
        TableViewCell(
            style: .columns, title: key, fields: fields, accessory: .disclosure,
            link: configuration.paths.link(toRow: key))
    }
}
