import CascadingTable
import TableDatabase

extension TableReader {
    private func makeBatch(capacity: Int = 0) -> RowBatch {
        RowBatch(fieldNames: table.columnNames, capacity: capacity)
    }

    /// Returns the rows of several ranges: a query for each range, or one for all if rows have no keys.
    func window(_ runs: RowRuns, of extent: KeysetIndex, in database: Transaction) throws -> RowWindow {
        if runs.ranges.count == 1, let rows = runs.ranges.first {
            var batch = makeBatch(capacity: rows.count)
            let end = try read(rows, of: extent, into: &batch, in: database)
            batch.finish()
            var window = RowWindow(rows: isFull(batch) ? rows.prefix(batch.count) : rows, batch: batch)
            window.end = end
            return window
        }
        let scattered = try unlessTooBig(in: database) { try scatteredWindow(runs, of: extent, in: database) }
        if let scattered { return scattered }
        var batch = makeBatch()
        var places: [Int: Int] = [:]
        for rows in runs.ranges where !isFull(batch) {
            let start = batch.count
            try read(rows, of: extent, into: &batch, in: database)
            for place in start..<batch.count { places[rows.lowerBound + place - start] = place }
        }
        batch.finish()
        return RowWindow(rows: runs.bounds, batch: batch, places: places)
    }

    /// Returns all rows if they are few, so that their statement is run once for them and for their number; otherwise nil.
    func firstRows(in database: Transaction) throws -> RowWindow? {
        let limit = KeysetIndex.rowsCountedAtFirst
        let batch = try window(RowRuns(0..<limit + 1), of: KeysetIndex(count: limit + 1), in: database).batch
        guard batch.count <= limit, batch.cost < configuration.maxPageBytes else { return nil }
        return RowWindow(rows: 0..<batch.count, batch: batch)
    }

    /// Returns whether the rows of a window are so large that no more are read.
    ///
    /// A window has two rows at least, because the first one may only be needed to find the page.
    func isFull(_ batch: RowBatch) -> Bool { batch.count > 1 && batch.cost >= configuration.maxPageBytes }

    /// The maximum number of rowids that are stored for a query, 8 bytes each.
    private static let maxRowids = 1 << 24

    /// Returns the rowids of a query's rows in its order, by sections; nil if finding each page by its keys is better.
    func rowids(of sections: [KeysetIndex], in database: Transaction) throws -> [[Int64]]? {
        guard case .rowid = table.access, queries.isFiltered || !queries.isInKeyOrder,
            sections.reduce(0, { $0 + $1.count }) <= Self.maxRowids
        else { return nil }
        return try sections.map { section in
            var rowids: [Int64] = []
            rowids.reserveCapacity(section.count)
            var cursor = try section.cursor(queries.rowids, section.rows(with: queries), with: queries, in: database)
            while try cursor.next() { rowids.append(cursor.integer(at: 0)) }
            return rowids
        }
    }

    /// The maximum number of rows that are sorted by relevance. More rows are in the order of their keys.
    static let maxRankedRows = 10_000

    /// Returns the rowids of the rows that match a search, the most relevant first.
    ///
    /// - Returns: Nil if the query has an order, if no index has a rank, or if there are too many rows.
    func rankedRowids(of query: TableQuery, in database: Transaction) throws -> [Int64]? {
        guard query.sort.isEmpty, let index = table.fullTextIndex, index.isFTS5, let search = query.search,
            let match = FullTextSearch(search, in: index).match
        else { return nil }
        let limit = SQLValue.integer(Int64(Self.maxRankedRows) + 1)
        let arguments = queries.all.arguments + [limit]
        let count = try database.singleCursor(queries.boundedCount, arguments).first { $0.integer(at: 0) }
        guard let count, count <= Self.maxRankedRows else { return nil }
        return try database.singleCursor(queries.rankedRowids(index), [SQLValue(match)] + arguments)
            .map { $0.integer(at: 0) }
    }

    /// Returns rows by their rowids, or nil if some are missing.
    func window(_ runs: RowRuns, of rowids: [Int64], in database: Transaction) throws -> RowWindow? {
        guard rowids.indices.contains(runs.bounds.upperBound - 1) else { return nil }
        let window = try unlessTooBig(in: database) { try shortWindow(runs, of: rowids, in: database) }
        if let window { return window }
        var batch = makeBatch()
        var places: [Int: Int] = [:]
        for row in runs.ranges.joined() where !isFull(batch) {
            let place = batch.count
            try readLong(rowid: rowids[row], into: &batch, in: database)
            if batch.count > place { places[row] = place }
        }
        batch.finish()
        return RowWindow(rows: runs.bounds, batch: batch, places: places)
    }

    private func shortWindow(_ runs: RowRuns, of rowids: [Int64], in database: Transaction) throws -> RowWindow? {
        guard fitsOneStatement else { return nil }
        var batch = makeBatch(capacity: runs.bounds.count)
        var places: [Int: Int] = [:]
        for rows in runs.ranges where !isFull(batch) {
            let first = batch.count
            let list = rowids[rows].map(String.init).joined(separator: ",")
            var cursor = try database.cursor(queries.windowOfRowids, [.text(Array("[\(list)]".utf8))])
            while !isFull(batch), try cursor.next() {
                beginRow(keyText(in: cursor, row: 0), in: &batch)
                append(cursor, from: queries.terms.count, to: &batch)
            }
            guard isFull(batch) || batch.count - first == rows.count else { return nil }
            for place in first..<batch.count { places[rows.lowerBound + place - first] = place }
        }
        batch.finish()
        let isWhole = runs.ranges.count == 1 && places.count == runs.bounds.count
        return RowWindow(rows: runs.bounds, batch: batch, places: isWhole ? nil : places)
    }

    /// Reads the rows of a range.
    ///
    /// - Returns: The last row, to begin the next read after; nil if it is not needed or not known.
    @discardableResult
    private func read(
        _ rows: Range<Int>, of extent: KeysetIndex, into batch: inout RowBatch, in database: Transaction
    ) throws -> KeysetIndex.Anchor? {
        // A new batch replaces an empty one. A copy of it would lose the space that is reserved for the rows.
        let before = batch.count == 0 ? nil : batch
        let end: KeysetIndex.Anchor?? = try unlessTooBig(in: database) {
            guard fitsOneStatement else { return nil }
            return .some(try readShort(rows, of: extent, into: &batch, in: database))
        }
        if let end { return end }
        batch = before ?? makeBatch()
        try readLong(rows, of: extent, into: &batch, in: database)
        return nil
    }

    /// Returns nil if a value is too long to be read together with others.
    private func unlessTooBig<Result>(in database: Transaction, _ body: () throws -> Result?) throws -> Result? {
        try database.withMaxValueBytes(configuration.maxValueBytes, body) ?? nil
    }

    private func readShort(
        _ rows: Range<Int>, of extent: KeysetIndex, into batch: inout RowBatch, in database: Transaction
    ) throws -> KeysetIndex.Anchor? {
        let isNamed = namesRows(of: extent)
        let learns = !queries.isInKeyOrder || queries.isFiltered
        var end: KeysetIndex.Anchor?
        try forEachRow(rows, of: extent, queries.window, in: database) { cursor, row in
            beginRow(isNamed ? keyText(in: cursor, row: row) : nil, in: &batch)
            append(cursor, from: queries.terms.count, to: &batch)
            let isFull = isFull(batch)
            guard learns, row == rows.upperBound - 1 || isFull else { return !isFull }
            end = .init(count: row + 1, position: queries.position(in: cursor))
            return !isFull
        }
        return end
    }

    /// Calls the body for each row of a range, in order, until it returns false.
    ///
    /// - Parameter statement: A statement that selects the position of each row first.
    func forEachRow(
        _ rows: Range<Int>, of extent: KeysetIndex, _ statement: (SQLQuery) -> String,
        in database: Transaction,
        _ body: (borrowing Cursor, Int) throws -> Bool
    ) throws {
        var anchor = extent.anchor(before: rows.lowerBound)
        // SQLite skips rows within one run. Rows of several runs are skipped here, one by one.
        let skipsOneByOne = !queries.isInKeyOrder
        if skipsOneByOne, let before = anchor, rows.lowerBound - before.count > Self.maxSkipped { anchor = nil }
        var row = anchor?.count ?? 0
        var skipped = 0
        if rows.lowerBound - (anchor?.count ?? 0) > Self.maxSkipped,
            let before = try self.anchor(before: rows.lowerBound, of: extent, in: database)
        {
            (anchor, row) = (before, rows.lowerBound)
        } else if anchor == nil || !skipsOneByOne {
            skipped = rows.lowerBound - row
            row = rows.lowerBound
        }
        for run in extent.runs(after: anchor, with: queries) where row < rows.upperBound {
            var cursor = try extent.cursor(
                statement, run, [.integer(Int64(rows.upperBound - row)), .integer(Int64(skipped))], with: queries,
                in: database)
            while try cursor.next() {
                if row >= rows.lowerBound, try !body(cursor, row) { return }
                row += 1
            }
        }
    }

    /// Returns the row before a far one, so that a sort or a filter does not skip whole rows. It is searched for from a known
    /// row soon after it, or from the nearer end.
    ///
    /// - Returns: Nil if skipping the rows is as fast.
    private func anchor(
        before row: Int, of extent: KeysetIndex, in database: Transaction
    ) throws -> KeysetIndex.Anchor? {
        guard readsByKey, !queries.isInKeyOrder || queries.isFiltered else { return nil }
        let later = extent.anchor(after: row).flatMap { $0.count - row <= Self.maxSkipped ? $0 : nil }
        let isReversed = later != nil || extent.isCounted && extent.count - row < row
        guard isReversed || !queries.isInKeyOrder else { return nil }
        // The later row itself is not among the rows before it.
        var skipped = later.map { $0.count - 1 - row } ?? (isReversed ? extent.count - row : row - 1)
        let rows = isReversed ? extent.rows(with: queries).reversed : extent.rows(with: queries)
        for run in later.map({ rows.runs(after: $0.position) }) ?? [rows] {
            // SQLite skips rows within one run.
            let (limit, offset) = later == nil ? (1, skipped) : (skipped + 1, 0)
            var cursor = try extent.cursor(
                queries.positions, run,
                [.integer(Int64(limit)), .integer(Int64(offset))], with: queries, in: database)
            while try cursor.next() {
                if later == nil || skipped == 0 { return .init(count: row, position: queries.position(in: cursor)) }
                skipped -= 1
            }
        }
        return nil
    }

    /// The maximum number of rows that are read only to skip them.
    private static let maxSkipped = 1_000

    /// Returns scattered rows without keys, read by one query.
    private func scatteredWindow(_ runs: RowRuns, of extent: KeysetIndex, in database: Transaction) throws -> RowWindow?
    {
        guard !readsByKey || table.isCopy, fitsOneStatement else { return nil }
        var batch = makeBatch()
        var places: [Int: Int] = [:]
        let rows = runs.ranges.joined().map(String.init).joined(separator: ",")
        var cursor = try extent.cursor(
            queries.scatteredWindow, extent.rows(with: queries), [.text(Array("[\(rows)]".utf8))], with: queries,
            in: database)
        while !isFull(batch), try cursor.next() {
            let row = Int(cursor.integer(at: 0))
            places[row] = batch.count
            beginRow(namesRows(of: extent) ? RowKey(Int64(row)).text : nil, in: &batch)
            append(cursor, from: 1, to: &batch)
        }
        batch.finish()
        return RowWindow(rows: runs.bounds, batch: batch, places: places)
    }

    /// Returns whether the rows have identifiers. A row number within a group does not identify a row of the whole
    /// view.
    func namesRows(of extent: KeysetIndex) -> Bool { !queries.keys.isEmpty || extent.group == nil }

    /// Begins a row of a batch.
    ///
    /// - Parameter key: The identifier of the row, or nil for none.
    func beginRow(_ key: String?, in batch: inout RowBatch) {
        guard let key, !table.isStatement else { return batch.beginRow(identifier: key, isSelectable: false) }
        batch.beginRow(
            identifier: key, title: key, to: configuration.paths.link(toRow: key), accessory: .disclosure)
    }

    private func append(_ cursor: borrowing Cursor, from first: Int, to batch: inout RowBatch) {
        for index in areBoolean.indices {
            cursor.append(first + index, isBoolean: areBoolean[index], to: &batch)
        }
    }

    /// Returns the key of the cursor's row in a window, or its row number if it has no key.
    private func keyText(in cursor: borrowing Cursor, row: Int) -> String {
        guard !queries.keys.isEmpty else { return RowKey(Int64(row)).text }
        guard queries.namingColumns.isEmpty else { return key(in: cursor, named: queries.namesInWindow).text }
        if case .rowid = table.access { return String(cursor.integer(at: queries.terms.count - 1)) }
        return RowKey(queries.keys(in: cursor)).text
    }

    /// Returns the key of a row of ``TableStatements/named(_:byKeys:)``.
    func key(ofNamed cursor: borrowing Cursor) -> RowKey {
        guard !queries.namingColumns.isEmpty else { return RowKey(queries.keys(in: cursor)) }
        return key(in: cursor, named: queries.namingColumns.indices.map { queries.terms.count + $0 })
    }

    /// Returns the key of the cursor's row.
    ///
    /// - Parameter columns: The cursor's columns that identify the row.
    private func key(in cursor: borrowing Cursor, named columns: [Int]) -> RowKey {
        var components: [SQLValue] = []
        for column in columns { components.append(cursor.value(at: column)) }
        if components.contains(.null) { return RowKey(rowid: cursor.integer(at: queries.terms.count - 1)) }
        return RowKey(components)
    }
}
