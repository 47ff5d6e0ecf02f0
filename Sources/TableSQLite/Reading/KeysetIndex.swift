import TableDatabase

/// A sequence of rows in their order: a whole table, the rows of a query, or one group of either.
///
/// Some rows are anchors, with a known number and known sort values. A window begins at the nearest anchor, so all
/// windows are equally fast. A table has an anchor every few hundred rows (``findAnchors(with:in:)``). A query has anchors
/// at the pages that were read (``add(_:)``).
struct KeysetIndex: Sendable {
    /// The value of the grouping column in all rows, or nil for a whole table.
    var group: Group?
    /// The number of rows, or the number of rows counted so far.
    private(set) var count: Int
    /// A Boolean value that indicates whether all rows are counted.
    private(set) var isCounted = true
    /// The anchors, in the order of their rows.
    private(set) var anchors: [Anchor] = []
    /// A Boolean value that indicates whether the anchors of a table have been searched for.
    private(set) var isMeasured = false

    private static let maxAnchors = 1 << 16
    private static let firstStep = 256
    /// The number of rows at the beginning for which anchors save no time.
    static let rowsReadWithoutAnchors = 10_000

    struct Group: Sendable, Hashable {
        var column: String
        var value: SQLValue
    }

    /// A row after which a read can begin.
    struct Anchor: Sendable {
        /// The number of rows up to and including the anchor.
        var count: Int
        /// The row's values of the terms of the order.
        var position: [SQLValue]
    }

    init(group: Group? = nil, count: Int = 0) {
        self.group = group
        self.count = count
    }

    /// Returns the last anchor before a row, or nil.
    func anchor(before row: Int) -> Anchor? {
        let index = firstIndex { $0.count > row }
        return index > 0 ? anchors[index - 1] : nil
    }

    /// Returns the first anchor that is a row or comes after it, or nil.
    func anchor(after row: Int) -> Anchor? {
        let index = firstIndex { $0.count > row }
        return anchors.indices.contains(index) ? anchors[index] : nil
    }

    /// Adds an anchor.
    mutating func add(_ anchor: Anchor) {
        let index = firstIndex { $0.count >= anchor.count }
        guard index == anchors.count || anchors[index].count != anchor.count else { return }
        if anchors.count >= Self.maxAnchors { anchors.removeAll() }
        anchors.insert(anchor, at: min(index, anchors.count))
    }

    private func firstIndex(where predicate: (Anchor) -> Bool) -> Int {
        var (low, high) = (0, anchors.count)
        while low < high {
            let middle = (low + high) / 2
            if predicate(anchors[middle]) { high = middle } else { low = middle + 1 }
        }
        return low
    }

    /// The number of rows that are counted before the first page is shown: the size of the largest page.
    static let rowsCountedAtFirst = 1_000

    /// The number of rows of which a usual page has less, and in whose multiples rows are counted in part.
    private static let rowsCountedAtLeast = 200

    /// Counts the first rows. If there are no more, all rows are counted.
    ///
    /// - Parameter time: The time after which the rows of a usual page are enough; nil for no limit.
    mutating func countFirstRows(
        with queries: TableStatements, in database: Transaction, within time: Duration?
    ) throws {
        let end = time.map { ContinuousClock.now + $0 }
        let limit = SQLValue.integer(Int64(Self.rowsCountedAtFirst + 1))
        var cursor = try cursor(queries.firstRows, rows(with: queries), [limit], with: queries, in: database)
        count = 0
        while try cursor.next() {
            isCounted = count < Self.rowsCountedAtFirst
            guard isCounted else { return }
            count += 1
            isCounted = !count.isMultiple(of: Self.rowsCountedAtLeast) || end.map { .now < $0 } != false
            guard isCounted else { return }
        }
        isCounted = true
    }

    /// Counts the rows, if that is not done yet.
    mutating func countRowsIfNeeded(with queries: TableStatements, in database: Transaction) throws {
        if !isCounted { try countRows(with: queries, in: database) }
    }

    /// Counts the rows.
    mutating func countRows(with queries: TableStatements, in database: Transaction) throws {
        count =
            try (anchors.last?.count ?? 0)
            + runs(after: anchors.last, with: queries).reduce(0) { try $0 + rows(of: $1, with: queries, in: database) }
        isCounted = true
    }

    private func rows(of run: SQLQuery, with queries: TableStatements, in database: Transaction) throws -> Int {
        try cursor(queries.count, run, with: queries, in: database).first { Int($0.integer(at: 0)) } ?? 0
    }

    /// Returns whether a row is found faster after ``findAnchors(with:in:)``.
    ///
    /// A query gets its anchors from the pages that are read, so it needs no pass over all rows.
    func needsAnchors(before row: Int, with queries: TableStatements) -> Bool {
        !isMeasured && row > Self.rowsReadWithoutAnchors && !queries.keys.isEmpty && queries.isInKeyOrder
            && !queries.isFiltered
    }

    /// Finds the anchors of rows in the order of their keys and counts the rows, in one pass.
    mutating func findAnchors(with queries: TableStatements, in database: Transaction) throws {
        isMeasured = true
        guard !queries.keys.isEmpty, queries.isInKeyOrder, !queries.isFiltered else {
            return try countRowsIfNeeded(with: queries, in: database)
        }
        anchors = []
        var step = Self.firstStep
        while let anchor = try anchor(step, after: anchors.last, with: queries, in: database) {
            anchors.append(anchor)
            guard anchors.count == Self.maxAnchors else { continue }
            anchors = stride(from: 1, to: anchors.count, by: 2).map { anchors[$0] }
            step *= 2
        }
        try countRows(with: queries, in: database)
    }

    /// Returns the row that is a number of rows after an anchor.
    private func anchor(
        _ step: Int, after anchor: Anchor?, with queries: TableStatements, in database: Transaction
    ) throws -> Anchor? {
        let run = runs(after: anchor, with: queries).first ?? rows(with: queries)
        return try cursor(
            queries.positions, run, [.integer(1), .integer(Int64(step - 1))], with: queries, in: database
        ).first { Anchor(count: (anchor?.count ?? 0) + step, position: queries.position(in: $0)) }
    }

    /// Returns all rows.
    func rows(with queries: TableStatements) -> SQLQuery { queries.rows(of: group) }

    /// Returns the runs of rows after an anchor, or one run of all rows without an anchor.
    func runs(after anchor: Anchor?, with queries: TableStatements) -> [SQLQuery] {
        let rows = rows(with: queries)
        return anchor.map { rows.runs(after: $0.position) } ?? [rows]
    }

    /// Runs a statement over some rows.
    func cursor(
        _ statement: (SQLQuery) -> String, _ rows: SQLQuery, _ rest: [SQLValue] = [],
        with queries: TableStatements, in database: Transaction
    ) throws -> Cursor {
        let (sql, arguments) = (statement(rows), rows.arguments + rest)
        // Queries have too many different statements to cache them.
        return !queries.isFiltered && queries.isInKeyOrder
            ? try database.cursor(sql, arguments) : try database.singleCursor(sql, arguments)
    }

    /// Returns the number of rows before a position. It takes longer if there is no row at that position.
    func row(at position: [SQLValue], with queries: TableStatements, in database: Transaction) throws -> Int {
        var anchor: Anchor?
        if queries.isInKeyOrder {
            // SQLite makes the comparisons, because only SQLite knows the collations.
            var (low, high) = (0, anchors.count)
            while low < high {
                let middle = (low + high) / 2
                var cursor = try database.cursor(queries.isAfter, position + anchors[middle].position)
                if try cursor.next() { low = middle + 1 } else { high = middle }
            }
            anchor = low > 0 ? anchors[low - 1] : nil
        }
        var before = rows(with: queries)
        if let anchor { before.start(after: anchor.position) }
        before.reverse()
        return try before.runs(after: position).reduce(anchor?.count ?? 0) {
            try $0 + rows(of: $1, with: queries, in: database)
        }
    }
}
