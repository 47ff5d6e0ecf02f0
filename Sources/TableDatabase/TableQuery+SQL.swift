package import Bytes
public import CascadingTable

extension TableQuery {
    /// Returns the condition, the order and the arguments of a statement that reads the rows of the query.
    ///
    /// ```swift
    /// let sql = try query.sql(columns: [SQLColumn("id", .number), SQLColumn("total", .fixedPoint(2))], key: ["id"])
    /// let statement = "SELECT * FROM orders WHERE \(sql.condition) ORDER BY \(sql.order) LIMIT 100"
    /// ```
    ///
    /// Values of the query are arguments, and never part of the SQL. They are compared as a table in memory compares them,
    /// by the kind of the column. Texts are compared by the database's collation; see ``SQLColumn/Kind/text``.
    ///
    /// - Parameters:
    ///   - columns: The columns that the query can name. A search looks at all of them, except Boolean values.
    ///   - key: The names of the columns that identify a row. Rows that are equal in the sorted columns are in their
    ///     order. It is descending if that of the last sorted column is.
    ///   - dialect: The dialect of the database.
    ///   - offset: The number of arguments of your own that come before. It matters to PostgreSQL, which numbers them.
    /// - Throws: `TableViewError` with `noSuchColumn` if the query names an unknown column.
    public func sql(
        columns: [SQLColumn], key: [String] = [], dialect: SQLDialect = .sqlite, argumentsBefore offset: Int = 0
    ) throws(TableViewError) -> SQLQuery {
        // The statement around the condition is not known here.
        if let filter = filters.first(where: \.ranksRows) { throw filter.cannotRank }
        return try sql(columns: columns, key: key, by: SQLConditionBuilder(dialect, offset: offset))
    }

    /// Returns the condition, the order and the arguments of a statement that reads the rows of the query.
    package func sql(
        columns: [SQLColumn], key: [String] = [], by builder: SQLConditionBuilder,
        searching names: [SearchedNames] = []
    ) throws(TableViewError) -> SQLQuery {
        var builder = builder
        let dialect = builder.dialect
        func column(_ name: String) throws(TableViewError) -> SQLColumn {
            if let column = columns.first(where: { $0.name.isExactly(name) }) { return column }
            throw TableViewError(.noSuchColumn, .unknownColumn(name, among: columns.map(\.name)))
        }
        var written: [(filter: Filter, written: String)] = []
        for filter in filters where !filter.ranksRows {
            written.append((filter, builder.condition(filter, on: try column(filter.column))))
        }
        var conditions = Self.joined(written)
        let searched = columns.filter { $0.isSearched && $0.kind != .boolean }
        for word in words { conditions.append(builder.contains(word, in: searched, orIn: names)) }
        var terms: [SQLQuery.Term] = []
        for (name, isAscending) in sort.map({ ($0.column, $0.isAscending) })
            + key.map({ ($0, sort.last?.isAscending ?? true) })
        {
            let column = try column(name)
            let term = SQLQuery.Term(
                expression: column.orderedValue(dialect), isAscending: isAscending, isNullable: column.isNullable)
            if !terms.contains(where: { $0.expression.isExactly(term.expression) }) { terms.append(term) }
        }
        return SQLQuery(where: conditions, terms: terms, builder: builder)
    }
}

extension TableQuery {
    /// Returns the conditions of filters as conditions that all must hold.
    package static func joined(_ filters: [(filter: Filter, written: String)]) -> [String] {
        conditions(filters).map { $0.count == 1 ? $0[0] : "(\($0.joined(separator: " OR ")))" }
    }
}

/// The rows of a query as SQL: a condition, an order, and the arguments of the condition.
public struct SQLQuery: Sendable, Hashable {
    /// The condition, as written after `WHERE`. It is `1 = 1` if all rows match.
    public private(set) var condition: String
    /// The arguments of the condition, in their order.
    public var arguments: [SQLValue] { builder.arguments }
    package private(set) var terms: [Term]
    private var builder: SQLConditionBuilder
    private static let everything = "1 = 1"

    /// An expression that rows are sorted by.
    package struct Term: Sendable, Hashable {
        @ExactString package var expression: String
        package var isAscending: Bool
        package var isNullable: Bool

        package init(expression: String, isAscending: Bool, isNullable: Bool) {
            (self.expression, self.isAscending, self.isNullable) = (expression, isAscending, isNullable)
        }
    }

    /// A Boolean value that indicates whether conditions compare rows: `(a, b) > (1, 2)`. Default: true.
    ///
    /// PostgreSQL does not send such conditions to the servers of foreign tables.
    package var comparesRows = true

    /// - Parameters:
    ///   - conditions: The conditions that all hold.
    ///   - terms: The order of the rows.
    ///   - builder: The builder of the conditions, with their arguments.
    package init(where conditions: [String], terms: [Term], builder: SQLConditionBuilder) {
        condition = conditions.isEmpty ? Self.everything : "(\(conditions.joined(separator: " AND ")))"
        (self.terms, self.builder) = (terms, builder)
    }

    /// A Boolean value that indicates whether all rows match.
    package var isOfAllRows: Bool { condition == Self.everything }

    /// The condition as it follows `FROM`; empty if all rows match.
    package var filter: String { isOfAllRows ? "" : " WHERE \(condition)" }

    /// The condition and the order as they follow `FROM`.
    package var clauses: String { order.isEmpty ? filter : "\(filter) ORDER BY \(order)" }

    /// The order, as written after `ORDER BY`. It is empty for a query without an order and a key.
    ///
    /// NULL comes where the database puts it, because only that order has an index: SQLite sorts it before all values, and
    /// PostgreSQL after them.
    public var order: String {
        terms.map { $0.isAscending ? $0.expression : "\($0.expression) DESC" }.joined(separator: ", ")
    }

    /// The expressions that rows are sorted by. Their values determine the position of a row.
    public var sortExpressions: [String] { terms.map(\.expression) }

    /// Reverses the order, to read the rows before a position.
    public mutating func reverse() {
        for index in terms.indices { terms[index].isAscending.toggle() }
    }

    /// The rows in the reverse order.
    package var reversed: SQLQuery {
        var reversed = self
        reversed.reverse()
        return reversed
    }

    /// Limits the rows to those after a position in the order. Call it once, after ``reverse()``.
    ///
    /// A page that begins after a position is equally fast anywhere in the table, unlike one with `OFFSET`. The order needs
    /// a key, and the columns an index.
    ///
    /// - Parameter position: The values of ``sortExpressions`` in the last row of the previous page.
    public mutating func start(after position: [SQLValue]) {
        guard position.count == terms.count, !terms.isEmpty else { return }
        if isRange(after: position) { return add(comparesRows(with: position)) }
        // An index finds the first rows by a condition of the first term alone.
        var bound = ""
        if terms.count > 1, position[0] != .null, !terms[0].isNullable || putsNullFirst(terms[0]) {
            bound = "\(terms[0].expression) \(terms[0].isAscending ? ">=" : "<=") \(builder.bind(position[0])) AND "
        }
        var alternatives: [String] = []
        for last in terms.indices {
            for after in follows(terms[last], position[last]) {
                alternatives.append((equals(position.prefix(last)) + [write(after)]).joined(separator: " AND "))
            }
        }
        add("\(bound)(\(alternatives.isEmpty ? SQLConditionBuilder.never : alternatives.joined(separator: " OR ")))")
    }

    /// Returns the rows after a position as consecutive runs, each of which an index finds.
    ///
    /// Read one run after the other until there are enough rows. The order of the first runs is that of the rows that
    /// share most values with the position: `a = 1 AND b = 2 AND key > 3`, then `a = 1 AND b > 2`, then `a > 1`.
    package func runs(after position: [SQLValue]) -> [SQLQuery] {
        guard position.count == terms.count, !terms.isEmpty else { return [] }
        if isRange(after: position) {
            var all = self
            all.add(all.comparesRows(with: position))
            return [all]
        }
        return terms.indices.reversed().flatMap { last in
            follows(terms[last], position[last]).map { after in
                var run = self
                run.add((run.equals(position.prefix(last)) + [run.write(after)]).joined(separator: " AND "))
                return run
            }
        }
    }

    /// Limits the rows to those of which expressions have certain values.
    package mutating func require(_ expressions: [String], equal values: [SQLValue]) {
        add(zip(expressions, values).map { "\($0) = \(builder.bind($1))" }.joined(separator: " AND "))
    }

    /// Limits the rows by a condition with `?` for its arguments.
    package mutating func require(_ condition: SQLCondition) {
        for argument in condition.arguments { _ = builder.bind(argument) }
        add(condition.sql)
    }

    /// Limits the rows by a condition with an argument.
    package mutating func require(_ value: SQLValue, _ condition: (_ argument: String) -> String) {
        add(condition(builder.bind(value)))
    }

    /// Limits the rows to those that come first among the rows with the same value, or to all others.
    ///
    /// - Parameters:
    ///   - filter: The filter with the number of rows.
    ///   - value: The SQL of the value.
    ///   - key: The SQL of the values that identify a row.
    ///   - source: The rows as written after `FROM`, without arguments.
    package mutating func require(_ filter: TableQuery.Filter, of value: String, key: [String], from source: String) {
        let names = key.indices.map { "k\($0)" }
        let keys = zip(key, names).map { "\($0) AS \($1)" }.joined(separator: ", ")
        let ranked =
            "SELECT \(keys), row_number() OVER (PARTITION BY \(value) ORDER BY \(order)) AS n FROM \(source)\(self.filter)"
        condition =
            "((\(key.joined(separator: ", "))) IN (SELECT \(names.joined(separator: ", ")) FROM (\(ranked)) AS ranked "
            + "WHERE n \(filter.operator.isNegated ? ">" : "<=") \(filter.rankLimit ?? 0)))"
    }

    /// The values of a term that come after another value.
    private enum Following {
        case greater(Term, SQLValue)
        case null(Term)
        case notNull(Term)
    }

    private func follows(_ term: Term, _ value: SQLValue) -> [Following] {
        let isNullFirst = putsNullFirst(term)
        if value == .null { return isNullFirst ? [.notNull(term)] : [] }
        return [.greater(term, value)] + (term.isNullable && !isNullFirst ? [.null(term)] : [])
    }

    private mutating func write(_ following: Following) -> String {
        switch following {
        case .greater(let term, let value): "\(term.expression) \(term.isAscending ? ">" : "<") \(builder.bind(value))"
        case .null(let term): "\(term.expression) IS NULL"
        case .notNull(let term): "\(term.expression) IS NOT NULL"
        }
    }

    private mutating func equals(_ position: ArraySlice<SQLValue>) -> [String] {
        zip(terms, position).map { term, value in
            value == .null ? "\(term.expression) IS NULL" : "\(term.expression) = \(builder.bind(value))"
        }
    }

    /// Returns whether all rows after a position are one range of an index, because all terms have one direction and no
    /// NULL.
    private func isRange(after position: [SQLValue]) -> Bool {
        (comparesRows || terms.count == 1) && !position.contains(.null)
            && terms.allSatisfy { !$0.isNullable && $0.isAscending == terms[0].isAscending }
    }

    private mutating func comparesRows(with position: [SQLValue]) -> String {
        let sign = terms[0].isAscending ? ">" : "<"
        let places = position.map { builder.bind($0) }
        guard terms.count > 1 else { return "\(terms[0].expression) \(sign) \(places[0])" }
        return "(\(sortExpressions.joined(separator: ", "))) \(sign) (\(places.joined(separator: ", ")))"
    }

    private func putsNullFirst(_ term: Term) -> Bool { term.isAscending == builder.dialect.rules.sortsNullFirst }

    private mutating func add(_ condition: String) {
        self.condition = isOfAllRows ? condition : "(\(self.condition) AND \(condition))"
    }
}
