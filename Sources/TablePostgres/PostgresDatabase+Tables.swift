import Bytes
public import CascadingTable
public import TableDatabase

extension PostgresDatabase {
    /// Returns a table that lists all tables and views that the role can read.
    ///
    /// - Throws: ``PostgresError``.
    @TableActor
    public func makeListTable() async throws -> TableView { try await makeListTable([]) }

    /// Returns a table with the rows of a table or view.
    ///
    /// - Parameters:
    ///   - name: The name of a table or view.
    ///   - schema: Its schema. Default: `public`.
    /// - Throws: ``PostgresError`` with the code `42P01` if there is none that the role can read.
    @TableActor
    public func makeTable(named name: String, in schema: String = "public") async throws -> TableView {
        try await makeTable(of: RelationName(postgres: name, in: schema))
    }

    /// Returns the rows of a table or view, for a controller with cells and actions of your own.
    ///
    /// - Parameters:
    ///   - name: The name of a table or view.
    ///   - schema: Its schema. Default: `public`.
    /// - Throws: ``PostgresError`` with the code `42P01` if there is none that the role can read; `TableViewError` if its rows
    ///   have no key.
    public func rows(of name: String, in schema: String = "public") async throws -> DatabaseRows {
        try await rows(named: RelationName(postgres: name, in: schema))
    }

    /// Returns a table with the columns of one row.
    ///
    /// - Parameters:
    ///   - name: The name of a table or view.
    ///   - schema: Its schema. Default: `public`.
    ///   - key: The identifier of the row in the table of its rows.
    /// - Throws: ``PostgresError``; `TableViewError` with `noSuchRow`.
    @TableActor
    public func makeRowTable(table name: String, in schema: String = "public", key: String) async throws -> TableView {
        try await makeRowTable(ofRow: key, in: RelationName(postgres: name, in: schema))
    }

    /// Returns the table mounted at a path, or nil if no table is mounted there.
    ///
    /// The empty path is the list, `NAME` a table of the schema `public`, `SCHEMA.NAME` another one, and `NAME/row/KEY` a
    /// row. With ``Configuration/onlyTable``, the empty path is that table.
    ///
    /// - Parameter path: The segments of the path, after percent-decoding.
    /// - Throws: ``PostgresError``.
    @TableActor
    public func makeTable(at path: [String]) async throws -> TableView? { try await makeTable(at: path, asOf: nil) }

    package func editing(of relation: Relation, record: String?) async throws -> TableEditing? {
        guard let editPool else { return nil }
        guard configuration.editableTables.contains(where: relation.title.isExactly) else {
            return TableEditing(nil, record: record)
        }
        guard let whole = try await wholeRelation(relation.name, readWithin: nil) else {
            throw noSuchRelation(relation.name)
        }
        let table = try await PostgresWritableTable(whole, in: self)
        var editing = TableEditing(
            table.isEditable ? RelationEditor(PostgresEditing(table, in: self, editPool)) : nil, record: record)
        editing.refusedKinds = table.refusedKinds
        editing.apply(table.editable.rule)
        return editing
    }

    /// Returns whether the role can change rows of a table.
    ///
    /// - Parameter title: The name of the table. The name of one outside of `public` begins with its schema.
    package func canEdit(_ title: String) async throws -> Bool {
        guard configuration.editableTables.contains(where: title.isExactly),
            let relation = try await relations().first(where: { $0.title.isExactly(title) })
        else { return false }
        return try await PostgresWritableTable(relation, in: self).isEditable
    }
}
