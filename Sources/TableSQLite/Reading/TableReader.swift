/// Reads the rows of one table; immutable, so any thread may use it.
struct TableReader: Sendable {
    let table: TableDescription
    let queries: TableQueries
    let pool: ConnectionPool
    let configuration: SQLiteDatabase.Configuration

    init(_ table: TableDescription, pool: ConnectionPool, configuration: SQLiteDatabase.Configuration) {
        self.table = table
        self.pool = pool
        self.configuration = configuration
        queries = TableQueries(table)
    }
}
