package import Bytes
import CascadingTable
import TableDatabase

/// The columns, keys and indexes of a table or view.
struct TableDescription: Sendable, Hashable {
    let entry: CatalogEntry
    /// The columns and the declared primary key, which identifies rows only if ``primaryKey`` says so.
    var relation: Relation
    var access: Access
    /// The columns of the declared primary key, in its order; empty if there is none, or if it is the rowid itself.
    ///
    /// Their values identify the rows. Rows with rowids are still ordered and read by rowid, which saves a second
    /// lookup for each row.
    var primaryKey: [Int] = []
    /// The indexes that cover all rows, those with the fewest columns first.
    var indexes: [[IndexColumn]] = []
    /// The full-text index of the table, or nil.
    var fullTextIndex: FullTextIndex?
    /// The condition of the rows that exist for the visitor; nil for all.
    var owned: SQLCondition?
    /// A Boolean value that indicates whether the table is as a visitor with rules sees it.
    var isRestricted = false

    var name: String { entry.name }
    var columns: [RelationColumn] { relation.columns }
    var columnNames: [String] { columns.map(\.name) }
    var foreignKeys: [RelationForeignKey] { relation.foreignKeys }
    /// The names of the columns of the declared primary key, in its order.
    var primaryKeyNames: [String] { relation.key }
    var isStatement: Bool { relation.isStatement }
    /// The rows as written after `FROM`, without their name.
    var source: String { String(relation.source.dropLast(" AS t".count)) }

    /// The rows and columns that exist for the visitor, as written after `FROM`.
    var visibleSource: String {
        guard isRestricted else { return source }
        let values = columns.map { "\($0.sql.value) AS \(QuotedIdentifier.quoted($0.name))" }
        let condition = owned.map { " WHERE (\($0.sql))" } ?? ""
        return "(SELECT \(values.joined(separator: ", ")) FROM \(relation.source)\(condition))"
    }

    /// Returns a description of a copy of the rows, which are found by rowid.
    func copied(to source: String, rowid: String) -> TableDescription {
        var copy = TableDescription(entry: entry, relation: relation, access: .rowid(alias: rowid))
        copy.relation.source = "\(source) AS t"
        return copy
    }

    /// Returns the table with other columns, among which those of the key are.
    func withColumns(_ columns: [RelationColumn]) -> TableDescription {
        var table = self
        table.relation.columns = columns
        table.primaryKey = primaryKey.compactMap { index in
            columns.firstIndex { $0.name.isExactly(self.columns[index].name) }
        }
        return table
    }

    /// Returns the table as a visitor sees it.
    func restricted(by rule: DatabaseTable) throws(TableViewError) -> TableDescription {
        var table = withColumns(try rule.visible(among: columns + rule.columnsInSQLite, key: primaryKeyNames))
        let names = table.columnNames
        func isVisible(_ name: String) -> Bool { names.contains(where: name.isExactly) }
        table.relation.foreignKeys.removeAll { !$0.columns.allSatisfy(isVisible) }
        table.indexes.removeAll { !$0.map(\.name).allSatisfy(isVisible) }
        if rule.columns != nil { table.fullTextIndex = nil }
        table.owned = try rule.rows(TextMatching.dialect) { (query) throws(TableViewError) in
            for filter in query.filters where !columnNames.contains(where: filter.column.isExactly) {
                throw TableViewError(.noSuchColumn, .unknownColumn(filter.column, among: names))
            }
            return TableStatements(self, query).all
        }
        table.isRestricted = true
        return table
    }

    /// The names of the columns by which an index or the key finds and sorts rows.
    var indexedColumns: [String] { columns.filter(\.isIndexed).map(\.name) }

    /// The values by which a row is found.
    enum Access: Sendable, Hashable {
        /// The rowid, with its column name. `VACUUM` may change the rowids of a table without an `INTEGER PRIMARY KEY`.
        case rowid(alias: String)
        /// The primary key of a table without rowids.
        case primaryKey([String])
        /// The row number, for a view or for a table without a rowid and a primary key.
        case place
    }

    func column(named name: String) throws(SQLiteTableError) -> RelationColumn {
        if let column = columns.first(where: { QuotedIdentifier.matches($0.name, name) }) { return column }
        throw SQLiteTableError(
            .unknownColumn,
            "\(self.name) has no column \"\(name)\". Columns: \(columns.map(\.name).joined(separator: ", ")).")
    }

    /// Returns the SQL expression for a column of the row `t`.
    func expression(_ name: String) -> String {
        columns.first { QuotedIdentifier.matches($0.name, name) }?.sql.value ?? "t." + QuotedIdentifier.quoted(name)
    }

    /// The columns of each index besides the primary key, such as `origin, dest; name (full text)`.
    var indexSummary: String {
        let key = primaryKeyNames
        var texts = indexes.map { $0.map(\.name) }.filter { $0 != key }.map { $0.joined(separator: ", ") }
        if let fullTextIndex { texts.append("\(fullTextIndex.columns.joined(separator: ", ")) (full text)") }
        return texts.joined(separator: "; ")
    }
}

/// A column of an index.
struct IndexColumn: Sendable, Hashable {
    var name: String
    var isAscending: Bool
}

extension RelationForeignKey {
    /// The name of the table that the columns refer to.
    var table: String { referred.name }
}

/// A table or view of a database.
package struct CatalogEntry: Sendable, Hashable {
    /// The name of the table or view, as in the schema.
    @ExactString package var name: String
    /// The kind of the entry: table, virtual table or view.
    var kind: Kind

    /// The kind of an entry of the catalog.
    enum Kind: String, Sendable, Hashable {
        /// A table with stored rows.
        case table
        /// A table that a SQLite module computes, such as full-text search.
        case virtual
        /// A view: a stored query.
        case view
    }

    /// The path segment of the entry before percent-encoding; see ``SQLiteDatabase/makeTable(at:sectionBy:)``.
    var segment: String { SQLiteDatabase.Configuration.folder(ofTable: name) }

    /// Returns the rules for the visitor; nil for none.
    func rule(in configuration: SQLiteDatabase.Configuration) -> DatabaseTable? {
        configuration.rules?.rule(for: name, isView: kind != .table)
    }
}
