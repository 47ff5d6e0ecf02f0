import Bytes
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
        func column(_ name: String) throws(TableViewError) -> SQLColumn {
            if let column = columns.first(where: { $0.name.isExactly(name) }) { return column }
            throw TableViewError(.noSuchColumn, .unknownColumn(name, among: columns.map(\.name)))
        }
        var builder = SQLConditionBuilder(dialect, offset: offset)
        var conditions: [String] = []
        for filter in filters { conditions.append(builder.condition(filter, on: try column(filter.column))) }
        let searched = columns.filter { $0.isSearched && $0.kind != .boolean }
        for word in words { conditions.append(builder.contains(word, in: searched)) }
        var terms: [SQLQuery.Term] = []
        for (name, isAscending) in sort.map({ ($0.column, $0.isAscending) })
            + key.map({ ($0, sort.last?.isAscending ?? true) })
        {
            let column = try column(name)
            let term = SQLQuery.Term(
                expression: column.orderedValue(dialect), isAscending: isAscending, isNullable: column.isNullable)
            if !terms.contains(where: { $0.expression.isExactly(term.expression) }) { terms.append(term) }
        }
        return SQLQuery(
            condition: conditions.isEmpty ? "1 = 1" : "(\(conditions.joined(separator: " AND ")))", terms: terms,
            builder: builder)
    }
}

/// The rows of a query as SQL: a condition, an order, and the arguments of the condition.
public struct SQLQuery: Sendable, Hashable {
    /// The condition, as written after `WHERE`. It is `1 = 1` if all rows match.
    public private(set) var condition: String
    /// The arguments of the condition, in their order.
    public var arguments: [SQLValue] { builder.arguments }
    private var terms: [Term]
    private var builder: SQLConditionBuilder

    /// An expression that rows are sorted by.
    struct Term: Sendable, Hashable {
        var expression: String
        var isAscending: Bool
        var isNullable: Bool
    }

    init(condition: String, terms: [Term], builder: SQLConditionBuilder) {
        (self.condition, self.terms, self.builder) = (condition, terms, builder)
    }

    /// The order, as written after `ORDER BY`. It is empty for a query without an order and a key.
    public var order: String {
        terms.map { term in
            // PostgreSQL sorts NULL last.
            let nulls =
                builder.dialect.hasMixedColumns || !term.isNullable
                ? "" : " NULLS \(term.isAscending ? "FIRST" : "LAST")"
            return term.expression + (term.isAscending ? "" : " DESC") + nulls
        }
        .joined(separator: ", ")
    }

    /// The expressions that rows are sorted by. Their values determine the position of a row.
    public var sortExpressions: [String] { terms.map(\.expression) }

    /// Reverses the order, to read the rows before a position.
    public mutating func reverse() {
        for index in terms.indices { terms[index].isAscending.toggle() }
    }

    /// Limits the rows to those after a position in the order. Call it once, after ``reverse()``.
    ///
    /// A page that begins after a position is equally fast anywhere in the table, unlike one with `OFFSET`. The order needs
    /// a key, and the columns an index.
    ///
    /// - Parameter position: The values of ``sortExpressions`` in the last row of the previous page.
    public mutating func start(after position: [SQLValue]) {
        guard position.count == terms.count, !terms.isEmpty else { return }
        func isAfter(_ term: Term, _ value: SQLValue) -> String {
            let name = term.expression
            if value == .null { return "\(name) IS NOT NULL" }
            if term.isAscending { return "\(name) > \(builder.bind(value))" }
            let isLess = "\(name) < \(builder.bind(value))"
            return term.isNullable ? "(\(isLess) OR \(name) IS NULL)" : isLess
        }
        // An index finds the first rows by a condition of the first term alone.
        var bound = ""
        if terms.count > 1, position[0] != .null, terms[0].isAscending || !terms[0].isNullable {
            bound = "\(terms[0].expression) \(terms[0].isAscending ? ">=" : "<=") \(builder.bind(position[0])) AND "
        }
        var alternatives: [String] = []
        // Nothing comes after NULL in descending order.
        for last in terms.indices where position[last] != .null || terms[last].isAscending {
            let equal = zip(terms, position).prefix(last).map { term, value in
                value == .null ? "\(term.expression) IS NULL" : "\(term.expression) = \(builder.bind(value))"
            }
            alternatives.append((equal + [isAfter(terms[last], position[last])]).joined(separator: " AND "))
        }
        let after = alternatives.isEmpty ? SQLConditionBuilder.never : alternatives.joined(separator: " OR ")
        condition = "(\(condition) AND \(bound)(\(after)))"
    }
}
