import TableDatabase

/// A table of the schema `cascade` in which servers share something. It is made when something is stored.
struct PostgresSharedTable: Sendable {
    let pool: PostgresPool
    /// The statement that makes the table.
    let creation: String
    static let timeLimit = Duration.seconds(5)

    /// - Throws: ``PostgresError`` if libpq does not understand the address.
    init(_ address: String, maxConnections: Int, creation: String) throws {
        var configuration = PostgresPool.Configuration()
        configuration.limit = maxConnections
        configuration.isReadOnly = false
        configuration.repeatsWrites = true
        pool = PostgresPool(try PostgresAddress(address), configuration: configuration)
        self.creation = creation
    }

    /// Runs a statement, and creates the table if it is missing. Otherwise a missing table has no result.
    func run(_ sql: String, _ arguments: [SQLValue], createsTable: Bool) async throws -> PostgresResult? {
        var attempts = 0
        while true {
            attempts += 1
            do {
                return try await pool.run(SQLStatement(sql, arguments), within: Self.timeLimit)
            } catch let error as PostgresError where error.code == "42P01" && attempts < 5 {
                guard createsTable else { return nil }
                let statements = [SQLStatement("CREATE SCHEMA IF NOT EXISTS cascade"), SQLStatement(creation)]
                let options = PostgresTransactionOptions(isReadOnly: false)
                do {
                    _ = try await pool.run(statements, options, within: Self.timeLimit)
                } catch let error as PostgresError where error.isOfRace {
                    continue
                }
            } catch let error as PostgresError where error.code == "25006" {
                // A pooler between has not found the new primary yet.
                throw PostgresError("57P03", reason: error.reason)
            }
        }
    }
}

extension PostgresError {
    /// A Boolean value that indicates whether another server creates the same schema or table at this moment.
    var isOfRace: Bool { ["23505", "42P06", "42P07"].contains(code) }
}
