public import Bytes
import CascadingTable
import TableDatabase

/// The columns, keys and indexes of a table or view.
struct TableDescription: Sendable, Hashable {
    let entry: CatalogEntry
    let columns: [ColumnDescription]
    let foreignKeys: [ForeignKey]
    let access: Access
    /// The columns as pages show them.
    let tableViewColumns: [TableViewColumn]
    /// The names of the columns.
    let columnNames: [String]
    /// The columns of the declared primary key, in its order; empty if there is none, or if it is the rowid itself.
    ///
    /// Their values identify the rows. Rows with rowids are still ordered and read by rowid, which saves a second
    /// lookup for each row.
    let primaryKey: [Int]
    /// The indexes that cover all rows, those with the fewest columns first.
    let indexes: [[IndexColumn]]
    /// The full-text index of the table, or nil.
    let fullTextIndex: FullTextIndex?
    /// The rows as written after `FROM`.
    let source: String
    /// A Boolean value that indicates whether the rows are a copy, in which rowids are the numbers of rows.
    let isCopy: Bool
    /// A Boolean value that indicates whether the rows are those of a statement, which have no pages of their own.
    let isStatement: Bool

    init(
        entry: CatalogEntry, columns: [ColumnDescription], foreignKeys: [ForeignKey], access: Access, primaryKey: [Int],
        indexes: [[IndexColumn]], fullTextIndex: FullTextIndex?, source: String? = nil, isStatement: Bool = false,
        isCopy: Bool = false
    ) {
        self.entry = entry
        self.source = source ?? QuotedIdentifier.quoted(entry.name)
        (self.isStatement, self.isCopy) = (isStatement, isCopy)
        self.columns = columns
        self.foreignKeys = foreignKeys
        self.access = access
        columnNames = columns.map(\.name)
        self.primaryKey = primaryKey
        self.indexes = indexes
        self.fullTextIndex = fullTextIndex
        let indexed = Self.indexedColumns(among: columns, indexes)
        tableViewColumns = columns.map { column in
            let refers = foreignKeys.contains { $0.columns.contains { QuotedIdentifier.matches($0, column.name) } }
            var shown = column.tableViewColumn(isKey: column.primaryKeyIndex > 0 || refers)
            // A key of several columns is a link at its first one.
            if let key = foreignKeys.first(where: { QuotedIdentifier.matches($0.columns.first ?? "", column.name) }) {
                shown.referenceColumns = key.columns.compactMap { name in
                    columns.first { QuotedIdentifier.matches($0.name, name) }?.name
                }
            }
            shown.isIndexed = indexed.contains(column.name)
            // The rowid itself is never NULL.
            if primaryKey.isEmpty, column.primaryKeyIndex > 0 { shown.isNullable = false }
            return shown
        }
    }

    var name: String { entry.name }

    /// Returns a description of a copy of the rows, which are found by rowid.
    func copied(to source: String, rowid: String) -> TableDescription {
        TableDescription(
            entry: entry, columns: columns, foreignKeys: foreignKeys, access: .rowid(alias: rowid), primaryKey: [],
            indexes: [], fullTextIndex: nil, source: source, isStatement: isStatement, isCopy: true)
    }

    /// The names of the columns of the primary key, in its order.
    var primaryKeyNames: [String] {
        columns.filter { $0.primaryKeyIndex > 0 }.sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }.map(\.name)
    }

    /// The names of the columns by which an index or the key finds and sorts rows.
    var indexedColumns: [String] { Self.indexedColumns(among: columns, indexes) }

    private static func indexedColumns(among columns: [ColumnDescription], _ indexes: [[IndexColumn]]) -> [String] {
        let first = Set(indexes.compactMap(\.first?.name))
        return columns.filter { $0.primaryKeyIndex == 1 || first.contains($0.name) }.map(\.name)
    }

    /// The values by which a row is found.
    enum Access: Sendable, Hashable {
        /// The rowid, with its column name. `VACUUM` may change the rowids of a table without an `INTEGER PRIMARY KEY`.
        case rowid(alias: String)
        /// The primary key of a table without rowids.
        case primaryKey([String])
        /// The row number, for a view or for a table without a rowid and a primary key.
        case place
    }

    func column(named name: String) throws(SQLiteTableError) -> ColumnDescription {
        if let column = columns.first(where: { QuotedIdentifier.matches($0.name, name) }) { return column }
        throw SQLiteTableError(
            .unknownColumn,
            "\(self.name) has no column \"\(name)\". Columns: \(columns.map(\.name).joined(separator: ", ")).")
    }

    /// Returns the SQL expression for a column of the row `t`.
    func expression(_ name: String) -> String {
        columns.first { $0.label == nil && QuotedIdentifier.matches($0.name, name) }?.expression()
            ?? "t." + QuotedIdentifier.quoted(name)
    }

    /// The columns of each index besides the primary key, such as `origin, dest; name (full text)`.
    var indexSummary: String {
        let key = primaryKeyNames
        var texts = indexes.map { $0.map(\.name) }.filter { $0 != key }.map { $0.joined(separator: ", ") }
        if let fullTextIndex { texts.append("\(fullTextIndex.columns.joined(separator: ", ")) (full text)") }
        return texts.joined(separator: "; ")
    }

    /// The names of the first columns, such as `id, name`.
    var summary: String {
        let shown = columns.prefix(6).map { $0.name.isEmpty ? "(no name)" : $0.name }.joined(separator: ", ")
        return columns.count > 6 ? "\(shown) and \(columns.count - 6) more" : shown
    }
}

/// A column of an index.
struct IndexColumn: Sendable, Hashable {
    var name: String
    var isAscending: Bool
}

/// Columns that refer to a row of another table.
struct ForeignKey: Sendable, Hashable {
    var table: String
    /// The referring columns, in order.
    var columns: [String]
    /// The referenced columns, in order, or nil for the other table's primary key.
    var referredColumns: [String]?
    /// Whether the deletion of a row deletes those that refer to it; false if they lose the reference, nil if it is refused.
    var cascades: Bool?
}

/// A table or view of a database.
public struct CatalogEntry: Sendable, Hashable {
    /// The name of the table or view, as in the schema.
    @ExactString public var name: String
    /// The kind of the entry: table, virtual table or view.
    public var kind: Kind

    /// The kind of an entry of the catalog.
    public enum Kind: String, Sendable, Hashable {
        /// A table with stored rows.
        case table
        /// A table that a SQLite module computes, such as full-text search.
        case virtual
        /// A view: a stored query.
        case view
    }

    /// The path segment of the entry before percent-encoding; see ``SQLiteDatabase/makeTable(at:sectionBy:)``.
    public var segment: String { SQLitePaths.folder(ofTable: name) }
}
