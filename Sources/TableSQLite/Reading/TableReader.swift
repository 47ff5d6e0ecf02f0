import CascadingTable

/// Reads the rows of one table, within a read transaction that its caller has begun.
struct TableReader: Sendable {
    let table: TableDescription
    let queries: TableQueries
    let configuration: SQLiteDatabase.Configuration

    init(_ table: TableDescription, _ configuration: SQLiteDatabase.Configuration) {
        self.table = table
        self.configuration = configuration
        queries = TableQueries(table)
    }

    /// Whether a window is found by its key from near by, in some microseconds wherever it is.
    var readsByKey: Bool { !queries.keys.isEmpty }
}
