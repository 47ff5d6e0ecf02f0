import CascadingTable
import TableDatabase

extension RelationColumn {
    /// Creates a column of SQLite.
    ///
    /// - Parameters:
    ///   - name: The name.
    ///   - type: The declared type, or an empty text.
    ///   - isNotNull: Whether the column is declared `NOT NULL`.
    ///   - isComparedByBytes: Whether texts are compared by bytes, because only the owner's program has the collation of
    ///     the column.
    ///   - problem: The reason why SQLite cannot compute the values; nil if it can.
    init(
        _ name: String, declared type: String, isNotNull: Bool = false, isComparedByBytes: Bool = false,
        problem: String? = nil
    ) {
        let words = type.uppercased()
        func names(_ parts: String...) -> Bool { parts.contains(where: words.contains) }
        let isText = names("CHAR", "CLOB", "TEXT")
        // SQLite also counts dates and Boolean values as numbers. A reader does not.
        let isNumeric = names("INT", "REAL", "FLOA", "DOUB", "DEC", "NUM") && !isText && !names("POINT")
        let affinity: SQLColumn.Kind.Affinity =
            names("INT") ? .number : isText ? .text : type.isEmpty || names("BLOB") ? .none : .number
        let isBoolean = ["BOOL", "BOOLEAN"].contains(words)
        self.init(name, type: type, isNumeric ? .numeric : .text)
        // A column of SQLite takes values of every kind.
        kind = nil
        hasNumbers = isNumeric ? true : affinity == .text ? false : nil
        isNullable = !isNotNull
        isQueryable = problem == nil
        self.problem = problem
        if let problem { title = "\(title) (cannot be computed: \(problem))" }
        sql = SQLColumn(
            name, SQLColumn.Kind(.declared(affinity, isBoolean: isBoolean)),
            expression: problem != nil ? "NULL" : "\(expression)\(isComparedByBytes ? " COLLATE BINARY" : "")",
            isSearched: !isBoolean && isQueryable)
    }

    var affinity: SQLColumn.Kind.Affinity {
        if case .declared(let affinity, _) = sql.kind.base { affinity } else { .none }
    }

    /// A Boolean value that indicates whether the values 0 and 1 are Boolean values.
    var isBoolean: Bool { if case .declared(_, isBoolean: true) = sql.kind.base { true } else { false } }

    /// The declared type, and the reason why the values cannot be computed.
    var typeAndProblem: String {
        [type.isEmpty ? nil : type, problem.map { "cannot be computed: \($0)" }].compactMap(\.self)
            .joined(separator: ", ")
    }
}

extension DatabaseTable {
    /// The columns that SQLite computes.
    var columnsInSQLite: [RelationColumn] {
        computedColumns.map { computed in
            let type =
                switch computed.kind.base {
                case .number: "NUMERIC"
                case .integer: "INTEGER"
                case .boolean: "BOOLEAN"
                case .text, .date, .declared: "TEXT"
                }
            var column = RelationColumn(computed.name, declared: type)
            (column.type, column.sql.expression) = ("", "(\(computed.sql))")
            return column
        }
    }
}
