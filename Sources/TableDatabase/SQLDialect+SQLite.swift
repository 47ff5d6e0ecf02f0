package import CascadingTable

/// The SQL of SQLite.
package struct SQLiteRules: SQLRules {
    /// The function `NAME(HOW, TEXT, VALUE, …)` that searches values for a text; nil for SQLite's own functions.
    private let function: String?

    package init(searchingWith function: String? = nil) { self.function = function }

    package var name: String { "SQLite \(function ?? "")" }
    package var hasMixedColumns: Bool { true }
    package var syntax: SQLSyntax { [.backquotes, .brackets] }

    package func literal(_ value: SQLValue) -> String {
        switch value {
        case .null: return "NULL"
        case .integer(let number): return String(number)
        case .real(let number): return number.isFinite ? "\(number)" : number < 0 ? "-9e999" : "9e999"
        // Some libraries end a text at a NUL.
        case .text(let bytes) where bytes.contains(0): return "CAST(\(literal(.blob(bytes))) AS TEXT)"
        case .text: return value.string.map { QuotedIdentifier.quoted($0, by: "'") } ?? "NULL"
        case .blob: return "x'\((value.string ?? "").dropFirst(2))'"
        }
    }

    package func text(of value: String, collation: String?) -> String { value }
    package func exact(_ value: String) -> String { "\(value) COLLATE BINARY" }
    package func select(_ value: String, fromKept rows: String, named name: String) -> String {
        "WITH \(name) AS MATERIALIZED (\(rows)) SELECT \(value) FROM \(name)"
    }
    package func joined(_ values: [String]) -> String {
        "trim(\(values.map { "coalesce(\($0), '')" }.joined(separator: " || ' ' || ")))"
    }
    package func text(ofDecimal value: String) -> String { "(\(value))" }
    package func text(ofTimestamp value: String) -> String { "strftime('%Y-%m-%dT%H:%M:%SZ', \(value))" }
    package func text(ofUnixTime value: String) -> String { "strftime('%Y-%m-%dT%H:%M:%SZ', \(value), 'unixepoch')" }
    package func caseless(_ value: String) -> String { "\(value) COLLATE NOCASE" }

    package func matches(
        _ part: TableQuery.Operator.TextPart, _ text: String, _ columns: [SQLColumn], bind: (SQLValue) -> String
    ) -> String {
        if let function {
            // Some builds of SQLite limit functions to 127 arguments.
            return oneOf(
                stride(from: 0, to: columns.count, by: 100).map { start in
                    let values = columns[start..<min(start + 100, columns.count)].map { ", \(searchedText(of: $0))" }
                    return "\(function)('\(part.rawValue)', \(bind(SQLValue(text)))\(values.joined()))"
                })
        }
        let text = Array(text.utf8).map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
        return oneOf(
            columns.map { column in
                let value = "lower(\(searchedText(of: column)))"
                guard part == .endswith else {
                    return "instr(\(value), \(bind(.text(text)))) \(part == .startswith ? "= 1" : "> 0")"
                }
                // Blobs are compared, because SQLite's functions of texts stop at a NUL.
                guard !text.isEmpty else { return "\(value) IS NOT NULL" }
                return "substr(CAST(\(value) AS BLOB), \(bind(.integer(Int64(-text.count))))) = \(bind(.blob(text)))"
            })
    }

    /// Returns the text that a search looks at, or NULL. Blobs have no text. The test of the type avoids loading them.
    private func searchedText(of column: SQLColumn) -> String {
        let text = column.textExpression(self)
        return switch column.kind.base {
        case .number(decimals: 1...), .date(.timestamp), .date(.unixTime): text
        default: "CASE WHEN typeof(\(column.value)) <> 'blob' THEN \(text) END"
        }
    }

    package func range(_ bin: TableQuery.Grouping.Bin, of column: SQLColumn) throws(TableViewError) -> String {
        let value = column.value
        if case .range(let width) = bin {
            // SQLite may be built without `floor`.
            let number = "CAST(\(value) / \(width) AS INTEGER)"
            return
                "CASE WHEN \(isNumber(value)) THEN \(RangeScale(width).corrected(number, value, as: "REAL", "INTEGER")) END"
        }
        // These are the bounds of the filters that find the rows of a group.
        func part(_ start: Int, _ count: Int) -> String { "substr(\(value), \(start), \(count))" }
        let (two, month) = ("[0-9][0-9]", "\(part(6, 2)) BETWEEN '01' AND '12'")
        let day = "\(month) AND \(part(9, 2)) BETWEEN '01' AND '31'"
        // A day after the end of its month is the last one, because its text is before the next month.
        let last = "ifnull(date(\(part(1, 8)) || '01', '+1 month', '-1 day'), '9999-12-31')"
        let date = "min(date(\(part(1, 10))), \(last))"
        let (pattern, bounds, start) =
            switch bin {
            case .year: ("-*", month, part(1, 4))
            case .quarter:
                (
                    "-\(two)*", "\(month) AND \(part(8, 3)) < '-32'",
                    "\(part(1, 5)) || substr('010101040404070707101010', 2 * CAST(\(part(6, 2)) AS INTEGER) - 1, 2)"
                )
            case .month: ("-\(two)*", "\(month) AND \(part(8, 3)) < '-32'", part(1, 7))
            case .week: ("-\(two)-\(two)*", day, "date(\(date), 'weekday 0', '-6 days')")
            case .weekday: ("-\(two)-\(two)*", day, "(CAST(strftime('%w', \(date)) AS INTEGER) + 6) % 7 + 1")
            case .hour:
                ("-\(two)-\(two)[T ]\(two)*", "\(day) AND \(part(12, 2)) < '24'", "CAST(\(part(12, 2)) AS INTEGER)")
            default: ("-\(two)-\(two)*", "\(day) AND \(part(11, 3)) < 'T24'", part(1, 10))
            }
        let condition = "typeof(\(value)) = 'text' AND \(value) GLOB '\(two)\(two)\(pattern)' AND \(bounds)"
        return "CASE WHEN \(condition) THEN \(start) END"
    }

    /// Numbers come before all texts (https://sqlite.org/datatype3.html, 4.1).
    private func isNumber(_ value: String) -> String { "\(value) < ''" }

    /// Returns the SQL of an aggregate. SQLite would take texts for zero.
    package func aggregate(
        _ function: TableQuery.Grouping.Aggregate.Function, of column: SQLColumn
    ) -> String {
        let numbers = function.isOfNumbers ? " FILTER (WHERE \(isNumber(column.value)))" : ""
        let sql = function.isInSQLite ? function.sql : "\(Self.aggregateName)('\(function.rawValue)', %)"
        return sql.replacing("%", with: column.value) + numbers
    }

    /// The function `NAME(FUNCTION, VALUE)` that computes aggregates which SQLite does not have.
    package static let aggregateName = "cascade_aggregate"
}
