import CascadingTable

/// Reads the rows of one table, within a read transaction that its caller has begun.
struct TableReader: Sendable {
    let table: TableDescription
    let queries: TableQueries
    let paths: SQLitePaths

    init(_ table: TableDescription, paths: SQLitePaths) {
        self.table = table
        self.paths = paths
        queries = TableQueries(table)
    }

    /// Whether a window is found by its key from near by, in some microseconds wherever it is.
    var readsByKey: Bool { !queries.keys.isEmpty }
}
