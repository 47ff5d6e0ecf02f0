import CascadingTable
import TableDatabase

/// Reads the rows of one table within the caller's read transaction.
struct TableReader: Sendable {
    let table: TableDescription
    let queries: TableStatements
    var configuration: SQLiteDatabase.Configuration
    /// The condition of the table's owner, or nil.
    let owned: SQLCondition?

    /// - Parameters:
    ///   - query: The rows to read and their order; nil for all rows in the order of their keys.
    ///   - owned: The condition of the rows that exist for the reader; nil for all.
    init(
        _ table: TableDescription, _ configuration: SQLiteDatabase.Configuration, _ query: TableQuery? = nil,
        where owned: SQLCondition? = nil
    ) {
        self.table = table
        self.configuration = configuration
        self.owned = owned
        queries = TableStatements(table, query, where: owned)
    }

    /// A Boolean value that indicates whether rows have keys. A window is then found by a near key in some
    /// microseconds, anywhere in the table.
    var readsByKey: Bool { !queries.keys.isEmpty }
}
