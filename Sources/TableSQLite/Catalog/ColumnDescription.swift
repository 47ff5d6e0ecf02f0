import CascadingTable

/// A column of a table or view.
struct ColumnDescription: Sendable, Hashable {
    let name: String
    /// As it was declared; empty for none.
    let type: String
    /// Its place in the primary key, from 1; 0 outside of it.
    let primaryKeyIndex: Int
    /// Whether 0 and 1 in it are truth values.
    let isBoolean: Bool

    init(name: String, type: String, primaryKeyIndex: Int = 0) {
        self.name = name
        self.type = type
        self.primaryKeyIndex = primaryKeyIndex
        isBoolean = ["BOOL", "BOOLEAN"].contains(type.uppercased())
    }

    /// Whether it is declared to hold numbers. SQLite counts dates and truth values as such; a reader does not.
    var isNumeric: Bool {
        let type = type.uppercased()
        return ["INT", "REAL", "FLOA", "DOUB", "DEC", "NUM"].contains(where: type.contains)
            && !["CHAR", "CLOB", "TEXT", "POINT"].contains(where: type.contains)
    }

    /// - Parameter isKey: whether its numbers are names of rows.
    func tableViewColumn(isKey: Bool) -> TableViewColumn {
        TableViewColumn(
            name, title: name.isEmpty ? "(no name)" : name, alignment: isNumeric ? .trailing : .leading,
            numberFormat: isKey ? .plain : .automatic, type: type,
            primaryKeyIndex: primaryKeyIndex > 0 ? primaryKeyIndex : nil)
    }
}
