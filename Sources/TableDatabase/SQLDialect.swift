import CascadingTable

/// The way in which a database writes SQL.
public struct SQLDialect: Sendable, Hashable {
    private let base: Base

    private enum Base: Hashable {
        /// A function searches texts, or nil for SQLite's own functions.
        case sqlite(function: String?)
        case postgreSQL
    }

    /// SQLite, with arguments as `?`.
    ///
    /// `contains`, `startswith`, `endswith` and a search ignore the case of ASCII letters only. Accents are not ignored.
    public static let sqlite = SQLDialect(base: .sqlite(function: nil))
    /// PostgreSQL, with arguments as `$1`, `$2` and so on.
    ///
    /// `contains`, `startswith`, `endswith` and a search use `ILIKE`, which an index of `pg_trgm` makes fast. Accents are
    /// not ignored.
    public static let postgreSQL = SQLDialect(base: .postgreSQL)

    /// SQLite with a function `NAME(HOW, TEXT, VALUE, …)` that searches values for a text.
    package static func sqlite(searchingWith function: String) -> SQLDialect {
        SQLDialect(base: .sqlite(function: function))
    }

    /// Returns a name in double quotes, with inner quotes doubled.
    public func quoted(_ name: String) -> String { QuotedIdentifier.quoted(name) }

    /// Returns a value as it is written in a statement.
    package func literal(_ value: SQLValue) -> String {
        guard hasMixedColumns else { return value.string.map { QuotedIdentifier.quoted($0, by: "'") } ?? "NULL" }
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

    /// A Boolean value that indicates whether a column can hold values of several kinds.
    var hasMixedColumns: Bool { self != .postgreSQL }

    /// Returns the text of a value, to which another collation applies.
    func text(of value: String, collation: String?) -> String {
        hasMixedColumns ? value : "\(value)::text\(collation.map { " COLLATE \($0)" } ?? "")"
    }

    func text(ofDecimal value: String) -> String { hasMixedColumns ? "(\(value))" : "(\(value))::float8::text" }

    func text(ofTimestamp value: String) -> String {
        hasMixedColumns
            ? "strftime('%Y-%m-%dT%H:%M:%SZ', \(value))"
            : "to_char(\(value) AT TIME ZONE 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS\"Z\"')"
    }

    func text(ofUnixTime value: String) -> String {
        hasMixedColumns
            ? "strftime('%Y-%m-%dT%H:%M:%SZ', \(value), 'unixepoch')" : text(ofTimestamp: "to_timestamp(\(value))")
    }

    /// Returns the place of an argument, converted to the type that its value has.
    ///
    /// - Parameter number: The number of the argument, from 1.
    func placeholder(_ number: Int, for value: SQLValue, _ column: SQLColumn?) -> String {
        guard self == .postgreSQL else { return "?" }
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

    /// Returns the condition that a text occurs in one of some values.
    ///
    /// - Parameter bind: A closure that returns the place of a new argument.
    func matches(
        _ how: TableQuery.Operator, _ text: String, _ columns: some Collection<SQLColumn>,
        bind: (SQLValue) -> String
    ) -> String {
        let never = "1 = 0"
        guard !columns.isEmpty else { return never }
        switch base {
        case .postgreSQL:
            // PostgreSQL stores no NUL.
            guard !text.utf8.contains(0) else { return never }
            // Bytes are escaped, because a combining mark forms one character with a preceding sign.
            let escaped = text.utf8.flatMap { "\\%_".utf8.contains($0) ? [UInt8(ascii: "\\"), $0] : [$0] }
            let any: [UInt8] = [UInt8(ascii: "%")]
            let argument = bind(.text((how == .startswith ? [] : any) + escaped + (how == .endswith ? [] : any)))
            return oneOf(columns.map { "\($0.textExpression(self)) ILIKE \(argument)" })
        case .sqlite(nil):
            let text = Array(text.utf8).map { 0x41...0x5A ~= $0 ? $0 | 0x20 : $0 }
            return oneOf(
                columns.map { column in
                    let value = "lower(\(column.searchedText(self)))"
                    guard how == .endswith else {
                        return "instr(\(value), \(bind(.text(text)))) \(how == .startswith ? "= 1" : "> 0")"
                    }
                    // Blobs are compared, because SQLite's functions of texts stop at a NUL.
                    guard !text.isEmpty else { return "\(value) IS NOT NULL" }
                    return
                        "substr(CAST(\(value) AS BLOB), \(bind(.integer(Int64(-text.count))))) = \(bind(.blob(text)))"
                })
        case .sqlite(let function?):
            // Some builds of SQLite limit functions to 127 arguments.
            let columns = Array(columns)
            return oneOf(
                stride(from: 0, to: columns.count, by: 100).map { start in
                    let values = columns[start..<min(start + 100, columns.count)].map { ", \($0.searchedText(self))" }
                    return "\(function)('\(how.rawValue)', \(bind(SQLValue(text)))\(values.joined()))"
                })
        }
    }

    private func oneOf(_ conditions: [String]) -> String { "(\(conditions.joined(separator: " OR ")))" }
}

/// Quoting and comparison of names in SQL.
package enum QuotedIdentifier {
    /// Returns a name in double quotes, with inner quotes doubled.
    package static func quoted(_ name: String) -> String { quoted(name, by: "\"") }

    /// Returns a text in quotes, with inner quotes doubled.
    static func quoted(_ text: String, by quote: Unicode.Scalar) -> String {
        // Bytes are compared, because a combining mark forms one character with a preceding quote.
        let parts = text.utf8.split(separator: UInt8(ascii: quote), omittingEmptySubsequences: false)
            .map { String(decoding: $0, as: UTF8.self) }
        return "\(quote)\(parts.joined(separator: "\(quote)\(quote)"))\(quote)"
    }

    /// Returns whether SQLite treats two names as equal. It ignores the case of ASCII letters only.
    package static func matches(_ one: String, _ other: String) -> Bool {
        one.utf8.lazy.map(lowercase).elementsEqual(other.utf8.lazy.map(lowercase))
    }

    private static func lowercase(_ byte: UInt8) -> UInt8 {
        (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
    }
}

extension TableQuery {
    /// Returns the statement that makes an index for the query; nil if no index is known to help.
    ///
    /// - Parameters:
    ///   - table: The names of the schema, if it matters, and of the table.
    ///   - plan: The steps of the database. If they neither read all rows nor sort, an index does not help.
    package func indexStatement(on table: [String], plan: [String]) -> String? {
        let columns = indexColumns
        let isSlow = plan.contains { step in
            ["USE TEMP B-TREE", "Seq Scan", "Sort"].contains(where: step.contains)
                || step.contains("SCAN") && !step.contains("USING")
        }
        guard isSlow, !columns.isEmpty, let name = table.last else { return nil }
        let list = columns.map { "\(QuotedIdentifier.quoted($0.column))\($0.isAscending ? "" : " DESC")" }
        let index = ([name] + columns.map(\.column)).joined(separator: "_")
        return "CREATE INDEX \(QuotedIdentifier.quoted(index)) ON "
            + "\(table.map(QuotedIdentifier.quoted).joined(separator: ".")) (\(list.joined(separator: ", ")))"
    }
}
