import Bytes
package import CascadingTable

/// The statement that groups the rows of a query. Each row of its result is a group, as ``GroupRequest`` describes it.
package struct SQLGroups: Sendable {
    package let sql: String
    package let arguments: [SQLValue]

    /// - Parameters:
    ///   - request: The groups.
    ///   - columns: The columns that the groups can name.
    ///   - dialect: The dialect of the database.
    ///   - source: The SQL after `FROM`. Its rows have the name `t`.
    ///   - condition: The condition that the rows match; nil for all rows.
    /// - Throws: `TableViewError` with `noSuchColumn`, or with `notQueryable` for columns without such ranges.
    package init(
        _ request: GroupRequest, _ columns: [SQLColumn], _ dialect: SQLDialect, from source: String,
        where condition: SQLCondition?
    ) throws(TableViewError) {
        func column(_ name: String) throws(TableViewError) -> SQLColumn {
            if let column = columns.first(where: { $0.name.isExactly(name) }) { return column }
            throw TableViewError(.noSuchColumn, .unknownColumn(name, among: columns.map(\.name)))
        }
        var values: [String] = []
        var counts: [String] = []
        for key in request.grouping.keys {
            let column = try column(key.column)
            guard let bin = key.bin else {
                values.append(column.value(dialect))
                counts.append("0")
                continue
            }
            values.append(try dialect.range(bin, of: column))
            counts.append("count(\(column.value(dialect)))")
        }
        let places = values.indices.map { String($0 + 1) }.joined(separator: ", ")
        values.append("count(*)")
        for aggregate in request.grouping.aggregates {
            values.append(dialect.aggregate(aggregate.function, of: try column(aggregate.column)))
        }
        var rows = source
        if let condition { rows += " WHERE \(condition.sql)" }
        // The columns of the first rows keep their names, types and collations.
        if let limit = request.rowLimit { rows = "(SELECT t.* FROM \(rows) LIMIT \(limit)) AS t" }
        let order = request.order.map { place, isAscending in
            // Null comes first in ascending order, as in other tables.
            let null = dialect.hasMixedColumns ? "" : isAscending ? " NULLS FIRST" : " NULLS LAST"
            return "\(place + 1)\(isAscending ? "" : " DESC")\(null)"
        }
        sql =
            "SELECT \((values + counts).joined(separator: ", ")) FROM \(rows) GROUP BY \(places) "
            + "ORDER BY \(order.joined(separator: ", "))" + (request.limit.map { " LIMIT \($0)" } ?? "")
        arguments = condition?.arguments ?? []
    }
}

extension SQLDialect {
    /// Returns the SQL of the beginning of a date, or of the number of a range.
    fileprivate func range(
        _ bin: TableQuery.Grouping.Bin, of column: SQLColumn
    ) throws(TableViewError) -> String {
        let value = column.value(self)
        switch bin {
        case .range(let width):
            guard hasMixedColumns else {
                guard column.kind == .number || column.kind == .integer else { throw column.hasNo("numbers") }
                return "floor(\(value)::float8 / \(width)::float8)"
            }
            // SQLite may be built without `floor`.
            let whole = "CAST(\(value) / \(width) AS INTEGER)"
            return "CASE WHEN \(isNumber(value)) THEN \(whole) - (\(value) / \(width) < \(whole)) END"
        case .year, .month, .day:
            let count = bin == .year ? 4 : bin == .month ? 7 : 10
            guard hasMixedColumns else {
                guard column.kind == .day || column.kind == .timestamp else { throw column.hasNo("dates") }
                return "NULLIF(to_char(\(value), '\("YYYY-MM-DD".prefix(count))'), '')"
            }
            let digits = "[0-9][0-9]"
            return "CASE WHEN typeof(\(value)) = 'text' AND \(value) GLOB '\(digits)\(digits)-\(digits)-\(digits)*' "
                + "THEN substr(\(value), 1, \(count)) END"
        }
    }

    private func isNumber(_ value: String) -> String { "typeof(\(value)) IN ('integer', 'real')" }

    /// Returns the SQL of an aggregate. SQLite would take texts for zero.
    fileprivate func aggregate(
        _ function: TableQuery.Grouping.Aggregate.Function, of column: SQLColumn
    ) -> String {
        let value = column.value(self)
        let numbers = hasMixedColumns ? " FILTER (WHERE \(isNumber(value)))" : ""
        switch function {
        case .sum: return "sum(\(value))\(numbers)"
        case .mean: return "avg(\(value))\(hasMixedColumns ? numbers : "::float8")"
        case .min, .max:
            // PostgreSQL compares few types.
            guard hasMixedColumns || ![.boolean, .text].contains(column.kind) else {
                let name = function == .min ? "and" : "or"
                return column.kind == .boolean ? "bool_\(name)(\(value))" : "\(function.rawValue)(\(value)::text)"
            }
            return "\(function.rawValue)(\(value))"
        }
    }
}

extension SQLColumn {
    fileprivate func hasNo(_ values: String) -> TableViewError {
        TableViewError(
            .notQueryable,
            values == "dates"
                ? "The column \"\(name)\" has no dates such as 2026-01-31 in these rows."
                : "The column \"\(name)\" has no numbers in these rows.")
    }
}
