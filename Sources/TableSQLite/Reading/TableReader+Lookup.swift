import CascadingTable
import TableDatabase

extension TableReader {
    /// Runs a statement over some rows.
    func cursor(
        _ statement: (SQLQuery) -> String, _ rows: SQLQuery, _ rest: [SQLValue] = [], in database: Transaction
    ) throws -> Cursor {
        let (sql, arguments) = (statement(rows), rows.arguments + rest)
        // Queries have too many different statements to cache them.
        return !queries.isFiltered && queries.isInKeyOrder
            ? try database.cursor(sql, arguments) : try database.singleCursor(sql, arguments)
    }

    // MARK: - Counting

    /// Counts all rows.
    func count(in database: Transaction) throws -> Int {
        guard let numbered else { return try count(queries.all, atMost: nil, in: database) }
        return try database.singleCursor(numbered.count, numbered.arguments).first { Int($0.integer(at: 0)) } ?? 0
    }

    /// Counts some rows, at most a limit.
    func count(_ rows: SQLQuery, atMost limit: Int?, in database: Transaction) throws -> Int {
        let limited = try limit.map { try self.cursor(queries.boundedCount, rows, [.integer(Int64($0))], in: database) }
        return try (limited ?? cursor(queries.count, rows, in: database)).first { Int($0.integer(at: 0)) } ?? 0
    }

    /// The number of rows that are counted before the first page is shown: the size of the largest page.
    static let rowsCountedAtFirst = 1_000
    /// The number of rows of which a usual page has less, and in whose multiples rows are counted in part.
    private static let rowsCountedAtLeast = 200

    /// Counts the first rows.
    ///
    /// - Parameter time: The time after which the rows of a usual page are enough.
    func countFirstRows(within time: Duration, in database: Transaction) throws -> (Int, RowCountAccuracy) {
        let end = ContinuousClock.now + time
        let limit = [SQLValue.integer(Int64(Self.rowsCountedAtFirst + 1))]
        var cursor =
            try numbered.map {
                try database.singleCursor($0.select(whole: false), $0.arguments + limit + [.integer(0)])
            }
            ?? cursor(queries.firstRows, queries.all, limit, in: database)
        var count = 0
        while try cursor.next() {
            if count == Self.rowsCountedAtFirst { return (count, .moreThan) }
            count += 1
            if count.isMultiple(of: Self.rowsCountedAtLeast), end < .now { return (count, .moreThan) }
        }
        return (count, .exact)
    }

    // MARK: - Finding

    /// Returns the number of rows before the row of a key, at most a limit.
    ///
    /// - Throws: ``SQLiteTableError`` with `unknownRow` if the query has no such row.
    func rank(ofRowNamed name: String, atMost limit: Int?, in database: Transaction) throws -> Int {
        if readsByKey {
            guard let key = RowKey(text: name), let position = try position(ofRowNamed: key, of: database) else {
                throw unknownRow(name)
            }
            return try rank(of: position, atMost: limit, in: database)
        }
        guard let number = RowKey(text: name)?.components, number.count == 1, case .integer = number[0] else {
            throw unknownRow(name)
        }
        let place =
            try numbered.map { try database.singleCursor($0.rank, $0.arguments + number) }
            ?? cursor(queries.place, queries.all, number, in: database)
        guard let rank = try place.first({ Int($0.integer(at: 0)) }) else { throw unknownRow(name) }
        return rank
    }

    /// Returns the number of rows before a position, at most a limit.
    func rank(of position: [SQLValue], atMost limit: Int?, in database: Transaction) throws -> Int {
        try queries.all.reversed.runs(after: position).reduce(0) { count, run in
            try count + self.count(run, atMost: limit.map { max($0 - count, 0) }, in: database)
        }
    }

    /// Returns the number of a key's row among rowids.
    func rank(ofRowNamed name: String, among rowids: [Int64], in database: Transaction) throws -> Int {
        guard let key = RowKey(text: name),
            case .integer(let rowid)? = try position(ofRowNamed: key, of: database)?.last,
            let number = rowids.firstIndex(of: rowid)
        else { throw unknownRow(name) }
        return number
    }

    func unknownRow(_ name: String) -> SQLiteTableError {
        SQLiteTableError(.unknownRow, "There is no row \"\(name)\".")
    }

    /// Returns the position of a row by its number; nil if there is no such row.
    func position(ofRow row: Int, of rows: SQLQuery, in database: Transaction) throws -> [SQLValue]? {
        try cursor(queries.positions, rows, [.integer(1), .integer(Int64(row))], in: database)
            .first { queries.position(in: $0) }
    }

    /// Returns the sort values of a key's row. Rows in the order of their keys go on after a key, even if its row is gone.
    ///
    /// - Throws: ``SQLiteTableError`` with `unknownRow` if there is no such row, and the rows are in another order.
    func requirePosition(ofRowNamed name: String, in database: Transaction) throws -> [SQLValue] {
        guard readsByKey, let key = RowKey(text: name) else { throw unknownRow(name) }
        if queries.isInKeyOrder, queries.namingColumns.isEmpty, key.components.count == queries.keys.count {
            return key.components
        }
        guard let position = try position(ofRowNamed: key, of: database) else { throw unknownRow(name) }
        return position
    }

    /// Returns the sort values of a key's row, or nil if the query does not contain the row.
    func position(ofRowNamed key: RowKey, of database: Transaction) throws -> [SQLValue]? {
        guard key.components.count == (key.isRowid ? queries.keys : queries.names).count else { return nil }
        var cursor = try cursor(
            { queries.named($0, byKeys: key.isRowid) }, queries.all, key.components, in: database)
        // SQLite may find more rows than the key's: 'A' for 'a', '1' for 1.
        while try cursor.next() { if self.key(ofNamed: cursor) == key { return queries.position(in: cursor) } }
        return nil
    }

    /// Returns the key of the row after a position, or before it; nil if there is none.
    func key(after position: [SQLValue], isReversed: Bool = false, in database: Transaction) throws -> String? {
        for run in (isReversed ? queries.all.reversed : queries.all).runs(after: position) {
            let arguments = run.arguments + [.integer(1), .integer(0)]
            var cursor = try database.singleCursor(queries.allNamed(run), arguments)
            if try cursor.next() { return key(ofNamed: cursor).text }
        }
        return nil
    }

    // MARK: - Sections

    /// Returns the sections of rows with equal values of a column, in the order of the values.
    ///
    /// - Throws: ``SQLiteTableError`` with the code `tooManySections` if there are more than `limit` values.
    func sections(by column: RelationColumn, limit: Int, in database: Transaction) throws -> [RelationSection] {
        let sections = try database.cursor(
            queries.groups(column: column.name), queries.all.arguments + [.integer(Int64(limit) + 1)]
        ).map { RelationSection(column.name, $0.value(at: 0), count: Int($0.integer(at: 1))) }
        guard sections.count <= limit else {
            throw SQLiteTableError(
                .tooManySections, "\(table.name) has more than \(limit) different values of \(column.name).")
        }
        return sections
    }

    /// Returns the reader of the rows of a section.
    func reader(of section: RelationSection) -> TableReader {
        let condition = "\(table.expression(section.column)) IS ?"
        var part = table
        part.owned = SQLCondition(
            sql: (table.owned.map { "(\($0.sql)) AND " } ?? "") + condition,
            arguments: (table.owned?.arguments ?? []) + [section.value])
        return TableReader(part, configuration, query, isSectioned: true)
    }

    /// Returns the number of the section of a row; nil if rows have no keys, or if there is no such row.
    func section(ofRowNamed name: String, by column: RelationColumn, in database: Transaction) throws -> Int? {
        guard readsByKey, let key = RowKey(text: name), let position = try position(ofRowNamed: key, of: database)
        else { return nil }
        let keys = Array(position.suffix(queries.keys.count))
        let value = try database.cursor(queries.value(of: column.name), keys).first { $0.value(at: 0) }
        guard let value, value != .null else { return value == nil ? nil : 0 }
        // SQLite makes the comparisons, because only SQLite knows the collation.
        return try database.cursor(queries.groupsBefore(column: column.name), queries.all.arguments + [value])
            .first { Int($0.integer(at: 0)) }
    }
}
