import CascadingTable
import TableDatabase

extension TableReader {
    private func makeBatch(capacity: Int = 0) -> RowBatch {
        RowBatch(fieldNames: table.columnNames, capacity: capacity)
    }

    /// Returns whether the rows of a page are so large that no more are read.
    ///
    /// A page has two rows at least, because the first one may only be needed to find it.
    private func isFull(_ batch: RowBatch) -> Bool { batch.count > 1 && batch.cost >= configuration.maxPageBytes }

    /// Reads a page.
    ///
    /// - Throws: ``SQLiteTableError`` with `unknownRow` if the row of a key is gone, unless the rows are in the order of
    ///   their keys.
    ///
    /// - Parameter anchors: The positions of every ``anchorStep``th row; empty if they are not known.
    func page(
        _ place: RelationReader.Place, limit: Int, anchors: [[SQLValue]] = [], in database: Transaction
    ) throws -> RelationReader.Page {
        if case .offsetFromEnd(let number) = place, !readsByKey {
            let end = max(try count(in: database) - number, 0)
            return try page(.offset(max(end - limit, 0)), limit: min(limit, end), in: database)
        }
        var batch = makeBatch(capacity: limit)
        var hasMore = false
        for part in try parts(place, anchors, in: database) where !hasMore {
            hasMore = try read(part, limit: limit, into: &batch, in: database)
        }
        batch.finish()
        switch place {
        case .before, .offsetFromEnd:
            let rows = batch.rows(at: Array((0..<batch.count).reversed()))
            return RelationReader.Page(batch: rows, hasEarlier: hasMore, hasLater: true)
        case .first, .offset(0): return RelationReader.Page(batch: batch, hasEarlier: false, hasLater: hasMore)
        case .offset, .after, .from: return RelationReader.Page(batch: batch, hasEarlier: true, hasLater: hasMore)
        }
    }

    /// Some consecutive rows: those of a query, without the first ones.
    private struct Part {
        var rows: SQLQuery
        var skipped = 0
    }

    /// The number of rows from which on skipped rows are not read as a whole.
    private static let maxSkipped = 1_000

    /// The number of rows from one anchor to the next.
    private static let anchorStep = 1_024
    /// The number of rows at the beginning for which anchors save no time.
    private static let rowsReadWithoutAnchors = 10_000

    /// Returns whether rows at a number are found sooner by anchors.
    func needsAnchors(_ number: Int) -> Bool {
        number > Self.rowsReadWithoutAnchors && readsByKey && queries.isInKeyOrder && !queries.isFiltered
    }

    /// Returns the positions of some rows of a long table. The cost is one pass over their keys.
    func anchors(in database: Transaction) throws -> [[SQLValue]] {
        var (anchors, rows) = ([[SQLValue]](), queries.all)
        while let next = try position(ofRow: Self.anchorStep - 1, of: rows, in: database) {
            anchors.append(next)
            rows = queries.all.runs(after: next).first ?? rows
        }
        return anchors
    }

    /// Returns the rows from a place on, one part after the other.
    private func parts(
        _ place: RelationReader.Place, _ anchors: [[SQLValue]], in database: Transaction
    ) throws -> [Part] {
        func runs(_ rows: SQLQuery, after position: [SQLValue]) -> [Part] {
            rows.runs(after: position).map { Part(rows: $0) }
        }
        func part(of rows: SQLQuery, from number: Int) throws -> [Part] {
            guard readsByKey, number > Self.maxSkipped else { return [Part(rows: rows, skipped: number)] }
            return try position(ofRow: number - 1, of: rows, in: database).map { runs(rows, after: $0) } ?? []
        }
        switch place {
        case .first: return [Part(rows: queries.all)]
        case .offset(let number) where !anchors.isEmpty:
            let count = min(number / Self.anchorStep, anchors.count)
            guard count > 0, let run = queries.all.runs(after: anchors[count - 1]).first else {
                return [Part(rows: queries.all, skipped: number)]
            }
            return [Part(rows: run, skipped: number - count * Self.anchorStep)]
        case .offset(let number): return try part(of: queries.all, from: number)
        case .offsetFromEnd(let number): return try part(of: queries.all.reversed, from: number)
        case .after(let key): return runs(queries.all, after: try requirePosition(ofRowNamed: key, in: database))
        case .before(let key):
            return runs(queries.all.reversed, after: try requirePosition(ofRowNamed: key, in: database))
        case .from(let key):
            let position = try requirePosition(ofRowNamed: key, in: database)
            var row = queries.all
            row.require(queries.keys, equal: Array(position.suffix(queries.keys.count)))
            return [Part(rows: row)] + runs(queries.all, after: position)
        }
    }

    /// Reads the rows of a part.
    ///
    /// - Parameter limit: The limit of all rows of the page.
    /// - Returns: Whether there are more.
    private func read(_ part: Part, limit: Int, into batch: inout RowBatch, in database: Transaction) throws -> Bool {
        // A new batch replaces an empty one. A copy of it would lose the space that is reserved for the rows.
        let before = batch.count == 0 ? nil : batch
        let hasMore = try unlessTooBig(in: database) {
            fitsOneStatement ? try readShort(part, limit: limit, into: &batch, in: database) : nil
        }
        if let hasMore { return hasMore }
        batch = before ?? makeBatch()
        return try readLong(part, limit: limit, into: &batch, in: database)
    }

    /// Returns nil if a value is too long to be read together with others.
    private func unlessTooBig<Result>(in database: Transaction, _ body: () throws -> Result?) throws -> Result? {
        try database.withMaxValueBytes(configuration.maxValueBytes, body) ?? nil
    }

    private func readShort(
        _ part: Part, limit: Int, into batch: inout RowBatch, in database: Transaction
    ) throws -> Bool {
        let bounds = [SQLValue.integer(Int64(limit + 1 - batch.count)), .integer(Int64(part.skipped))]
        var cursor =
            try numbered.map { try database.singleCursor($0.select(whole: true), $0.arguments + bounds) }
            ?? cursor(queries.window, part.rows, bounds, in: database)
        let first = numbered == nil ? queries.terms.count : 1
        var row = part.skipped
        while try cursor.next() {
            guard batch.count < limit, !isFull(batch) else { return true }
            beginRow(numbered == nil ? keyText(in: cursor, row: row) : String(cursor.integer(at: 0)), in: &batch)
            append(cursor, from: first, to: &batch)
            row += 1
        }
        return false
    }

    /// Reads rows one by one, with excerpts of long values.
    private func readLong(
        _ part: Part, limit: Int, into batch: inout RowBatch, in database: Transaction
    ) throws -> Bool {
        for (keys, name) in try keys(of: part, limit + 1 - batch.count, in: database) {
            let isEnd = batch.count >= limit || isFull(batch)
            if isEnd, readsByKey || numbered != nil { return true }
            try database.checkDeadline()
            guard let values = try values(ofRowWith: keys, in: database) else { break }
            if isEnd { return true }
            beginRow(name.text, in: &batch)
            for value in values { batch.append(value) }
        }
        return false
    }

    /// Returns the values by which rows are found, and their identifiers. Rows without keys have their row numbers.
    private func keys(
        of part: Part, _ count: Int, in database: Transaction
    ) throws -> [(keys: [SQLValue], name: RowKey)] {
        func number(_ row: Int64) -> (keys: [SQLValue], name: RowKey) { ([.integer(row)], RowKey(row)) }
        let bounds = [SQLValue.integer(Int64(count)), .integer(Int64(part.skipped))]
        if let numbered {
            return try database.singleCursor(numbered.select(whole: false), numbered.arguments + bounds)
                .map { number($0.integer(at: 0)) }
        }
        guard readsByKey else { return (part.skipped..<part.skipped + count).map { number(Int64($0)) } }
        return try cursor(queries.allNamed, part.rows, bounds, in: database)
            .map { (queries.keys(in: $0), key(ofNamed: $0)) }
    }

    // MARK: - Rows by rowid

    /// The maximum number of rowids that are stored for a query, 8 bytes each.
    private static let maxRowids = 1 << 24

    /// Returns the rowids of the rows in order; nil if finding each page by its keys is better.
    func rowids(count: Int, in database: Transaction) throws -> [Int64]? {
        guard case .rowid = table.access, queries.isFiltered || !queries.isInKeyOrder, count <= Self.maxRowids
        else { return nil }
        var rowids: [Int64] = []
        rowids.reserveCapacity(count)
        var cursor = try cursor(queries.rowids, queries.all, in: database)
        while try cursor.next() { rowids.append(cursor.integer(at: 0)) }
        return rowids
    }

    /// The maximum number of rows that are sorted by relevance. More rows are in the order of their keys.
    static let maxRankedRows = 10_000

    /// Returns the rowids of the rows that match the search, the most relevant first.
    ///
    /// - Returns: Nil if the query has an order, if no index has a rank, or if there are too many rows.
    func rankedRowids(in database: Transaction) throws -> [Int64]? {
        guard query.sort.isEmpty, let index = table.fullTextIndex, index.isFTS5, let search = query.search,
            let match = FullTextSearch(search, in: index).match
        else { return nil }
        let limit = SQLValue.integer(Int64(Self.maxRankedRows) + 1)
        let count = try count(queries.all, atMost: Self.maxRankedRows + 1, in: database)
        guard count <= Self.maxRankedRows else { return nil }
        return try database.singleCursor(
            queries.rankedRowids(index), [SQLValue(match)] + queries.all.arguments + [limit]
        ).map { $0.integer(at: 0) }
    }

    /// Reads a page of rows whose rowids are known, by their number.
    func page(
        _ place: RelationReader.Place, limit: Int, of rowids: [Int64], in database: Transaction
    ) throws -> RelationReader.Page {
        let numbers: Range<Int>
        switch place {
        case .offset(let number): numbers = number..<number + limit
        case .offsetFromEnd(let number): numbers = rowids.count - number - limit..<rowids.count - number
        case .after(let key):
            let number = try rank(ofRowNamed: key, among: rowids, in: database) + 1
            numbers = number..<number + limit
        case .before(let key):
            let number = try rank(ofRowNamed: key, among: rowids, in: database)
            numbers = number - limit..<number
        case .from(let key):
            let number = try rank(ofRowNamed: key, among: rowids, in: database)
            numbers = number..<number + limit
        case .first: numbers = 0..<limit
        }
        let wanted = rowids[numbers.clamped(to: rowids.indices)]
        var batch = makeBatch(capacity: wanted.count)
        let isRead = try unlessTooBig(in: database) {
            fitsOneStatement ? try readShort(wanted, into: &batch, in: database) : nil
        }
        if isRead == nil {
            batch = makeBatch()
            for rowid in wanted where !isFull(batch) { try readLong(rowid: rowid, into: &batch, in: database) }
        }
        batch.finish()
        return RelationReader.Page(
            batch: batch, hasEarlier: wanted.startIndex > 0,
            hasLater: wanted.startIndex + batch.count < rowids.count)
    }

    private func readShort(
        _ rowids: ArraySlice<Int64>, into batch: inout RowBatch, in database: Transaction
    ) throws -> Bool? {
        let list = rowids.map(String.init).joined(separator: ",")
        var cursor = try database.cursor(queries.windowOfRowids, [.text(Array("[\(list)]".utf8))])
        while !isFull(batch), try cursor.next() {
            beginRow(keyText(in: cursor, row: 0), in: &batch)
            append(cursor, from: queries.terms.count, to: &batch)
        }
        return isFull(batch) || batch.count == rowids.count ? true : nil
    }

    /// Reads a row, with excerpts of long values.
    private func readLong(rowid: Int64, into batch: inout RowBatch, in database: Transaction) throws {
        try database.checkDeadline()
        let keys = [SQLValue.integer(rowid)]
        var cursor = try database.singleCursor(
            queries.named(queries.all, byKeys: true), queries.all.arguments + keys)
        guard try cursor.next(), let values = try values(ofRowWith: keys, in: database) else { return }
        beginRow(key(ofNamed: cursor).text, in: &batch)
        for value in values { batch.append(value) }
    }

    // MARK: - Rows of a cursor

    /// Begins a row of a batch.
    ///
    /// - Parameter key: The identifier of the row. A row number within a section does not identify a row of the whole view.
    private func beginRow(_ key: String, in batch: inout RowBatch) {
        guard !table.isStatement, readsByKey || !isSectioned else {
            return batch.beginRow(identifier: isSectioned ? nil : key, isSelectable: false)
        }
        batch.beginRow(
            identifier: key, title: key, to: SQLiteDatabase.Configuration.link(toRow: key), accessory: .disclosure)
    }

    private func append(_ cursor: borrowing Cursor, from first: Int, to batch: inout RowBatch) {
        for index in areBoolean.indices {
            cursor.append(first + index, isBoolean: areBoolean[index], to: &batch)
        }
    }

    /// Returns the key of the cursor's row in a window, or its row number if it has no key.
    private func keyText(in cursor: borrowing Cursor, row: Int) -> String {
        guard readsByKey else { return RowKey(Int64(row)).text }
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
