import TableDatabase

/// The paths at which the tables of a database are mounted. All links between their pages are relative.
///
/// | Page | `everyTable` | `onlyTable` |
/// |---|---|---|
/// | the list of tables | `/` | |
/// | a table | `/NAME/` | `/` |
/// | a row | `/NAME/row/KEY/` | `/row/KEY/` |
public enum SQLitePaths: Sendable, Hashable {
    /// The list of tables is mounted at the root, and each table below it.
    case everyTable
    /// One table is mounted at the root. References to rows of other tables have no links.
    case onlyTable(String)

    /// Returns the path segment of a table.
    ///
    /// A table called `undo` is escaped, because `POST /undo/TOKEN` belongs to the list.
    static func folder(ofTable name: String) -> String {
        name == "undo" ? "~75ndo" : PathSegment.escaped(name)
    }

    /// Returns the link from a table to one of its rows.
    func link(toRow key: String) -> String {
        "row/" + PathSegment.percentEncoded(key) + "/"
    }

    /// Returns the link from a table to a row of a table, or nil if that table is not mounted.
    func link(fromTableToRow key: String, of table: String) -> String? {
        switch self {
        case .everyTable: "../\(PathSegment.percentEncoded(Self.folder(ofTable: table)))/\(link(toRow: key))"
        case .onlyTable(let name): QuotedIdentifier.matches(name, table) ? link(toRow: key) : nil
        }
    }
}
