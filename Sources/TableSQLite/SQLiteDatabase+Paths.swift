import TableDatabase

/// The paths at which tables and rows are mounted. All links between their pages are relative.
extension SQLiteDatabase.Configuration {
    /// Returns the path segment of a table.
    ///
    /// A table called `undo` is escaped, because `POST /undo/TOKEN` belongs to the list.
    static func folder(ofTable name: String) -> String {
        name == "undo" ? "~75ndo" : PathSegment.escaped(name)
    }

    /// Returns the link from a table to one of its rows.
    static func link(toRow key: String) -> String { "row/" + PathSegment.percentEncoded(key) + "/" }

    /// Returns the link from a table to a row of a table, or nil if that table is not mounted.
    func link(fromTableToRow key: String, of table: String) -> String? {
        let row = Self.link(toRow: key)
        guard let onlyTable else { return "../\(PathSegment.percentEncoded(Self.folder(ofTable: table)))/\(row)" }
        return QuotedIdentifier.matches(onlyTable, table) ? row : nil
    }
}
