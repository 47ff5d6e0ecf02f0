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
    /// The column of another table that it has the values of; nil for a column of the table itself.
    let label: Label?

    /// What the rows of another table are called.
    struct Label: Sendable, Hashable {
        /// The column that refers to a row of the other table.
        var reference: String
        var table: String
        /// The column of the other table that is referred to, and the one that says what its rows are called.
        var key: String
        var name: String
        /// The type that the latter was declared with.
        var type: String

        /// The label of a row of `t`, or NULL.
        var expression: String {
            "(SELECT l.\(QuotedIdentifier.quoted(name)) FROM \(QuotedIdentifier.quoted(table)) AS l "
                + "WHERE l.\(QuotedIdentifier.quoted(key)) = t.\(QuotedIdentifier.quoted(reference)) LIMIT 1)"
        }
    }

    init(name: String, type: String, primaryKeyIndex: Int = 0, label: Label? = nil) {
        self.label = label
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
        var column = TableViewColumn(
            name, title: label.map { "\($0.reference) \($0.name)" } ?? (name.isEmpty ? "(no name)" : name),
            alignment: isNumeric ? .trailing : .leading,
            numberFormat: isKey ? .plain : .automatic, type: type,
            primaryKeyIndex: primaryKeyIndex > 0 ? primaryKeyIndex : nil)
        column.isQueryable = label == nil
        return column
    }
}
