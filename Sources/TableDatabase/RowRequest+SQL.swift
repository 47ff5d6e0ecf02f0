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
