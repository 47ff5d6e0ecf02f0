public import CascadingTable
public import TableDatabase

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

/// A row of a table or view, in the closures of ``SQLiteRowOptions``.
public typealias SQLiteRow = DatabaseRow

/// Titles, cells, actions and forms of your own, for ``SQLiteDatabase/makeTable(named:where:sectionBy:configure:)``.
///
/// The module never writes. Closures that change rows write with a connection of your own. The table is read again after
/// them. Each closure gets the row as it is shown, and its identifier, never a row number.
@TableActor
public struct SQLiteRowOptions {
    /// Returns the columns to show, in their order, from those of the table. Nil for all. Default: nil.
    ///
    /// A column that is left out is in no page and no export. A search looks at it all the same.
    public var columns: (([TableViewColumn]) -> [TableViewColumn])?
    /// Returns the cell of a row. Nil for the values of the columns. Default: nil.
    public var cell: ((SQLiteRow) -> TableViewCell)?
    /// Runs when a row is selected. Nil to follow the link of its cell. Default: nil.
    public var didSelect: ((TableView, SQLiteRow) async throws -> Void)?
    /// Returns the actions of a row. Nil for none. Default: nil.
    public var actions: ((SQLiteRow) -> [TableViewRowAction])?
    /// Returns the fields of the form that edits a row. Nil for no form. Default: nil.
    public var fields: ((SQLiteRow) -> [TableViewEditableField])?
    /// Changes a row to the values of its form. Default: nil.
    public var update: ((SQLiteRow, [String: String]) async throws -> Void)?
    /// Deletes a row. Nil for rows that cannot be deleted. Default: nil.
    public var delete: ((SQLiteRow) async throws -> Void)?
    /// The fields of the form for a new row. Empty for no form. Default: empty.
    public var fieldsOfNewRow: [TableViewEditableField] = []
    /// Adds a row with the values of the form. Default: nil.
    public var insert: (([String: String]) async throws -> Void)?

    /// A Boolean value that indicates whether rows are shown as they are stored, in batches.
    var showsStoredRows: Bool {
        columns == nil && cell == nil && actions == nil && fields == nil && delete == nil && fieldsOfNewRow.isEmpty
    }
}
