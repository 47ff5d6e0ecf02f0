package import CascadingTable

/// A column of a query's rows: its name in the query, and how the database stores it.
///
/// ```swift
/// let columns = [
///     SQLColumn("id", .number, isNullable: false), SQLColumn("customer"), SQLColumn("total", .fixedPoint(2)),
///     SQLColumn("city", expression: "customers.city"),
/// ]
/// ```
public struct SQLColumn: Sendable, Hashable {
    /// The name in the query.
    public var name: String
    /// The kind of its values.
    public var kind: Kind
    /// The SQL for the value of a row. It is written into statements as it is. Nil for the quoted name. Default: nil.
    public var expression: String?
    /// A Boolean value that indicates whether a search looks at the column. Default: true.
    public var isSearched: Bool
    /// A Boolean value that indicates whether values can be NULL. Default: true.
    ///
    /// Set it to false for a column that is `NOT NULL`. Pages far down in the order of the column are then found by an
    /// index.
    public var isNullable: Bool
    /// The type of PostgreSQL that reads the values of filters, with all their digits. Nil for that of the kind.
    package var type: String?
    /// The collation of PostgreSQL by which texts are searched. Nil for that of the column.
    package var searchCollation: String?

    /// Creates a column.
    ///
    /// - Parameters:
    ///   - name: The name in the query.
    ///   - kind: The kind of its values.
    ///   - expression: The SQL for the value of a row, or nil for the quoted name.
    ///   - isSearched: Whether a search looks at the column.
    ///   - isNullable: Whether values can be NULL.
    public init(
        _ name: String, _ kind: Kind = .text, expression: String? = nil, isSearched: Bool = true,
        isNullable: Bool = true
    ) {
        self.name = name
        self.kind = kind
        self.expression = expression
        self.isSearched = isSearched
        self.isNullable = isNullable
    }

    /// The kind of a column's values, and how the database stores them.
    public struct Kind: Sendable, Hashable {
        package enum Base: Sendable, Hashable {
            case text(ignoresCase: Bool)
            case number(decimals: Int)
            case integer
            case boolean
            case date(Storage)
            /// A column of SQLite, by its declared type.
            case declared(Affinity, isBoolean: Bool)
        }

        package enum Storage: Sendable, Hashable { case day, timestamp, iso8601, unixTime }

        /// The affinities that compare alike (https://www.sqlite.org/datatype3.html, 3.1).
        package enum Affinity: Sendable, Hashable { case number, text, none }

        package var base: Base

        package init(_ base: Base) { self.base = base }

        /// Texts. The database compares and sorts them by the collation of the column, so that its index can be used.
        public static let text = Kind(.text(ignoresCase: false))
        /// Texts that are sorted, and compared by `gt`, `gte`, `lt` and `lte`, without regard to case.
        ///
        /// SQLite uses `COLLATE NOCASE`, and PostgreSQL uses `lower(…) COLLATE "C"`. An index is used if it is declared so.
        public static let caselessText = Kind(.text(ignoresCase: true))
        /// Integers or floating-point numbers.
        public static let number = Kind(.number(decimals: 0))
        /// Integers. A column that has only these needs no comparison with other numbers, so its index is used.
        package static let integer = Kind(.integer)
        /// Boolean values. SQLite stores them as 1 and 0.
        public static let boolean = Kind(.boolean)
        /// Days: the type `date` of PostgreSQL, a text such as `2026-01-31` in SQLite.
        public static let day = Kind(.date(.day))
        /// Points in time: the type `timestamptz` of PostgreSQL, a text such as `2026-01-31 12:00:00.000` in UTC in SQLite.
        public static let timestamp = Kind(.date(.timestamp))
        /// Points in time as texts such as `2026-01-31T12:00:00Z`.
        public static let iso8601 = Kind(.date(.iso8601))
        /// Points in time as seconds since 1970.
        public static let unixTime = Kind(.date(.unixTime))
        /// Values of several kinds, in a column of SQLite without a type.
        public static let any = Kind(.declared(.none, isBoolean: false))

        /// Numbers with a fixed number of decimals, stored as integers: 2 decimals for cents.
        public static func fixedPoint(_ decimals: Int) -> Kind { Kind(.number(decimals: min(max(decimals, 0), 18))) }
    }
}

extension SQLColumn {
    /// The SQL for the value of a row.
    package var value: String { expression ?? QuotedIdentifier.quoted(name) }

    /// Returns the SQL by which rows are sorted, and by which values are compared with `<` and `>`.
    func orderedValue(_ dialect: SQLDialect) -> String {
        if case .text(ignoresCase: true) = kind.base { dialect.rules.caseless(value) } else { value }
    }

    /// Returns the SQL for the value as tables show it.
    package func textExpression(_ rules: some SQLRules) -> String {
        switch kind.base {
        case .number(let decimals) where decimals > 0:
            rules.text(ofDecimal: "\(value) / 1\(String(repeating: "0", count: decimals)).0")
        case .date(.timestamp): rules.text(ofTimestamp: value)
        case .date(.unixTime): rules.text(ofUnixTime: value)
        default: rules.text(of: value, collation: searchCollation)
        }
    }

    package var hasNoDates: TableViewError {
        TableViewError(.notQueryable, "The column \"\(name)\" has no dates such as 2026-01-31 in these rows.")
    }

    package var hasNoNumbers: TableViewError {
        TableViewError(.notQueryable, "The column \"\(name)\" has no numbers in these rows.")
    }
}
