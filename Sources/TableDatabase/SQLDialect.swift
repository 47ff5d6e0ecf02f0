package import CascadingTable

/// The way in which a database writes SQL.
public struct SQLDialect: Sendable, Hashable {
    /// The rules of this database.
    package let rules: any SQLRules

    package init(_ rules: any SQLRules) { self.rules = rules }

    /// SQLite, with arguments as `?`.
    ///
    /// `contains`, `startswith`, `endswith` and a search ignore the case of ASCII letters only. Accents are not ignored.
    public static let sqlite = SQLDialect(SQLiteRules())
    /// PostgreSQL, with arguments as `$1`, `$2` and so on.
    ///
    /// `contains`, `startswith`, `endswith` and a search use `ILIKE`, which an index of `pg_trgm` makes fast. Accents are
    /// not ignored.
    public static let postgreSQL = SQLDialect(PostgreSQLRules())

    /// Two dialects are equal if they have the same name.
    public static func == (one: SQLDialect, other: SQLDialect) -> Bool { one.rules.name == other.rules.name }

    /// Adds the name to a hash.
    public func hash(into hasher: inout Hasher) { hasher.combine(rules.name) }

    /// Returns a name in double quotes, with inner quotes doubled.
    public func quoted(_ name: String) -> String { QuotedIdentifier.quoted(name) }
}

/// The SQL that a database writes in another way than others. The defaults follow the standard.
package protocol SQLRules: Sendable {
    /// The name of the dialect, which is different from that of any other.
    var name: String { get }
    /// A Boolean value that indicates whether a column can hold values of several kinds.
    var hasMixedColumns: Bool { get }
    /// A Boolean value that indicates whether `NULL` comes before all values in ascending order.
    var sortsNullFirst: Bool { get }
    /// A Boolean value that indicates whether `ORDER BY` can say where `NULL` comes.
    var placesNull: Bool { get }
    /// The texts, names and comments of statements besides those of the standard.
    var syntax: SQLSyntax { get }

    /// Returns the place of an argument, converted to the type that its value has.
    ///
    /// - Parameter number: The number of the argument, from 1.
    func placeholder(_ number: Int, for value: SQLValue, _ column: SQLColumn?) -> String
    /// Returns the place of an argument that has a declared type.
    func placeholder(_ number: Int, for value: SQLValue, of type: String) -> String
    /// Returns rows of values as statements write them after `FROM`.
    ///
    /// - Parameters:
    ///   - rows: The SQL of the values.
    ///   - name: The name of the rows.
    ///   - columns: The names of the columns.
    func rows(_ rows: [[String]], named name: String, columns: [String]) -> String
    /// Returns rows with their numbers from 1 in a further column, as a statement without parentheses.
    ///
    /// - Parameters:
    ///   - rows: The statement of the rows, which have an order.
    ///   - name: The name of the column.
    func numbered(_ rows: String, as name: String) -> String
    /// Returns the SQL of the bytes of a text in UTF-8.
    func bytes(ofText value: String) -> String
    /// Returns a value as it is written in a statement.
    func literal(_ value: SQLValue) -> String
    /// Returns the text of a value, to which another collation applies.
    func text(of value: String, collation: String?) -> String
    /// Returns a value that equals no other one, as texts that differ only in case can.
    func exact(_ value: String) -> String
    /// Returns the SQL of a value of rows that are kept for the whole statement, instead of being made again for each of its
    /// rows. Conditions can follow it.
    func select(_ value: String, fromKept rows: String, named name: String) -> String
    /// Returns the text of values with blanks between them, without those that are null.
    func joined(_ values: [String]) -> String
    /// Returns the text of a number with decimals.
    func text(ofDecimal value: String) -> String
    /// Returns the text of a point in time as ISO 8601 writes it.
    func text(ofTimestamp value: String) -> String
    /// Returns the text of seconds since 1970 as ISO 8601 writes it.
    func text(ofUnixTime value: String) -> String
    /// Returns a point in time in ISO 8601 as an argument that is compared with dates and times.
    func argument(ofTime text: String) -> SQLValue
    /// Returns a text by which rows are sorted without regard to case.
    func caseless(_ value: String) -> String
    /// Returns a computed value with the type of its kind.
    func computed(_ value: String, _ kind: SQLColumn.Kind) -> String

    /// Returns the condition that a text occurs in one of some values.
    ///
    /// - Parameter bind: A closure that returns the place of a new argument.
    func matches(
        _ part: TableQuery.Operator.TextPart, _ text: String, _ columns: [SQLColumn], bind: (SQLValue) -> String
    ) -> String
    /// Returns the SQL of the beginning of a date, or of the number of a range, for groups.
    func range(_ bin: TableQuery.Grouping.Bin, of column: SQLColumn) throws(TableViewError) -> String
    /// Returns the SQL of an aggregate.
    ///
    /// - Throws: `TableViewError` with `notQueryable` for one that the database does not have.
    func aggregate(_ function: TableQuery.Grouping.Aggregate.Function, of column: SQLColumn) throws(TableViewError)
        -> String
}

/// The texts, names and comments of statements that only some databases have.
package struct SQLSyntax: OptionSet, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Names in backquotes.
    package static let backquotes = SQLSyntax(rawValue: 1)
    /// Names in brackets: `[order]`.
    package static let brackets = SQLSyntax(rawValue: 2)
    /// Comments from `#` to the end of the line.
    package static let hashComments = SQLSyntax(rawValue: 4)
    /// Comments within comments.
    package static let nestedComments = SQLSyntax(rawValue: 8)
    /// Texts with escapes, and between tags: `E'it\'s'`, `$tag$it's$tag$`.
    package static let escapedTexts = SQLSyntax(rawValue: 16)
    /// Slices of arrays: `[1:2]`, whose end is no parameter.
    package static let slices = SQLSyntax(rawValue: 32)
}

extension SQLRules {
    package var hasMixedColumns: Bool { false }
    package var sortsNullFirst: Bool { true }
    package var placesNull: Bool { false }
    package var syntax: SQLSyntax { [.backquotes] }

    package func placeholder(_ number: Int, for value: SQLValue, _ column: SQLColumn?) -> String { "?" }

    package func placeholder(_ number: Int, for value: SQLValue, of type: String) -> String {
        placeholder(number, for: value, nil)
    }

    package func rows(_ rows: [[String]], named name: String, columns: [String]) -> String {
        let values = rows.map { "(\($0.joined(separator: ", ")))" }
        return "(VALUES \(values.joined(separator: ", "))) AS \(name) (\(columns.joined(separator: ", ")))"
    }

    package func numbered(_ rows: String, as name: String) -> String {
        "SELECT s.*, row_number() OVER () AS \(name) FROM (\(rows)) AS s"
    }

    package func bytes(ofText value: String) -> String { "CAST(\(value) AS BLOB)" }

    package func literal(_ value: SQLValue) -> String {
        value.string.map { QuotedIdentifier.quoted($0, by: "'") } ?? "NULL"
    }

    package func exact(_ value: String) -> String { value }

    package func select(_ value: String, fromKept rows: String, named name: String) -> String {
        // The limit keeps conditions out of the rows.
        "SELECT \(value) FROM (\(rows) LIMIT \(Int.max)) AS \(name)"
    }

    package func joined(_ values: [String]) -> String { "concat_ws(' ', \(values.joined(separator: ", ")))" }

    package func argument(ofTime text: String) -> SQLValue { SQLValue(text) }

    package func computed(_ value: String, _ kind: SQLColumn.Kind) -> String { value }

    /// Returns the condition that one of some conditions holds.
    package func oneOf(_ conditions: [String]) -> String { "(\(conditions.joined(separator: " OR ")))" }
}

/// Quoting and comparison of names in SQL.
package enum QuotedIdentifier {
    /// Returns a name in double quotes, with inner quotes doubled.
    package static func quoted(_ name: String) -> String { quoted(name, by: "\"") }

    /// Returns a text in quotes, with inner quotes doubled.
    package static func quoted(_ text: String, by quote: Unicode.Scalar) -> String {
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
