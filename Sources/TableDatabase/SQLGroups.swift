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
    ///   - query: The rows that are grouped.
    /// - Throws: `TableViewError` with `noSuchColumn`, or with `notQueryable` for columns without such ranges.
    package init(
        _ request: GroupRequest, _ columns: [SQLColumn], _ dialect: SQLDialect, from source: String,
        where query: SQLQuery
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
                let (value, group) = (column.value, dialect.group(of: column))
                let isAlike = request.grouping.spellsKeysAlike
                if isAlike, dialect.rules.hasMixedColumns {
                    values.append("min(\(value) COLLATE BINARY)")
                } else {
                    values.append(group == nil ? value : "min(\(value))")
                }
                groups.append(group ?? (isAlike ? value : String(values.count)))
                counts.append("0")
                continue
            }
            values.append(try dialect.rules.range(bin, of: column))
            groups.append(String(values.count))
            counts.append("count(\(column.value))")
        }
        values.append("count(*)")
        for aggregate in request.grouping.aggregates {
            values.append(try dialect.rules.aggregate(aggregate.function, of: try column(aggregate.column)))
        }
        var rows = source + query.filter
        // The columns of the first rows keep their names, types and collations.
        if let limit = request.rowLimit { rows = "(SELECT t.* FROM \(rows) LIMIT \(limit)) AS t" }
        let order = request.order.map { place, isAscending in
            // Null comes first in ascending order, as in other tables.
            let null = !dialect.rules.placesNull ? "" : isAscending ? " NULLS FIRST" : " NULLS LAST"
            return "\(place + 1)\(isAscending ? "" : " DESC")\(null)"
        }
        let by = groups.isEmpty ? "" : " GROUP BY \(groups.joined(separator: ", "))"
        let ordered = order.isEmpty ? "" : " ORDER BY \(order.joined(separator: ", "))"
        let limited = request.limit.map { " LIMIT \($0)" } ?? ""
        if request.grouping.spellsKeysAlike, groups.count == 2 {
            // Each pair has a spelling of its own of values that are equal for the database.
            let named = (values + counts).enumerated().map { "\($1) AS c\($0)" }
            // A range is its own partition.
            let isRange = groups.map { Int($0) != nil }
            let partitions = groups.enumerated().filter { !isRange[$0.offset] }.map { "\($1) AS p\($0)" }
            let keys = (0..<2).map { place in
                (dialect.rules.hasMixedColumns ? "min(c\(place) COLLATE BINARY)" : "first_value(c\(place))")
                    + " OVER (PARTITION BY \(isRange[place] ? "c" : "p")\(place))"
            }
            let selected = keys + named.indices.dropFirst(2).map { "c\($0)" }
            sql =
                "SELECT \(selected.joined(separator: ", ")) FROM (SELECT \((named + partitions).joined(separator: ", ")) "
                + "FROM \(rows)\(by)) AS g\(ordered)\(limited)"
            arguments = query.arguments
            return
        }
        guard !request.grouping.having.isEmpty else {
            sql = "SELECT \((values + counts).joined(separator: ", ")) FROM \(rows)\(by)\(ordered)\(limited)"
            arguments = query.arguments
            return
        }
        // The values have names, so that the conditions compute none of them again.
        let named = (values + counts).enumerated().map { "\($1) AS c\($0)" }.joined(separator: ", ")
        var builder = SQLConditionBuilder(dialect, arguments: query.arguments)
        var conditions: [String] = []
        for (place, filter) in request.grouping.havingPlaces {
            let index = place - request.grouping.keys.count - 1
            var figure = SQLColumn("count", .integer)
            if index >= 0 {
                let aggregate = request.grouping.aggregates[index]
                figure = aggregate.function.isNumber ? SQLColumn("", .number) : try column(aggregate.column)
            }
            figure.expression = "g.c\(place)"
            conditions.append(builder.condition(filter, on: figure))
        }
        sql =
            "SELECT * FROM (SELECT \(named) FROM \(rows)\(by)) AS g WHERE \(conditions.joined(separator: " AND "))"
            + ordered + limited
        arguments = builder.arguments
    }
}

extension SQLGroups {
    /// Returns a statement whose rows are all groups of a query, with the columns of the groups. Its arguments are written in
    /// it. A range of numbers is told by its beginning.
    ///
    /// - Throws: `TableViewError` with `noSuchColumn`.
    package static func statement(
        of query: TableQuery, _ columns: [SQLColumn], _ dialect: SQLDialect, from source: String, where rows: SQLQuery
    ) throws(TableViewError) -> String {
        let request = GroupRequest(allOf: query)
        let groups = try SQLGroups(request, columns, dialect, from: source, where: rows)
        let names = request.grouping.columnNames.map { dialect.quoted($0) }
        // A count for each key follows the columns of the groups.
        let counts = request.grouping.keys.indices.map { dialect.quoted(" \($0)") }
        let sql = SQLText.replacingArguments(in: groups.sql, groups.arguments, dialect)
        let all = (names + counts).joined(separator: ", ")
        var selected = names
        for (place, key) in request.grouping.keys.enumerated() {
            if key.bin == .quarter {
                let quarters = zip(["01", "04", "07"], 1...).map { "WHEN '\($0)' THEN 'Q\($1)'" }.joined(separator: " ")
                selected[place] =
                    "substr(\(names[place]), 1, 5) || CASE substr(\(names[place]), 6, 2) \(quarters) ELSE 'Q4' END AS \(names[place])"
            }
            guard case .range(let width) = key.bin else { continue }
            let scale = RangeScale(width)
            selected[place] = "\(names[place]) * \(scale.factor) / \(scale.divisor) AS \(names[place])"
        }
        return "WITH groups (\(all)) AS (\(sql)) SELECT \(selected.joined(separator: ", ")) FROM groups"
    }
}

extension SQLDialect {
    /// Returns the SQL that is equal for the values that a filter finds together, if they are not all equal: the number 1
    /// and the text 1, or true and the text true.
    fileprivate func group(of column: SQLColumn) -> String? {
        guard case .declared(let affinity, let isBoolean) = column.kind.base else { return nil }
        let value = column.value
        if isBoolean { return "CASE \(value) WHEN 'true' THEN 1 WHEN 'false' THEN 0 ELSE \(value) END" }
        guard affinity == .none else { return nil }
        let number = "CAST(\(value) AS NUMERIC)"
        // A text that begins with a letter is no number, so it is not converted.
        return """
            CASE WHEN \(value) < ':' AND typeof(\(value)) = 'text' AND CAST(\(number) AS TEXT) = \(value) \
            THEN \(number) ELSE \(value) END
            """
    }
}

extension RangeScale {
    /// Corrects the number of a range by the beginnings of the range and of the next one.
    ///
    /// - Parameters:
    ///   - number: The SQL of the number.
    ///   - value: The SQL of the value.
    ///   - type: The type in which values are compared.
    ///   - integer: The type of the truth of a comparison as a number.
    package func corrected(_ number: String, _ value: String, as type: String, _ integer: String) -> String {
        let starts = ["", " + 1"].map { "CAST((\(number)\($0)) * \(factor) / \(divisor) AS \(type))" }
        return
            "\(number) - CAST(\(value) < \(starts[0]) AS \(integer)) + CAST(\(value) >= \(starts[1]) AS \(integer))"
    }
}
