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
            var batch = makeBatch()
            try read(part, of: extent, into: &batch, in: database)
            let place = (0..<batch.count).first { batch.cell(at: $0).begins(with: beginning) }
            if let place { return start + place }
        }
        return nil
    }

    private static let rowsReadToSearch = 500

    private func makeBatch(capacity: Int = 0) -> RowBatch {
        RowBatch(fieldNames: table.columnNames, capacity: capacity)
    }

    /// The rows of several ranges: a query for each, or one for all where rows have no keys.
    func window(_ runs: RowRuns, of extent: Extent, in database: Database) throws -> RowWindow {
        if runs.ranges.count == 1, let rows = runs.ranges.first {
            var batch = makeBatch(capacity: rows.count)
            try read(rows, of: extent, into: &batch, in: database)
            batch.finish()
            return RowWindow(rows: rows, batch: batch)
        }
        let scattered = try unlessTooBig(in: database) { try scatteredWindow(runs, of: extent, in: database) }
        if let scattered { return scattered }
        var batch = makeBatch()
        var places: [Int: Int] = [:]
        for rows in runs.ranges {
            let start = batch.count
            try read(rows, of: extent, into: &batch, in: database)
            for place in start..<batch.count { places[rows.lowerBound + place - start] = place }
        }
        batch.finish()
        return RowWindow(rows: runs.bounds, batch: batch, places: places)
    }

    /// Reads the rows of a range, in one query.
    private func read(_ rows: Range<Int>, of extent: Extent, into batch: inout RowBatch, in database: Database) throws {
        let before = batch
        let isRead: ()? = try unlessTooBig(in: database) {
            try readShort(rows, of: extent, into: &batch, in: database) ? () : nil
        }
        guard isRead == nil else { return }
        batch = before
        try readLong(rows, of: extent, into: &batch, in: database)
    }

    /// Nil if a value is too long to be read beside others.
    private func unlessTooBig<Result>(in database: Database, _ body: () throws -> Result?) throws -> Result? {
        do {
            return try database.withMaxValueBytes(configuration.maxValueBytes, body)
        } catch let error as DatabaseError where error.isTooBig {
            return nil
        }
    }

    /// - Returns: False if there are too many columns for one statement.
    private func readShort(
        _ rows: Range<Int>, of extent: Extent, into batch: inout RowBatch, in database: Database
    ) throws -> Bool {
        guard fitsOneStatement else { return false }
        let start = extent.start(of: rows.lowerBound)
        var cursor = try database.cursor(
            queries.window(extent.part(after: start.after)),
            extent.arguments(after: start.after) + [.integer(Int64(rows.count)), .integer(Int64(start.skipping))])
        let isNamed = namesRows(of: extent)
        var row = rows.lowerBound
        while try cursor.next() {
            beginRow(isNamed ? keyText(in: cursor, row: row) : nil, in: &batch)
            append(cursor, from: queries.keys.count, to: &batch)
            row += 1
        }
        return true
    }

    /// Some rows of those that have no keys, in one query.
    private func scatteredWindow(_ runs: RowRuns, of extent: Extent, in database: Database) throws -> RowWindow? {
        guard !readsByKey, fitsOneStatement else { return nil }
        var batch = makeBatch()
        var places: [Int: Int] = [:]
        let rows = runs.ranges.joined().map(String.init).joined(separator: ",")
        var cursor = try database.cursor(
            queries.scatteredWindow(extent.part(after: nil)),
            extent.arguments(after: nil) + [.text(Array("[\(rows)]".utf8))])
        while try cursor.next() {
            let row = Int(cursor.integer(at: 0))
            places[row] = batch.count
            beginRow(namesRows(of: extent) ? RowKey(Int64(row)).text : nil, in: &batch)
            append(cursor, from: 1, to: &batch)
        }
        batch.finish()
        return RowWindow(rows: runs.bounds, batch: batch, places: places)
    }

    /// Whether the rows have names. A place in a group is no place of the whole, so it names nothing.
    func namesRows(of extent: Extent) -> Bool { !queries.keys.isEmpty || extent.group == nil }

    /// - Parameter key: Nil for a row without a name.
    func beginRow(_ key: String?, in batch: inout RowBatch) {
        guard let key else { return batch.beginRow(identifier: nil) }
        batch.beginRow(
            identifier: key, title: key, link: configuration.paths.link(toRow: key), accessory: .disclosure)
    }

    private func append(_ cursor: borrowing Cursor, from first: Int, to batch: inout RowBatch) {
        for index in table.columns.indices {
            cursor.append(first + index, isBoolean: table.columns[index].isBoolean, to: &batch)
        }
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
}
