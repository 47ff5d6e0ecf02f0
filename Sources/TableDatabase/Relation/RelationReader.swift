import Bytes
package import CascadingTable

/// Reads the rows of a query of one relation, page by page.
package struct RelationReader: Sendable {
    package typealias Run = @Sendable (SQLStatement, _ time: Duration) async throws -> any SQLResult

    package let relation: Relation
    package let query: TableQuery
    package let limits: RelationLimits
    let driver: any RelationDriver
    /// Runs a statement within a time.
    let run: Run
    let all: SQLQuery
    /// The expressions of a result: the columns, then the place of rows without a key, then lengths.
    package let selected: String
    /// The columns of a result with the values of the key.
    let keyColumns: [Int]
    package let keyExpressions: [String]
    /// The column of a result with the length of a column's value, if it was not read whole; nil for others.
    let lengthColumns: [Int?]

    /// - Parameters:
    ///   - relation: The relation.
    ///   - query: The rows to read and their order. Default: all rows in the order of their keys.
    ///   - driver: The database.
    ///   - maxValueBytes: The limit of the bytes of a value; nil for that of the database.
    ///   - run: Runs a statement; nil for the connections of the database.
    /// - Throws: `TableViewError` with `noSuchColumn` or `notQueryable` for a query that the columns do not allow.
    package init(
        _ relation: Relation, _ query: TableQuery = TableQuery(), of driver: any RelationDriver,
        limits: RelationLimits? = nil, run: Run? = nil
    ) throws(TableViewError) {
        (self.relation, self.query, self.driver, self.limits) = (relation, query, driver, limits ?? driver.limits)
        self.run = run ?? { try await driver.run($0, within: $1) }
        for filter in query.filters { try relation.column(named: filter.column)?.check(filter) }
        let limit = self.limits.maxValueBytes
        var columns = relation.sqlColumns
        var selected = relation.columns.map { $0.selected(limit: limit) }
        if relation.key.isEmpty {
            keyColumns = relation.placeColumns.indices.map { relation.columns.count + $0 }
            for place in relation.placeColumns {
                columns.append(SQLColumn(place, expression: "t.\(place)", isSearched: false, isNullable: false))
                selected.append("t.\(place)")
            }
        } else {
            keyColumns = relation.key.compactMap { name in
                relation.columns.firstIndex { $0.name.isExactly(name) }
            }
        }
        var lengthColumns: [Int?] = []
        for column in relation.columns {
            let length = column.selectedLength(limit: limit)
            lengthColumns.append(length.map { _ in selected.count })
            if let length { selected.append(length) }
        }
        self.lengthColumns = lengthColumns
        let key = keyColumns.map { columns[$0].name }
        // Without a key, all columns together are the order, so that no row is on two pages.
        var unsearched = query
        if relation.fullText != nil { unsearched.search = nil }
        var all = try unsearched.sql(
            columns: columns, key: key.isEmpty ? relation.columns.map(\.name) : key,
            by: relation.conditions(driver.dialect), searching: relation.searchedNames)
        if let fullText = relation.fullText, let search = query.search, !query.words.isEmpty {
            all.require(SQLValue(search), fullText.matches)
        }
        let found = keyColumns.compactMap { columns[$0].expression }
        for filter in query.filters where filter.ranksRows {
            guard let column = columns.first(where: { $0.name.isExactly(filter.column) }), !found.isEmpty else {
                throw filter.cannotRank
            }
            let source = SQLText.replacingArguments(in: relation.source, relation.arguments, driver.dialect)
            all.require(filter, of: column.value, key: found, from: source)
        }
        all.comparesRows = relation.comparesRows
        self.all = all
        keyExpressions = found
        self.selected = selected.joined(separator: ", ")
    }

    /// The statement of all rows in order, with the values of the condition, as a person goes on with it.
    package var statementText: String? {
        let condition = SQLText.replacingArguments(in: all.condition, all.arguments, driver.dialect)
        return "SELECT *\nFROM \(relation.source)\nWHERE \(condition)\nORDER BY \(all.order)"
    }

    /// A Boolean value that indicates whether rows have keys, so that a page begins at a key.
    package var readsByKey: Bool { !keyColumns.isEmpty }

    /// The place of a page.
    package enum Place: Sendable {
        case first
        case after(String)
        case before(String)
        /// The page begins with the row of a key.
        case from(String)
        /// The page begins after a number of rows.
        case offset(Int)
        /// The page ends before a number of rows, which are the last ones.
        case offsetFromEnd(Int)
    }

    /// Returns the place of a page's position, by its number if rows have no keys.
    func place(_ position: TablePageRequest.Position, _ number: Int) -> Place {
        if !readsByKey, position.neighbour != nil { return .offset(number) }
        return switch position {
        case .first, .section: .first
        case .row(let key): .from(key.wrappedValue)
        case .from(let row): .from(row.identifier)
        case .after(let row): .after(row.identifier)
        case .before(let row): .before(row.identifier)
        }
    }

    /// Some rows in their order.
    package struct Page: Sendable {
        package var batch: RowBatch
        package var hasEarlier: Bool
        package var hasLater: Bool

        package init(batch: RowBatch, hasEarlier: Bool, hasLater: Bool) {
            (self.batch, self.hasEarlier, self.hasLater) = (batch, hasEarlier, hasLater)
        }
    }

    /// Reads a page.
    ///
    /// - Throws: `TableViewError` with `noSuchRow` if the row of a key is gone, unless the rows are in the order of their
    ///   keys; errors of the database.
    package func page(_ place: Place, limit: Int) async throws -> Page {
        var rows: [Row] = []
        for part in try await parts(place) where rows.count <= limit {
            let result = try await run(select(part, limit: limit + 1 - rows.count), limits.queryTimeout)
            rows += (0..<result.rowCount).map { (result, $0) }
        }
        let hasMore = rows.count > limit
        if hasMore { rows.removeLast(rows.count - limit) }
        switch place {
        case .before, .offsetFromEnd: return Page(batch: batch(rows.reversed()), hasEarlier: hasMore, hasLater: true)
        case .first, .offset(0): return Page(batch: batch(rows), hasEarlier: false, hasLater: hasMore)
        case .offset, .after, .from: return Page(batch: batch(rows), hasEarlier: true, hasLater: hasMore)
        }
    }

    /// A row of a result.
    typealias Row = (result: any SQLResult, row: Int)

    func batch(_ rows: some Collection<Row>) -> RowBatch {
        var batch = RowBatch(fieldNames: relation.columns.map(\.name), capacity: rows.count)
        for (result, row) in rows { append(row, of: result, to: &batch) }
        batch.finish()
        return batch
    }

    /// Some consecutive rows: those of a query, without the first ones.
    struct Part: Sendable {
        var rows: SQLQuery
        var skipped = 0
    }

    /// Returns the rows from a place on, one part after the other.
    ///
    /// - Throws: `TableViewError` with `noSuchRow` if the row of a key is gone, unless the rows are in the order of their
    ///   keys; errors of the database.
    func parts(_ place: Place) async throws -> [Part] {
        switch place {
        case .first: [Part(rows: all)]
        case .offset(let number): [Part(rows: all, skipped: number)]
        case .offsetFromEnd(let number): [Part(rows: all.reversed, skipped: number)]
        case .after(let key): all.runs(after: try await position(ofRowNamed: key)).map { Part(rows: $0) }
        case .from(let key):
            ([row(withKey: try values(ofKey: key))] + all.runs(after: try await position(ofRowNamed: key)))
                .map { Part(rows: $0) }
        case .before(let key): all.reversed.runs(after: try await position(ofRowNamed: key)).map { Part(rows: $0) }
        }
    }

    /// Returns the statement of a part.
    ///
    /// - Parameter limit: The limit of rows. Default: nil, all.
    func select(_ part: Part, limit: Int? = nil) -> SQLStatement {
        let skipped = part.skipped > 0 ? " OFFSET \(part.skipped)" : ""
        // MariaDB has no OFFSET without LIMIT.
        let limited = (limit ?? (part.skipped > 0 ? Int.max : nil)).map { " LIMIT \($0)" } ?? ""
        return SQLStatement(
            "SELECT \(selected) FROM \(relation.source)\(part.rows.clauses)\(limited)\(skipped)", part.rows.arguments)
    }

    // MARK: - Keys

    /// Returns the values of a key's text.
    package func values(ofKey text: String) throws(TableViewError) -> [SQLValue] {
        guard readsByKey, let key = RowKey(text: text), !key.isRowid, key.components.count == keyColumns.count else {
            throw noSuchRow(text)
        }
        for (value, column) in zip(key.components, keyColumns) {
            let isNumber = if case .integer = value { true } else { false }
            // The places of rows without a key are texts.
            if isInteger(column) ? !isNumber : isNumber && relation.key.isEmpty { throw noSuchRow(text) }
        }
        return key.components
    }

    /// Returns whether a column of a result has integers.
    func isInteger(_ column: Int) -> Bool {
        relation.columns.indices.contains(column) && relation.columns[column].encoding == .integer
    }

    package func noSuchRow(_ key: String) -> TableViewError {
        TableViewError(.noSuchRow, "There is no row \"\(key)\" in \(relation.title).")
    }

    /// Returns the rows of the query that have a key: one or none.
    package func row(withKey values: [SQLValue]) -> SQLQuery {
        var row = all
        row.require(keyExpressions, equal: values)
        return row
    }

    /// Returns the values by which the row of a key is sorted.
    private func position(ofRowNamed key: String) async throws -> [SQLValue] {
        let values = try values(ofKey: key)
        // Rows in the order of their keys go on after a key, even if its row is gone.
        if all.sortExpressions == keyExpressions { return values }
        var row = try TableQuery().sql(columns: [], by: relation.conditions(driver.dialect))
        row.require(keyExpressions, equal: values)
        let terms = all.sortExpressions.joined(separator: ", ")
        let result = try await run(
            SQLStatement("SELECT \(terms) FROM \(relation.source) WHERE \(row.condition)", row.arguments),
            limits.queryTimeout)
        guard result.rowCount > 0 else { throw noSuchRow(key) }
        return result.texts(0)
    }

    /// Returns the number of rows before the row of a key, at most a limit.
    ///
    /// - Throws: `TableViewError` with `noSuchRow` if the query has no such row; errors of the database.
    package func rank(ofRowNamed key: String, atMost limit: Int?) async throws -> Int {
        guard try await count(row(withKey: try values(ofKey: key)), atMost: 1, within: limits.queryTimeout) > 0 else {
            throw noSuchRow(key)
        }
        var before = all.reversed
        before.start(after: try await position(ofRowNamed: key))
        return try await count(before, atMost: limit, within: limits.queryTimeout)
    }

    /// Returns the steps in which the server reads the first rows of the query, and the index that would help.
    package func advice() async throws -> QueryAdvice {
        let statement = select(Part(rows: all), limit: 100)
        let plan = try await driver.plan(of: statement, isVisitors: relation.isStatement)
        return QueryAdvice(plan: plan, index: query.indexStatement(on: relation.path, plan: plan))
    }

    // MARK: - Finding

    /// The limit of rows without keys that are compared with a text.
    private static let comparedRows = 100_000

    /// Returns the number of the first row that begins with a text, from a number of rows on.
    ///
    /// - Parameter name: The name of the column to compare; nil for the key, the first column and the first texts.
    /// - Returns: The number; nil if there is none, with the number of compared rows if there are more rows.
    package func firstRow(
        beginningWith text: String, in name: String?, from start: Int
    ) async throws -> (Int?, searched: Int?) {
        let columns = relation.sqlColumns
        let compared = columns.indices.filter { index in
            if let name { return columns[index].name.isExactly(name) }
            return index == 0 || index == keyColumns.first || index == columns.firstIndex { $0.kind == .text }
        }
        guard readsByKey else { return try await firstPlace(beginningWith: text, in: compared, from: start) }
        var rows = all
        if start > 0 {
            let before = try await page(.offset(start - 1), limit: 1).batch
            guard let key = before.firstIdentifier else { return (nil, nil) }
            rows.start(after: try await position(ofRowNamed: key))
        }
        var builder = SQLConditionBuilder(driver.dialect, offset: rows.arguments.count)
        let conditions = compared.map { builder.condition(.init("", .startswith, text), on: columns[$0]) }
        let result = try await run(
            SQLStatement(
                "SELECT \(selected) FROM \(relation.source) WHERE (\(rows.condition)) "
                    + "AND (\(conditions.joined(separator: " OR "))) ORDER BY \(rows.order) LIMIT 1",
                rows.arguments + builder.arguments), limits.queryTimeout)
        guard result.rowCount > 0, let key = keyText(0, of: result) else { return (nil, nil) }
        return (try await rank(ofRowNamed: key, atMost: nil), nil)
    }

    /// Returns the number of the first row without a key that begins with a text.
    private func firstPlace(
        beginningWith text: String, in compared: [Int], from start: Int
    ) async throws -> (Int?, searched: Int?) {
        let columns = relation.sqlColumns
        var builder = SQLConditionBuilder(driver.dialect, offset: all.arguments.count)
        let conditions = compared.map { index in
            var column = SQLColumn("", expression: "s.c\(index)")
            column.searchCollation = columns[index].searchCollation
            return builder.condition(.init("", .startswith, text), on: column)
        }
        let values = compared.map { "\(columns[$0].expression ?? "NULL") AS c\($0)" }.joined(separator: ", ")
        let rows =
            "SELECT \(values) FROM \(relation.source)\(all.clauses) LIMIT \(Self.comparedRows) OFFSET \(start)"
        let result = try await run(
            SQLStatement(
                "SELECT n FROM (\(driver.dialect.rules.numbered(rows, as: "n"))) AS s "
                    + "WHERE \(conditions.joined(separator: " OR ")) LIMIT 1", all.arguments + builder.arguments),
            limits.queryTimeout)
        guard let number = result.rowCount > 0 ? result.integer(0, 0) : nil else {
            let rest = try await count(all, atMost: start + Self.comparedRows + 1, within: limits.queryTimeout)
            return (nil, rest > start + Self.comparedRows ? Self.comparedRows : nil)
        }
        return (start + number - 1, nil)
    }

    // MARK: - Long values

    /// Returns the whole value of a column; nil if the row or the column does not exist.
    func longValue(ofColumn name: String, ofRowNamed key: String) async throws -> LongValue? {
        guard let column = relation.column(named: name) else { return nil }
        let row = row(withKey: try values(ofKey: key))
        let isText = column.encoding != .bytes
        let bytes = isText ? driver.dialect.rules.bytes(ofText: column.plain) : column.expression
        @Sendable func read(_ value: String) async throws -> (any SQLResult)? {
            let result = try await run(
                SQLStatement("SELECT \(value) FROM \(relation.source) WHERE \(row.condition)", row.arguments),
                limits.queryTimeout)
            return result.rowCount > 0 ? result : nil
        }
        guard let length = try await read("octet_length(\(bytes))")?.integer(0, 0) else {
            return nil
        }
        return LongValue(byteCount: length, isText: isText) { range in
            let part = try await read("substr(\(bytes), \(range.lowerBound + 1), \(range.count))")?.blob(0, 0)
            guard let part, part.count == range.count else {
                throw TableViewError(.busy, "The value was changed while it was read. Try again.")
            }
            return part
        }
    }

    // MARK: - Counting

    /// Counts all rows.
    package func count(within time: Duration? = nil) async throws -> Int {
        try await count(all, atMost: nil, within: time ?? limits.queryTimeout)
    }

    private func count(_ rows: SQLQuery, atMost limit: Int?, within time: Duration) async throws -> Int {
        let limit = limit.map { " LIMIT \($0)" } ?? ""
        let result = try await run(
            SQLStatement(
                "SELECT count(*) FROM (SELECT 1 FROM \(relation.source) WHERE \(rows.condition)\(limit)) AS counted",
                rows.arguments), time)
        return result.integer(0, 0) ?? 0
    }

    /// Returns the number of rows: exact if they are few and counted in a moment, otherwise the server's estimate.
    ///
    /// Rows are counted only if the server expects little work. A count that it stops is an error in its log.
    package func quickCount() async throws -> (count: Int, accuracy: RowCountAccuracy) {
        let limit = Self.countedRows + 1
        let rows = SQLStatement("SELECT 1 FROM \(relation.source) WHERE \(all.condition)", all.arguments)
        let (isQuick, estimate) = try await driver.estimate(rows, limit: limit)
        guard isQuick, estimate <= 10 * Self.countedRows else { return (estimate, .about) }
        do {
            let count = try await count(all, atMost: limit, within: limits.countTimeout)
            return count < limit ? (count, .exact) : (max(estimate, count), .about)
        } catch  where driver.isTimeout(error) { return (estimate, .about) }
    }

    /// The limit of rows that are counted for each page.
    private static let countedRows = 1_000
}

extension RowBatch {
    /// The identifier of the first row; nil if there is no row.
    var firstIdentifier: String? { count > 0 ? identifier(at: 0) : nil }
}
