public import Bytes

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
