/// The tables whose rows visitors can change, in the configuration of a database.
public enum EditableTables: Sendable, Hashable {
    /// None.
    case none
    /// All tables with stored rows, as far as the database lets the server change them.
    case all
    /// The tables of these names. In PostgreSQL, the name of one outside of `public` begins with its schema: `sales.orders`.
    case named([String])

    /// Returns whether the rows of a table can be changed. Those of the history and the views cannot.
    ///
    /// - Parameter isName: A closure that returns whether a name is that of the table.
    package func contains(where isName: (String) -> Bool) -> Bool {
        guard !isName(EditHistory.tableName), !isName(ViewTable.tableName) else { return false }
        return switch self {
        case .none: false
        case .all: true
        case .named(let names): names.contains(where: isName)
        }
    }
}
