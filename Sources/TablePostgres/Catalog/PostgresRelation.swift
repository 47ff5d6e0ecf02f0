import Bytes
import CascadingTable
import TableDatabase

/// A table, view, materialized view or foreign table, with its columns and keys.
struct PostgresRelation: Sendable, Hashable {
    /// The number in `pg_class`.
    var number: Number
    var schema: String
    var name: String
    var kind: Kind
    /// A Boolean value that indicates whether other servers have its rows, or those of some partitions.
    var isForeign: Bool
    var comment: String?
    var columns: [Column]
    /// The names of the columns that identify a row, which are not null; empty if there are none.
    var key: [String]
    var foreignKeys: [ForeignKey]
    /// A Boolean value that indicates whether other tables inherit from it, so that its rows are also theirs.
    var hasChildren = false
    /// The texts that an index finds words in; nil if there is no such index.
    var fullText: FullText?
    /// The number of rows that the server estimates; nil if the relation was never analyzed.
    var estimatedCount: Int?
    /// The statement of a visitor whose rows these are; nil for a relation of the database.
    var statement: PostgresStatement?

    /// The number of an object of the database (`oid`).
    typealias Number = UInt32

    /// The number of no relation.
    static let noNumber: Number = 0

    /// The kind of a relation, as `pg_class.relkind`.
    enum Kind: String, Sendable {
        case table = "r", partitioned = "p", view = "v", materializedView = "m", foreign = "f"

        var isView: Bool { self == .view || self == .materializedView }
        /// A Boolean value that indicates whether rows have the hidden column `ctid`, in whose order they are read.
        var hasPlaces: Bool { self == .table || self == .materializedView }
    }

    /// A column of a relation.
    struct Column: Sendable, Hashable {
        var name: String
        /// The declared type, such as `numeric(10,2)`.
        var type: String
        /// The number of the type in `pg_type`; that of the underlying type for a domain.
        var typeNumber: UInt32
        var isNullable: Bool
        /// A Boolean value that indicates whether an index of all rows begins with the column.
        var isIndexed: Bool
        /// A Boolean value that indicates whether values can be sorted.
        var isOrdered: Bool
        /// A Boolean value that indicates whether texts are equal only if their bytes are.
        var isDeterministic = true
        var comment: String?
    }

    /// An indexed expression of the type `tsvector`.
    struct FullText: Sendable, Hashable {
        var expression: String
        /// The text search configuration that made it, in quotes; nil for the default one.
        var configuration: String?

        /// The condition that a row has the words of a search.
        func matches(_ argument: String) -> String {
            let configuration = configuration.map { "\($0)::regconfig, " } ?? ""
            return "\(expression) @@ websearch_to_tsquery(\(configuration)\(argument))"
        }
    }

    /// Columns that refer to a row of another table.
    struct ForeignKey: Sendable, Hashable {
        var columns: [String]
        var schema: String
        var table: String
        var referredColumns: [String]
        /// Whether the deletion of a row deletes those that refer to it; false if they lose the reference, nil if it is refused.
        var cascades: Bool?
    }
}

extension PostgresRelation {
    /// The relation as statements write it after `FROM`.
    ///
    /// Columns are written as `t.column`, because `ORDER BY column` could mean a computed value of that name.
    ///
    /// The rows of a statement are numbered in its order, so that they have keys.
    var source: String {
        guard let statement else { return "\(QuotedIdentifier.quoted(schema)).\(QuotedIdentifier.quoted(name)) AS t" }
        let names = columns.map { QuotedIdentifier.quoted($0.name) }.joined(separator: ", ")
        return "(SELECT s.*, row_number() OVER () AS cascade_row FROM (\(statement.sql)\n) AS s(\(names))) AS t"
    }

    /// The builder of conditions about the rows. The arguments of a statement come before theirs.
    var conditions: SQLConditionBuilder { SQLConditionBuilder(.postgreSQL, arguments: statement?.arguments ?? []) }

    /// The hidden columns in whose order rows without a key are read; empty if there are none.
    var placeColumns: [String] {
        guard statement == nil else { return ["cascade_row"] }
        return kind.hasPlaces ? (hasChildren ? ["tableoid", "ctid"] : ["ctid"]) : []
    }

    /// The name as visitors read it: without the schema `public`.
    var title: String { Self.title(ofTable: name, in: schema) }

    static func title(ofTable name: String, in schema: String) -> String {
        schema == "public" ? name : "\(schema).\(name)"
    }

    /// The path segment before percent-encoding.
    ///
    /// A dot in the name of a table of `public` is escaped, because a dot follows the name of another schema. So is `undo`,
    /// because `POST /undo/TOKEN` belongs to the list.
    var segment: String { Self.segment(ofTable: name, in: schema) }

    static func segment(ofTable name: String, in schema: String) -> String {
        guard schema == "public" else { return "\(escaped(schema)).\(PathSegment.escaped(name))" }
        return name == "undo" ? "~75ndo" : escaped(name)
    }

    private static func escaped(_ name: String) -> String {
        // `.` and `..` are escaped already.
        PathSegment.escaped(name).replacing(".", with: "~2E")
    }

    /// Returns the schema and the name of a path segment; nil for an invalid segment.
    static func name(ofSegment segment: String) -> (schema: String, name: String)? {
        func text(_ part: Substring.UTF8View) -> String? {
            PathSegment.unescaped(part).map { String(decoding: $0, as: UTF8.self) }
        }
        let utf8 = Substring(segment).utf8
        guard let dot = utf8.firstIndex(of: UInt8(ascii: ".")) else { return text(utf8).map { ("public", $0) } }
        guard let schema = text(Substring(utf8[..<dot]).utf8),
            let name = text(Substring(utf8[utf8.index(after: dot)...]).utf8)
        else { return nil }
        return (schema, name)
    }

    /// The columns as queries name them.
    var sqlColumns: [SQLColumn] {
        columns.map { column in
            var sqlColumn = column.sqlColumn
            if key.contains(where: column.name.isExactly) { sqlColumn.isNullable = false }
            return sqlColumn
        }
    }

    /// The columns as pages show them.
    var tableViewColumns: [TableViewColumn] {
        columns.map { column in
            let isKey = key.contains(where: column.name.isExactly)
            let refers = foreignKeys.contains { $0.columns.contains(where: column.name.isExactly) }
            let isNumber = PostgresType.numbers.contains(column.typeNumber)
            var shown = TableViewColumn(
                column.name, title: column.name, alignment: isNumber ? .trailing : .leading,
                numberFormat: isKey || refers ? .plain : .automatic, type: column.type,
                primaryKeyIndex: key.firstIndex(where: column.name.isExactly).map { $0 + 1 })
            shown.hasNumbers = isNumber
            shown.headerToolTip = column.comment
            (shown.isNullable, shown.isIndexed) = (column.isNullable, column.isIndexed)
            // A key of several columns is a link at its first one.
            let reference = foreignKeys.first { $0.columns.first.map(column.name.isExactly) == true }
            shown.referenceColumns = reference?.columns ?? []
            return shown
        }
    }
}

/// How PostgreSQL writes the values of a type as texts.
enum PostgresEncoding: Sendable {
    case integer, float, numeric, boolean, bytes, timestamp, json, text

    init(ofType number: UInt32) {
        self =
            switch number {
            case PostgresType.boolean: .boolean
            case PostgresType.bytes: .bytes
            case PostgresType.numeric: .numeric
            case _ where PostgresType.json.contains(number): .json
            case _ where PostgresType.integers.contains(number): .integer
            case _ where PostgresType.floats.contains(number): .float
            case _ where PostgresType.timestamps.contains(number): .timestamp
            default: .text
            }
    }
}

/// The numbers of types, which are the same in every server (`src/include/catalog/pg_type.dat`).
enum PostgresType {
    static let boolean: UInt32 = 16
    static let bytes: UInt32 = 17
    static let integers: Set<UInt32> = [20, 21, 23, 26]
    static let floats: Set<UInt32> = [700, 701]
    static let numeric: UInt32 = 1700
    static let date: UInt32 = 1082
    static let timestamps: Set<UInt32> = [1114, 1184]
    static let json: Set<UInt32> = [114, 3802]
    /// The types that read the values of filters. That of days does not cut a time to its day.
    static let filtered: [UInt32: String] = [
        700: "real", 701: "float8", numeric: "numeric", date: "timestamp", 1114: "timestamp", 1184: "timestamptz",
    ]
    static let numbers = integers.union(floats).union([numeric])
    /// Types whose values can be long: `text`, `varchar`, `json`, `jsonb`, `xml`.
    static let texts: Set<UInt32> = [25, 1043, 114, 3802, 142]
}

extension PostgresRelation.Column {
    /// The kind by which values are compared.
    var kind: SQLColumn.Kind {
        switch typeNumber {
        case PostgresType.boolean: .boolean
        case PostgresType.date: .day
        case _ where PostgresType.timestamps.contains(typeNumber): .timestamp
        case _ where PostgresType.integers.contains(typeNumber): .integer
        case _ where PostgresType.numbers.contains(typeNumber): .number
        default: .text
        }
    }

    /// The column as queries name it. PostgreSQL itself reads the values of filters for types whose values a number or time
    /// of this program may not hold.
    var sqlColumn: SQLColumn {
        var column = SQLColumn(
            name, kind, expression: isOrdered ? expression : "\(expression)::text",
            isSearched: typeNumber != PostgresType.bytes, isNullable: isNullable)
        column.type = PostgresType.filtered[typeNumber]
        // PostgreSQL searches texts by deterministic collations only.
        if !isDeterministic { column.searchCollation = #"pg_catalog."und-x-icu""# }
        return column
    }

    /// - Throws: `TableViewError` with `notQueryable` for a value that is not of the column's type.
    func check(_ filter: TableQuery.Filter) throws(TableViewError) {
        let column = sqlColumn
        if PostgresType.numbers.contains(typeNumber) {
            let excludes =
                column.type == nil ? filter.excludesNumbers : filter.excludesNumbers { column.typedText($0) != nil }
            if excludes { throw filter.needsNumber }
        }
        guard typeNumber == PostgresType.date || PostgresType.timestamps.contains(typeNumber),
            [.exact, .not, .gt, .gte, .lt, .lte].contains(filter.operator), column.typedText(filter.value) == nil
        else { return }
        throw TableViewError(
            .notQueryable,
            """
            "\(filter.value)" is not a date. The column "\(name)" has only dates. Write them as 2026-01-31 or \
            2026-01-31T12:00:00Z.
            """
        ).about(filter)
    }

    /// The column of a row as statements write it.
    var expression: String { "t.\(QuotedIdentifier.quoted(name))" }

    /// Returns whether values can be longer than a limit. A value of PostgreSQL has less than 1 GiB.
    private func canExceed(_ limit: Int) -> Bool {
        limit < 1 << 30 && (PostgresType.texts.contains(typeNumber) || typeNumber == PostgresType.bytes)
    }

    /// The SQL of the value for functions of texts and bytes.
    var plain: String { [17, 25, 1043].contains(typeNumber) ? expression : "\(expression)::text" }

    /// The condition that a value is long. The length of a text or of bytes is known without the value itself.
    private func exceeds(_ limit: Int) -> String { "octet_length(\(plain)) > \(limit)" }

    /// The SQL of the value as pages read it. Of a long value only the beginning is read.
    func selected(limit: Int) -> String {
        guard canExceed(limit) else { return expression }
        return "CASE WHEN \(exceeds(limit)) THEN substr(\(plain), 1, \(limit)) ELSE \(plain) END"
    }

    /// The SQL of the length in bytes of a value that is not read whole; nil if all values are read whole.
    func selectedLength(limit: Int) -> String? {
        canExceed(limit) ? "CASE WHEN \(exceeds(limit)) THEN octet_length(\(plain)) END" : nil
    }
}
