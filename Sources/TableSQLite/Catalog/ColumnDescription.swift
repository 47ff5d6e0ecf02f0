import CascadingTable

/// A column of a table or view.
struct ColumnDescription: Sendable, Hashable {
    let name: String
    /// The declared type, or an empty string.
    let type: String
    /// The position in the primary key, from 1; 0 for other columns.
    let primaryKeyIndex: Int
    /// A Boolean value that indicates whether the values 0 and 1 are Boolean values.
    let isBoolean: Bool
    /// The column of another table whose values this column has, or nil for a column of the table itself.
    let label: Label?

    /// The column that contains the labels of another table's rows.
    struct Label: Sendable, Hashable {
        /// The column that refers to a row of the other table.
        var reference: String
        var table: String
        /// The referenced column of the other table.
        var key: String
        /// The column of the other table that contains the labels.
        var name: String
        /// The declared type of the label column.
        var type: String

        /// The SQL expression for the label of a row of `t`, or NULL.
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

    /// A Boolean value that indicates whether the declared type is a number for a reader. SQLite also counts dates and
    /// Boolean values as numbers.
    var isNumeric: Bool {
        let type = type.uppercased()
        return ["INT", "REAL", "FLOA", "DOUB", "DEC", "NUM"].contains(where: type.contains)
            && !["CHAR", "CLOB", "TEXT", "POINT"].contains(where: type.contains)
    }

    /// Returns the column as pages show it.
    ///
    /// - Parameter isKey: Whether its numbers identify rows.
    func tableViewColumn(isKey: Bool) -> TableViewColumn {
        var column = TableViewColumn(
            name, title: label.map { "\($0.reference) \($0.name)" } ?? (name.isEmpty ? "(no name)" : name),
            alignment: isNumeric ? .trailing : .leading,
            numberFormat: isKey ? .plain : .automatic, type: type,
            primaryKeyIndex: primaryKeyIndex > 0 ? primaryKeyIndex : nil)
        column.isQueryable = label == nil
        if affinity == .text { column.hasNumbers = false }
        return column
    }
}
