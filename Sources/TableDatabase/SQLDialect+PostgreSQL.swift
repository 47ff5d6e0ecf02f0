import CascadingTable

/// The SQL of PostgreSQL.
struct PostgreSQLRules: SQLRules {
    var name: String { "PostgreSQL" }
    var sortsNullFirst: Bool { false }
    var placesNull: Bool { true }
    var syntax: SQLSyntax { [.nestedComments, .escapedTexts, .slices] }

    func placeholder(_ number: Int, for value: SQLValue, _ column: SQLColumn?) -> String {
        if let type = column?.type { return "$\(number)::\(type)" }
        return switch (column?.kind.base, value) {
        case (.boolean, _): "$\(number)::boolean"
        case (.date(.day), _): "$\(number)::timestamp"
        case (.date(.timestamp), _): "$\(number)::timestamptz"
        case (_, .integer): "$\(number)::bigint"
        case (_, .real(let real)): real.isFinite ? "$\(number)::numeric" : "$\(number)::float8"
        default: "$\(number)"
        }
    }

    func placeholder(_ number: Int, for value: SQLValue, of type: String) -> String { "$\(number)::\(type)" }
    func bytes(ofText value: String) -> String { "convert_to(\(value), 'UTF8')" }

    func text(of value: String, collation: String?) -> String {
        "\(value)::text\(collation.map { " COLLATE \($0)" } ?? "")"
    }

    func text(ofDecimal value: String) -> String { "(\(value))::float8::text" }

    func text(ofTimestamp value: String) -> String {
        "to_char(\(value) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"
    }

    func text(ofUnixTime value: String) -> String { text(ofTimestamp: "to_timestamp(\(value))") }
    func caseless(_ value: String) -> String { "lower(\(value)) COLLATE \"C\"" }

    func computed(_ value: String, _ kind: SQLColumn.Kind) -> String {
        let type: String? =
            switch kind.base {
            case .text: "text"
            case .number: "numeric"
            case .integer: "bigint"
            case .boolean: "boolean"
            case .date(.day): "date"
            case .date(.timestamp): "timestamptz"
            case .date, .declared: nil
            }
        return type.map { "\(value)::\($0)" } ?? value
    }

    func matches(
        _ part: TableQuery.Operator.TextPart, _ text: String, _ columns: [SQLColumn], bind: (SQLValue) -> String
    ) -> String {
        // Bytes are escaped, because a combining mark forms one character with a preceding sign.
        let escaped = text.utf8.flatMap { "\\%_".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
        let any: [UInt8] = [UInt8(ascii: "%")]
        let argument = bind(.text((part == .startswith ? [] : any) + escaped + (part == .endswith ? [] : any)))
        return oneOf(columns.map { "\($0.textExpression(self)) ILIKE \(argument)" })
    }

    func range(_ bin: TableQuery.Grouping.Bin, of column: SQLColumn) throws(TableViewError) -> String {
        let value = column.value
        guard case .range(let width) = bin else {
            guard column.kind == .day || column.kind == .timestamp else { throw column.hasNoDates }
            switch bin {
            case .weekday: return "EXTRACT(isodow FROM \(value))::integer"
            case .hour: return "EXTRACT(hour FROM \(value)::timestamp)::integer"
            default:
                let start = bin == .quarter || bin == .week ? "date_trunc('\(bin.word)', \(value))" : value
                return "NULLIF(to_char(\(start), '\("YYYY-MM-DD".prefix(bin.length))'), '')"
            }
        }
        guard column.kind == .number || column.kind == .integer else { throw column.hasNoNumbers }
        // Values are compared in the type in which filters compare them.
        let type = column.type.flatMap { ["real", "float8"].contains($0) ? $0 : nil } ?? "numeric"
        let quotient = type == "real" ? "float8" : type
        let number = "floor(\(value)::\(quotient) / \(width)::\(quotient))"
        return "(\(RangeScale(width).corrected(number, value, as: type, "INTEGER")))::float8"
    }

    func aggregate(_ function: TableQuery.Grouping.Aggregate.Function, of column: SQLColumn) -> String {
        var value = column.value
        if !function.isOfNumbers {
            // PostgreSQL compares few types.
            if column.kind == .boolean { return "bool_\(function == .min ? "and" : "or")(\(value))" }
            if column.kind == .text { value += "::text" }
        }
        let sql = function.sql.replacing("%", with: value)
        return function.isOfNumbers && function != .sum ? "\(sql)::float8" : sql
    }
}
