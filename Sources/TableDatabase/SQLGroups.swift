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
        var groups: [String] = []
        var counts: [String] = []
        for key in request.grouping.keys {
            let column = try column(key.column)
            guard let bin = key.bin else {
                let (value, group) = (column.value(dialect), dialect.group(of: column))
                values.append(group == nil ? value : "min(\(value))")
                groups.append(group ?? String(values.count))
                counts.append("0")
                continue
            }
            values.append(try dialect.range(bin, of: column))
            groups.append(String(values.count))
            counts.append("count(\(column.value(dialect)))")
        }
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
            "SELECT \((values + counts).joined(separator: ", ")) FROM \(rows) GROUP BY \(groups.joined(separator: ", ")) "
            + "ORDER BY \(order.joined(separator: ", "))" + (request.limit.map { " LIMIT \($0)" } ?? "")
        arguments = condition?.arguments ?? []
    }
}

extension SQLDialect {
    /// Returns the SQL that is equal for the values that a filter finds together, if they are not all equal: the number 1
    /// and the text 1, or true and the text true.
    fileprivate func group(of column: SQLColumn) -> String? {
        guard case .declared(let affinity, let isBoolean) = column.kind.base else { return nil }
        let value = column.value(self)
        if isBoolean { return "CASE \(value) WHEN 'true' THEN 1 WHEN 'false' THEN 0 ELSE \(value) END" }
        guard affinity == .none else { return nil }
        let number = "CAST(\(value) AS NUMERIC)"
        return
            "CASE WHEN typeof(\(value)) = 'text' AND CAST(\(number) AS TEXT) = \(value) THEN \(number) ELSE \(value) END"
    }

    /// Returns the SQL of the beginning of a date, or of the number of a range.
    fileprivate func range(
        _ bin: TableQuery.Grouping.Bin, of column: SQLColumn
    ) throws(TableViewError) -> String {
        let value = column.value(self)
        switch bin {
        case .range(let width):
            let scale = RangeScale(width)
            /// Corrects a number of a range by the beginnings of the range and of the next one.
            func corrected(_ number: String, _ value: String, as type: String) -> String {
                let starts = ["", " + 1"].map {
                    "CAST((\(number)\($0)) * \(scale.factor) / \(scale.divisor) AS \(type))"
                }
                return
                    "\(number) - CAST(\(value) < \(starts[0]) AS INTEGER) + CAST(\(value) >= \(starts[1]) AS INTEGER)"
            }
            guard hasMixedColumns else {
                guard column.kind == .number || column.kind == .integer else { throw column.hasNo("numbers") }
                // Values are compared in the type in which filters compare them.
                let type = column.type.flatMap { ["real", "float8"].contains($0) ? $0 : nil } ?? "numeric"
                let quotient = type == "real" ? "float8" : type
                let number = "floor(\(value)::\(quotient) / \(width)::\(quotient))"
                return "(\(corrected(number, value, as: type)))::float8"
            }
            // SQLite may be built without `floor`.
            let number = "CAST(\(value) / \(width) AS INTEGER)"
            return "CASE WHEN \(isNumber(value)) THEN \(corrected(number, value, as: "REAL")) END"
        case .year, .month, .day:
            guard hasMixedColumns else {
                guard column.kind == .day || column.kind == .timestamp else { throw column.hasNo("dates") }
                return "NULLIF(to_char(\(value), '\("YYYY-MM-DD".prefix(bin.length))'), '')"
            }
            // These are the bounds of the filters that find the rows of a group.
            func part(_ start: Int, _ count: Int) -> String { "substr(\(value), \(start), \(count))" }
            let (two, month) = ("[0-9][0-9]", "\(part(6, 2)) BETWEEN '01' AND '12'")
            let (pattern, bounds) =
                switch bin {
                case .day:
                    ("-\(two)-\(two)*", "\(month) AND \(part(9, 2)) BETWEEN '01' AND '31' AND \(part(11, 3)) < 'T24'")
                case .month: ("-\(two)*", "\(month) AND \(part(8, 3)) < '-32'")
                default: ("-*", month)
                }
            let condition = "typeof(\(value)) = 'text' AND \(value) GLOB '\(two)\(two)\(pattern)' AND \(bounds)"
            return "CASE WHEN \(condition) THEN substr(\(value), 1, \(bin.length)) END"
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
