/// Where the tables of a database are mounted, seen from their pages: every link between them is relative.
///
/// | Page | `everyTable` | `onlyTable` |
/// |---|---|---|
/// | the list of tables | `/` | |
/// | a table | `/NAME/` | `/` |
/// | a row | `/NAME/row/KEY/` | `/row/KEY/` |
public enum SQLitePaths: Sendable, Hashable {
    /// The list of tables at the root, and each table below it.
    case everyTable
    /// One table at the root; what it refers to in other tables is not linked.
    case onlyTable(String)

    /// From the list to a table.
    func link(toTable name: String) -> String {
        PathSegment.percentEncoded(Self.folder(ofTable: name)) + "/"
    }

    /// The segment that stands for a table.
    ///
    /// A table called `undo` is escaped, because `POST /undo/TOKEN` belongs to the list.
    static func folder(ofTable name: String) -> String {
        name == "undo" ? "~75ndo" : PathSegment.escaped(name)
    }

    /// From a table to one of its rows.
    func link(toRow key: String) -> String {
        "row/" + PathSegment.percentEncoded(key) + "/"
    }

    /// From a row to a row of a table, or nil where that table is not mounted.
    func link(fromRowToRow key: String, of table: String) -> String? {
        switch self {
        case .everyTable: "../../../" + link(toTable: table) + link(toRow: key)
        case .onlyTable(let name): QuotedIdentifier.matches(name, table) ? "../../" + link(toRow: key) : nil
        }
    }
}
