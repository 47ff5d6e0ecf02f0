import CascadingTable

/// Reads the rows of one table within the caller's read transaction.
struct TableReader: Sendable {
    let table: TableDescription
    let queries: TableStatements
    var configuration: SQLiteDatabase.Configuration

    /// - Parameter query: The rows to read and their order; nil for all rows in the order of their keys.
    init(_ table: TableDescription, _ configuration: SQLiteDatabase.Configuration, _ query: TableQuery? = nil) {
        self.table = table
        self.configuration = configuration
        queries = TableStatements(table, query)
    }

    /// A Boolean value that indicates whether rows have keys. A window is then found by a near key in some
    /// microseconds, anywhere in the table.
    var readsByKey: Bool { !queries.keys.isEmpty }
}
