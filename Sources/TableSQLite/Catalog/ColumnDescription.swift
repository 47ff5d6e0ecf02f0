import CascadingTable
import TableDatabase

/// A column of a table or view.
struct ColumnDescription: Sendable, Hashable {
    let name: String
    /// The declared type, or an empty string.
    let type: String
    /// The position in the primary key, from 1; 0 for other columns.
    let primaryKeyIndex: Int
    /// A Boolean value that indicates whether the column is declared `NOT NULL`.
    let isNotNull: Bool
    /// A Boolean value that indicates whether the values 0 and 1 are Boolean values.
    let isBoolean: Bool
    /// The column of another table whose values this column has, or nil for a column of the table itself.
    let label: Label?
    /// A Boolean value that indicates whether texts are compared by bytes, because only the owner's program has the
    /// collation of the column.
    let isComparedByBytes: Bool
    /// The reason why SQLite cannot compute the values, or nil.
    let problem: String?
    /// A Boolean value that indicates whether the first values of a column without a type are numbers.
    var beginsWithNumbers = false

    /// The column that contains the labels of another table's rows.
    struct Label: Sendable, Hashable {
        /// The column that refers to a row of the other table.
        var reference: String
        var table: String
        /// The expression for the referenced column of the other table's row `l`.
        var key: String
        /// The columns of the other table that contain the labels.
        var names: [String]
        /// The declared type of the label column.
        var type: String

        var title: String { "\(reference) \(names.joined(separator: " "))" }

        /// The SQL expression for the label of a row of `t`, or NULL.
        var expression: String {
            let columns = names.map { "l.\(QuotedIdentifier.quoted($0))" }
            let label =
                columns.count == 1
                ? columns[0] : "trim(\(columns.map { "coalesce(\($0), '')" }.joined(separator: " || ' ' || ")))"
            return "(SELECT \(label) FROM \(QuotedIdentifier.quoted(table)) AS l "
                + "WHERE \(key) = t.\(QuotedIdentifier.quoted(reference)) LIMIT 1)"
        }
    }

    init(
        name: String, type: String, primaryKeyIndex: Int = 0, isNotNull: Bool = false, label: Label? = nil,
        isComparedByBytes: Bool = false, problem: String? = nil
    ) {
        self.isNotNull = isNotNull
        self.label = label
        self.isComparedByBytes = isComparedByBytes
        self.problem = problem
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

    /// Returns the SQL expression for the value of a row. A value that cannot be computed is NULL.
    ///
    /// - Parameter row: The alias of the table.
    func expression(in row: String = "t") -> String {
        if problem != nil { return "NULL" }
        return label?.expression
            ?? "\(row).\(QuotedIdentifier.quoted(name))\(isComparedByBytes ? " COLLATE BINARY" : "")"
    }

    /// The declared type, and the reason why the values cannot be computed.
    var typeAndProblem: String {
        let parts = [type.isEmpty ? nil : type, problem.map { "cannot be computed: \($0)" }]
        return parts.compactMap(\.self).joined(separator: ", ")
    }

    /// Returns the column as pages show it.
    ///
    /// - Parameter isKey: Whether its numbers identify rows.
    func tableViewColumn(isKey: Bool) -> TableViewColumn {
        let title = label.map(\.title) ?? (name.isEmpty ? "(no name)" : name)
        var column = TableViewColumn(
            name, title: problem.map { "\(title) (cannot be computed: \($0))" } ?? title,
            alignment: isNumeric || beginsWithNumbers ? .trailing : .leading,
            numberFormat: isKey ? .plain : .automatic, type: type,
            primaryKeyIndex: primaryKeyIndex > 0 ? primaryKeyIndex : nil)
        column.isQueryable = label == nil && problem == nil
        column.isNullable = !isNotNull
        if affinity == .text { column.hasNumbers = false }
        if beginsWithNumbers { column.hasNumbers = nil }
        return column
    }
}
