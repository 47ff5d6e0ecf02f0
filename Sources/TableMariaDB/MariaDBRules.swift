#if MariaDB
    import CascadingTable
    import TableDatabase

    /// The SQL of MariaDB, in the mode that each connection sets: names in double quotes, and no escapes in texts.
    struct MariaDBRules: SQLRules {
        var name: String { "MariaDB" }
        var syntax: SQLSyntax { [.backquotes, .hashComments] }

        /// The types that read the values of filters exactly.
        static let (decimal, single, time) = ("DECIMAL(65,30)", "FLOAT", "DATETIME(6)")

        func placeholder(_ number: Int, for value: SQLValue, _ column: SQLColumn?) -> String {
            switch column?.type {
            case nil: "?"
            case Self.time: time(value.string ?? "")
            case let type?: "CAST(NULLIF(?, 'NaN') AS \(type))"
            }
        }

        /// Returns the place of a time, which MariaDB reads without `Z` or the distance to UTC at its end.
        private func time(_ text: String) -> String {
            guard
                let match = text.firstMatch(
                    of: /:\d\d(?:\.\d+)? ?(?<zone>[Zz]|(?<sign>[+-])(?<hour>\d\d):?(?<minute>\d\d)?)$/)
            else { return "CAST(? AS \(Self.time))" }
            let time = "CAST(LEFT(?, \(text.utf8.count - match.zone.utf8.count)) AS \(Self.time))"
            guard let sign = match.sign, let hour = match.hour.flatMap({ Int($0) }) else { return time }
            let minutes = hour * 60 + (match.minute.flatMap { $0 }.flatMap { Int($0) } ?? 0)
            return "(\(time) \(sign == "+" ? "-" : "+") INTERVAL \(minutes) MINUTE)"
        }

        func rows(_ rows: [[String]], named name: String, columns: [String]) -> String {
            let first = zip(rows.first ?? [], columns).map { "\($0) AS \($1)" }.joined(separator: ", ")
            let others = rows.dropFirst().map { " UNION ALL SELECT \($0.joined(separator: ", "))" }
            return "(SELECT \(first)\(others.joined())) AS \(name)"
        }

        /// `row_number() OVER ()` would number the rows in another order.
        func numbered(_ rows: String, as name: String) -> String {
            "SELECT s.*, (@cascade_row := @cascade_row + 1) AS \(name) FROM (\(rows)) AS s, (SELECT @cascade_row := 0) AS r"
        }

        func bytes(ofText value: String) -> String { "CAST(CONVERT(\(value) USING utf8mb4) AS BINARY)" }

        func literal(_ value: SQLValue) -> String {
            switch value {
            case .integer(let number): String(number)
            case .blob: "x'\((value.string ?? "").dropFirst(2))'"
            default: value.string.map { QuotedIdentifier.quoted($0, by: "'") } ?? "NULL"
            }
        }

        func text(of value: String, collation: String?) -> String { "CAST(\(value) AS CHAR)" }
        func text(ofDecimal value: String) -> String { "CAST(\(value) AS CHAR)" }
        func text(ofTimestamp value: String) -> String { "DATE_FORMAT(\(value), '%Y-%m-%dT%H:%i:%sZ')" }
        func text(ofUnixTime value: String) -> String { text(ofTimestamp: "FROM_UNIXTIME(\(value))") }
        func caseless(_ value: String) -> String { "LOWER(\(value)) COLLATE utf8mb4_bin" }

        func matches(
            _ part: TableQuery.Operator.TextPart, _ text: String, _ columns: [SQLColumn], bind: (SQLValue) -> String
        ) -> String {
            let escaped = text.utf8.flatMap { "|%_".utf8.contains($0) ? [UInt8(ascii: "|"), $0] : [$0] }
            let any: [UInt8] = [UInt8(ascii: "%")]
            let pattern = (part == .startswith ? [] : any) + escaped + (part == .endswith ? [] : any)
            // Other collations take letters with and without accents for the same.
            return oneOf(
                columns.map {
                    "LOWER(\($0.textExpression(self))) COLLATE utf8mb4_bin LIKE LOWER(\(bind(.text(pattern)))) ESCAPE '|'"
                })
        }

        func range(_ bin: TableQuery.Grouping.Bin, of column: SQLColumn) throws(TableViewError) -> String {
            guard case .range(let width) = bin else {
                guard column.kind == .day || column.kind == .timestamp else { throw column.hasNoDates }
                let value = column.value
                switch bin {
                case .weekday: return "WEEKDAY(\(value)) + 1"
                case .hour: return "HOUR(\(value))"
                case .week: return "CAST(DATE_SUB(DATE(\(value)), INTERVAL WEEKDAY(\(value)) DAY) AS CHAR)"
                case .quarter: return "CONCAT(YEAR(\(value)), '-', LPAD(3 * QUARTER(\(value)) - 2, 2, '0'))"
                default: return "LEFT(CAST(\(value) AS CHAR), \(bin.length))"
                }
            }
            guard column.kind == .number || column.kind == .integer else { throw column.hasNoNumbers }
            let value = "CAST(\(column.value) AS DOUBLE)"
            return RangeScale(width).corrected("FLOOR(\(value) / \(width))", value, as: "DOUBLE", "SIGNED")
        }

        func aggregate(
            _ function: TableQuery.Grouping.Aggregate.Function, of column: SQLColumn
        ) throws(TableViewError) -> String {
            // MariaDB has the aggregates that SQLite has.
            guard function.isInSQLite else {
                throw TableViewError(.notQueryable, "MariaDB has no \(function.rawValue) for groups.")
            }
            let isMean = function.isOfNumbers && function != .sum
            return function.sql.replacing("%", with: isMean ? "CAST(\(column.value) AS DOUBLE)" : column.value)
        }
    }
#endif
