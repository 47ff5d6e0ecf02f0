import CascadingTable

/// Reads the rows of one table, within a read transaction that its caller has begun.
struct TableReader: Sendable {
    let table: TableDescription
    let queries: TableStatements
    let configuration: SQLiteDatabase.Configuration

    /// - Parameter query: The rows to read and their order; nil for all rows in the order of their keys.
    init(_ table: TableDescription, _ configuration: SQLiteDatabase.Configuration, _ query: TableQuery? = nil) {
        self.table = table
        self.configuration = configuration
        queries = TableStatements(table, query)
    }

    /// Whether a window is found by its key from near by, in some microseconds wherever it is.
    var readsByKey: Bool { !queries.keys.isEmpty }
}
