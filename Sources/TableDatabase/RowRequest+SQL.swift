import Bytes
public import CascadingTable

extension RowRequest where Key: LosslessStringConvertible {
    /// Reads the rows of a request from a table of a database, for a `RowSource`.
    ///
    /// ```swift
    /// try request.page(
    ///     from: "orders", columns, key: "id",
    ///     values: { try Row.fetchOne(db, sql: $0, arguments: arguments($1)).map(values) },
    ///     rows: { try Order.fetchAll(db, sql: $0, arguments: arguments($1)) })
    /// ```
    ///
    /// Call it in one transaction, so that all statements read one state. Rows after a key are found by an index of the
    /// sorted columns, anywhere in the table. Rows at a number and around a key take time in proportion to the number of
    /// rows before them.
    ///
    /// - Parameters:
    ///   - table: The SQL after `FROM`. It is written into the statements as it is.
    ///   - condition: The condition of the rows that exist, such as `"owner = \(user.id)"`, whose values become arguments.
    ///     Default: nil, all.
    ///   - columns: The columns that queries can name, with the key.
    ///   - key: The name of the column that identifies a row. It must be unique and not null.
    ///   - dialect: The dialect of the database. Default: SQLite.
    ///   - state: The state that is read, for `RowPage.state`. Default: nil, none.
    ///   - values: A closure that runs a statement with arguments, and returns the values of its first row; nil if there
    ///     is none.
    ///   - rows: A closure that runs a statement with arguments, and returns its rows.
    /// - Returns: The page. It has a rank unless it was read after or before a key.
    /// - Throws: Errors of the closures; `TableViewError` with `noSuchColumn`, or with `noSuchRow` if the row of a key is
    ///   gone and the rows are sorted by other columns.
    public func page<Row>(
        from table: String, where condition: SQLCondition? = nil, _ columns: [SQLColumn], key: String,
        dialect: SQLDialect = .sqlite,
        state: (any Hashable & Sendable)? = nil,
        values: (_ sql: String, _ arguments: [SQLValue]) throws -> [SQLValue]?,
        rows: (_ sql: String, _ arguments: [SQLValue]) throws -> [Row]
    ) throws -> RowPage<Row> where Row: Identifiable<Key> & Sendable {
        let all = try query.sql(columns: columns, key: [key], dialect: dialect)
        var sql = all
        let limit = min(max(limit, 1), 1 << 32)
        let name = columns.first { $0.name == key }?.value ?? dialect.quoted(key)
        /// Returns the end of a statement about the rows that exist, with its arguments.
        func rest(_ test: String, _ arguments: [SQLValue]) -> (sql: String, arguments: [SQLValue]) {
            guard let condition else { return ("FROM \(table) WHERE \(test)", arguments) }
            let own = condition.text(after: arguments.count, dialect)
            return ("FROM \(table) WHERE \(test) AND \(own)", arguments + condition.arguments)
        }
        func number(_ test: String, _ arguments: [SQLValue]) throws -> Int {
            let counted = rest(test, arguments)
            let found = try values("SELECT count(*) \(counted.sql)", counted.arguments)
            guard case .integer(let number)? = found?.first else { return 0 }
            return Int(number)
        }
        func position(of key: Key) throws -> [SQLValue]? {
            // Rows in the order of their keys go on after a key, even if its row is gone.
            if sql.sortExpressions == [name] { return [Self.value(of: key)] }
            let place = dialect.rules.placeholder(1, for: .null, nil)
            let row = rest("\(name) = \(place)", [Self.value(of: key)])
            return try values("SELECT \(sql.sortExpressions.joined(separator: ", ")) \(row.sql)", row.arguments)
        }
        var rank: Int?
        var isReversed = false
        switch self.position {
        case .first: rank = 0
        case .at(let number): rank = max(number, 0)
        case .after(let key), .before(let key):
            guard let place = try position(of: key) else {
                throw TableViewError(.noSuchRow, "There is no row \"\(key.description)\".")
            }
            if case .before = self.position { isReversed = true }
            if isReversed { sql.reverse() }
            sql.start(after: place)
        case .around(let key):
            let place = dialect.rules.placeholder(all.arguments.count + 1, for: .null, nil)
            let count = try number(
                "\(all.condition) AND \(name) = \(place)", all.arguments + [Self.value(of: key)])
            guard count > 0, let place = try position(of: key) else {
                return RowPage([], hasEarlier: false, hasLater: false, state: state)
            }
            var before = all
            before.reverse()
            before.start(after: place)
            let number = try number(before.condition, before.arguments)
            rank = max(number - limit / 2, 0)
        }
        let offset = rank.map { $0 > 0 ? " OFFSET \($0)" : "" } ?? ""
        let page = rest(sql.condition, sql.arguments)
        var found = try rows(
            "SELECT * \(page.sql) ORDER BY \(sql.order) LIMIT \(limit + 1)\(offset)", page.arguments)
        let hasMore = found.count > limit
        if hasMore { found.removeLast() }
        if isReversed { found.reverse() }
        let count = countsRows ? try number(all.condition, all.arguments) : nil
        return RowPage(
            found, hasEarlier: isReversed ? hasMore : rank != 0, hasLater: isReversed || hasMore, rank: rank,
            count: count.map { .exact($0) } ?? .unknown, state: state)
    }

    private static func value(of key: Key) -> SQLValue {
        if let number = key as? any BinaryInteger, let integer = Int64(exactly: number) { return .integer(integer) }
        return SQLValue(key.description)
    }
}

extension GroupRequest {
    /// Reads the groups of a request from a table of a database, for a `RowSource`.
    ///
    /// ```swift
    /// try request.groups(from: "orders", columns) { try Row.fetchAll(db, sql: $0, arguments: arguments($1)).map(values) }
    /// ```
    ///
    /// - Parameters:
    ///   - table: The SQL after `FROM`. It is written into the statement as it is.
    ///   - condition: The condition of the rows that exist, whose values become arguments. Default: nil, all.
    ///   - columns: The columns that queries can name.
    ///   - dialect: The dialect of the database. Default: SQLite.
    ///   - rows: A closure that runs a statement with arguments, and returns the values of its rows.
    /// - Returns: The groups; nil for an aggregate that the database does not have, such as the median in SQLite. The table
    ///   then reads the rows.
    /// - Throws: Errors of the closure; `TableViewError` with `noSuchColumn`, or with `notQueryable` for columns without such
    ///   ranges.
    public func groups(
        from table: String, where condition: SQLCondition? = nil, _ columns: [SQLColumn],
        dialect: SQLDialect = .sqlite, rows: (_ sql: String, _ arguments: [SQLValue]) throws -> [[SQLValue]]
    ) throws -> [[FieldValue]]? {
        // A connection of your own does not have the functions of this program.
        let isKnown = grouping.aggregates.allSatisfy(\.function.isInSQLite)
        guard isKnown || !dialect.rules.hasMixedColumns else { return nil }
        var all = try query.ofGroupedRows.sql(columns: columns, dialect: dialect)
        if let condition {
            let own = condition.text(after: all.arguments.count, dialect)
            all.require(SQLCondition(sql: own, arguments: condition.arguments))
        }
        let shown = columns.map { $0.shown(dialect.rules) }
        let groups = try SQLGroups(self, shown, dialect, from: table, where: all)
        let areBoolean = grouping.keys.map { key in
            key.bin == nil && columns.contains { $0.name.isExactly(key.column) && $0.kind == .boolean }
        }
        return try rows(groups.sql, groups.arguments).map { group in
            group.enumerated().map { place, value in
                FieldValue(value, isBoolean: place < areBoolean.count && areBoolean[place])
            }
        }
    }
}

extension SQLColumn {
    /// The column with values as tables show them, which are grouped.
    fileprivate func shown(_ rules: some SQLRules) -> SQLColumn {
        var column = self
        switch kind.base {
        case .number(let decimals) where decimals > 0:
            let expression = "(\(value) / 1\(String(repeating: "0", count: decimals)).0)"
            (column.kind, column.expression) = (.number, expression)
        case .date(.unixTime): (column.kind, column.expression) = (.iso8601, textExpression(rules))
        default: break
        }
        return column
    }
}
