/// A table or view of a database.
public struct CatalogEntry: Sendable, Hashable {
    public var name: String
    public var kind: Kind

    public enum Kind: String, Sendable, Hashable {
        case table
        /// A table that a module computes, such as full-text search.
        case virtual
        case view
    }

    /// The name as one segment of a path, before percent-encoding; see ``SQLiteDatabase/makeTable(at:sectionBy:)``.
    public var segment: String { SQLitePaths.folder(ofTable: name) }
}
