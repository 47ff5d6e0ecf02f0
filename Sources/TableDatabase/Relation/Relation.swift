package import Bytes
package import CascadingTable

/// The schema and the name of a relation, which are compared by bytes.
package struct RelationName: Sendable, Hashable {
    /// The schema; empty for the one whose tables are named without it.
    @ExactString package var schema: String
    @ExactString package var name: String

    package init(_ name: String, in schema: String = "") { (self.schema, self.name) = (schema, name) }

    /// The name as visitors read it: `orders`, or `sales.orders`.
    package var title: String { schema.isEmpty ? name : "\(schema).\(name)" }

    /// The path segment before percent-encoding.
    ///
    /// A dot in a name without a schema is escaped, because a dot follows a schema. So is `undo`, because
    /// `POST /undo/TOKEN` belongs to the list.
    package var segment: String {
        guard schema.isEmpty else { return "\(Self.escaped(schema)).\(PathSegment.escaped(name))" }
        return name == "undo" ? "~75ndo" : Self.escaped(name)
    }

    private static func escaped(_ name: String) -> String {
        // `.` and `..` are escaped already.
        PathSegment.escaped(name).replacing(".", with: "~2E")
    }

    /// Creates the name of a path segment; nil for an invalid segment.
    package init?(segment: String) {
        func text(_ part: Substring.UTF8View) -> String? {
            PathSegment.unescaped(part).map { String(decoding: $0, as: UTF8.self) }
        }
        let utf8 = Substring(segment).utf8
        guard let dot = utf8.firstIndex(of: UInt8(ascii: ".")) else {
            guard let name = text(utf8) else { return nil }
            self.init(name)
            return
        }
        guard let schema = text(Substring(utf8[..<dot]).utf8),
            let name = text(Substring(utf8[utf8.index(after: dot)...]).utf8)
        else { return nil }
        self.init(name, in: schema)
    }
}

/// A table, a view, or the rows of a statement, as a database describes it.
package struct Relation: Sendable, Hashable {
    package let name: RelationName
    /// The path segment of its page before percent-encoding.
    package var segment: String
    /// The number that the database gives it, if any.
    package var number: UInt32 = 0
    package let kind: Kind
    package var comment: String?
    package var columns: [RelationColumn] = []
    /// The names of the columns that identify a row, which are not null; empty if there are none.
    package var key: [String] = []
    package var foreignKeys: [RelationForeignKey] = []
    /// The number of rows that the database estimates; nil if it has not looked at them.
    package var estimatedCount: Int?
    /// The names by which statements find it, such as a schema and a name; empty for a statement.
    package let path: [String]
    /// The rows as statements write them after `FROM`, with the name `t`.
    ///
    /// Columns are written as `t.column`, because `ORDER BY column` could mean a computed value of that name.
    package var source: String
    /// The arguments of ``source``.
    package var arguments: [SQLValue] = []
    /// The part of the rows and the computed columns that a visitor sees; nil for all rows without such columns.
    var part: RelationPart?
    /// The names of hidden columns in whose order rows without a key are read; empty if there are none.
    package var placeColumns: [String] = []
    /// The condition that an index finds words in; nil if there is no such index.
    package var fullText: FullText?
    /// The names of referred rows, in which a search finds words, too.
    package var searchedNames: [SearchedNames] = []
    /// A Boolean value that indicates whether conditions compare rows; see ``SQLQuery/comparesRows``.
    package var comparesRows = true

    /// - Parameters:
    ///   - name: The name.
    ///   - kind: The kind.
    ///   - path: The names by which statements find it.
    package init(_ name: RelationName, _ kind: Kind, path: [String]) {
        (self.name, self.kind, self.path, segment) = (name, kind, path, name.segment)
        source = "\(path.map(QuotedIdentifier.quoted).joined(separator: ".")) AS t"
    }

    /// Creates the relation of the rows of a statement.
    package init(ofStatement source: String, _ arguments: [SQLValue], _ columns: [RelationColumn]) {
        (name, kind, path, segment) = (RelationName(""), .statement, [], "")
        (self.source, self.arguments, self.columns) = (source, arguments, columns)
    }

    /// The kind of a relation.
    package enum Kind: Sendable, Hashable {
        case table, partitioned, view
        /// The rows of a statement of a visitor, which have no pages of their own.
        case statement
    }

    /// A condition on the words of a row, around the argument with the words.
    package struct FullText: Sendable, Hashable {
        package var before: String
        package var after: String

        package init(before: String, after: String) { (self.before, self.after) = (before, after) }

        func matches(_ argument: String) -> String { before + argument + after }
    }
}

/// A column of a relation.
package struct RelationColumn: Sendable, Hashable {
    package var name: String
    /// The declared type, such as `numeric(10,2)`.
    package var type: String
    package var encoding: ValueEncoding
    package var isNullable = true
    /// A Boolean value that indicates whether an index of all rows begins with the column.
    package var isIndexed = false
    package var comment: String?
    /// The column as queries name it.
    package var sql: SQLColumn
    /// The name as pages show it.
    package var title: String
    /// A Boolean value that indicates whether the values are numbers; nil if some can be.
    package var hasNumbers: Bool?
    /// The kind of all values besides null; nil if they can be of several kinds.
    package var kind: TableViewColumn.Kind?
    /// A Boolean value that indicates whether queries can name the column.
    package var isQueryable = true
    /// The reason why the values cannot be computed; nil if they can.
    package var problem: String?
    /// The SQL of the value for functions of texts and bytes.
    package var plain: String
    /// A Boolean value that indicates whether values can be long.
    package var isLong = false
    /// The column of a row as statements write it.
    package var expression: String
    /// The format of numbers on pages; nil for the usual one.
    package var numberFormat: TableViewColumn.NumberFormat?
    /// The width on pages in CSS pixels; nil for that of the values.
    package var width: Double?

    /// - Parameters:
    ///   - name: The name.
    ///   - type: The declared type.
    ///   - encoding: How results write its values.
    package init(_ name: String, type: String, _ encoding: ValueEncoding) {
        (self.name, self.type, self.encoding, hasNumbers) = (name, type, encoding, encoding.isNumber)
        kind = encoding.columnKind
        title = name.isEmpty ? "(no name)" : name
        plain = "t.\(QuotedIdentifier.quoted(name))"
        expression = plain
        sql = SQLColumn(name, encoding.kind, expression: plain, isSearched: encoding != .bytes)
    }
}

/// Columns that refer to a row of another relation.
package struct RelationForeignKey: Sendable, Hashable {
    package var columns: [String]
    package var referred: RelationName
    package var referredColumns: [String]
    /// Whether the deletion of a row deletes those that refer to it; false if they lose the reference, nil if it is refused.
    package var cascades: Bool?
    /// A Boolean value that indicates whether the columns follow when the referred values change.
    package var follows = false

    package init(_ columns: [String], to referred: RelationName, _ referredColumns: [String], cascades: Bool? = nil) {
        (self.columns, self.referred, self.referredColumns, self.cascades) = (
            columns, referred, referredColumns, cascades
        )
    }
}

/// How the results of a database write the values of a type as texts.
package enum ValueEncoding: Sendable, Hashable {
    case integer, float, numeric, boolean, bytes, date, timestamp, json, text

    package var isNumber: Bool { [.integer, .float, .numeric].contains(self) }

    /// The kind of the values in formats; nil for JSON, whose values are of all kinds.
    var columnKind: TableViewColumn.Kind? {
        switch self {
        case .integer: .integer
        case .float, .numeric: .number
        case .boolean: .boolean
        case .bytes: .bytes
        case .date, .timestamp, .text: .text
        case .json: nil
        }
    }

    /// The kind by which values are compared.
    package var kind: SQLColumn.Kind {
        switch self {
        case .boolean: .boolean
        case .date: .day
        case .timestamp: .timestamp
        case .integer: .integer
        case .float, .numeric: .number
        case .bytes, .json, .text: .text
        }
    }
}

extension Relation {
    package var isStatement: Bool { kind == .statement }

    /// The name as visitors read it.
    package var title: String { name.title }

    /// The builder of conditions about the rows. The arguments of a statement come before theirs.
    package func conditions(_ dialect: SQLDialect) -> SQLConditionBuilder {
        SQLConditionBuilder(dialect, arguments: arguments)
    }

    package func column(named name: String) -> RelationColumn? { columns.first { $0.name.isExactly(name) } }

    /// The columns as queries name them.
    package var sqlColumns: [SQLColumn] {
        columns.map { column in
            var sqlColumn = column.sql
            sqlColumn.isNullable = column.isNullable && !key.contains(where: column.name.isExactly)
            return sqlColumn
        }
    }

    /// The columns as pages show them.
    package var tableViewColumns: [TableViewColumn] {
        columns.map { column in
            let isKey = key.contains(where: column.name.isExactly)
            let refers = foreignKeys.contains { $0.columns.contains(where: column.name.isExactly) }
            var shown = TableViewColumn(
                column.name, title: column.title, alignment: column.encoding.isNumber ? .trailing : .leading,
                numberFormat: column.numberFormat ?? (isKey || refers ? .plain : .automatic), type: column.type,
                primaryKeyIndex: key.firstIndex(where: column.name.isExactly).map { $0 + 1 })
            (shown.hasNumbers, shown.isQueryable) = (column.hasNumbers, column.isQueryable)
            shown.kind = column.kind
            (shown.headerToolTip, shown.width) = (column.comment, column.width)
            (shown.isNullable, shown.isIndexed) = (column.isNullable, column.isIndexed)
            // A key of several columns is a link at its first one.
            let reference = foreignKeys.first { $0.columns.first.map(column.name.isExactly) == true }
            shown.referenceColumns = reference?.columns ?? []
            return shown
        }
    }

    /// The table as the list of tables shows it.
    package var listItem: ListItem {
        let shown = columns.prefix(6).map { $0.name.isEmpty ? "(no name)" : $0.name }.joined(separator: ", ")
        var item = ListItem(
            name: title, segment: segment, kind: kind == .view ? .view : .table,
            link: "\(PathSegment.percentEncoded(segment))/",
            summary: columns.count > 6 ? "\(shown) and \(columns.count - 6) more" : shown, count: estimatedCount,
            comment: comment)
        item.key = key.joined(separator: ", ")
        return item
    }

    /// Returns the identifier of the row whose key has these values.
    func identifier(_ values: [String]) -> String {
        let components = zip(key, values).map { name, text -> SQLValue in
            (column(named: name)?.encoding == .integer ? Int64(text).map { .integer($0) } : nil) ?? SQLValue(text)
        }
        return RowKey(components).text
    }
}

extension RelationColumn {
    /// - Throws: `TableViewError` with `notQueryable` for a value that is not of the column's type.
    func check(_ filter: TableQuery.Filter) throws(TableViewError) {
        if encoding.isNumber {
            let excludes =
                sql.type == nil ? filter.excludesNumbers : filter.excludesNumbers { sql.typedText($0) != nil }
            if excludes { throw filter.needsNumber }
        }
        let isOfOne =
            switch filter.operator.test {
            case .equals(let isList): !isList
            case .compares: true
            default: false
            }
        let texts = filter.range.map { [$0.low, $0.high] } ?? (isOfOne ? [filter.value] : [])
        guard encoding == .date || encoding == .timestamp, let wrong = texts.first(where: { sql.typedText($0) == nil })
        else { return }
        throw TableViewError(
            .notQueryable,
            """
            "\(wrong)" is not a date. The column "\(name)" has only dates. Write them as 2026-01-31 or \
            2026-01-31T12:00:00Z.
            """
        ).about(filter)
    }

    /// Returns whether values can be longer than a limit. A value has less than 1 GiB.
    private func canExceed(_ limit: Int) -> Bool { limit < 1 << 30 && isLong }

    /// The condition that a value is long. The length of a text or of bytes is known without the value itself.
    private func exceeds(_ limit: Int) -> String { "octet_length(\(plain)) > \(limit)" }

    /// Returns the SQL of the value as pages read it. Of a long value only the beginning is read.
    func selected(limit: Int) -> String {
        guard canExceed(limit) else { return expression }
        return "CASE WHEN \(exceeds(limit)) THEN substr(\(plain), 1, \(limit)) ELSE \(plain) END"
    }

    /// Returns the SQL of the length in bytes of a value that is not read whole; nil if all values are read whole.
    func selectedLength(limit: Int) -> String? {
        canExceed(limit) ? "CASE WHEN \(exceeds(limit)) THEN octet_length(\(plain)) END" : nil
    }
}
