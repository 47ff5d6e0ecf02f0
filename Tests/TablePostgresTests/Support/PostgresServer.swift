import Synchronization
import TableDatabase
import TestSupport
import Testing

@testable import TablePostgres

/// A PostgreSQL server of its own, which `script/postgres` starts.
final class PostgresServer: Sendable {
    /// The server that most tests share.
    static var shared: PostgresServer { get async throws { try await sharedTask.value } }
    private static let sharedTask = Task { try await PostgresServer() }

    /// The address of the database `postgres`, with the password `secret-word`.
    let address: String
    /// The address of the same database through pgbouncer, or on the standby; nil without them.
    let otherAddress: String?
    private let script: ServerScript
    private let count = Atomic(0)

    /// Starts a server.
    ///
    /// - Parameter other: The program to start beside it, `pgbouncer` or `standby`.
    init(beside other: String? = nil) async throws {
        script = try await ServerScript(
            "postgres", other.map { ["--\($0)"] } ?? [], addresses: other == nil ? 1 : 2)
        address = script.addresses[0]
        otherAddress = other == nil ? nil : script.addresses[1]
    }

    /// Stops the server, and returns when it has ended.
    func stop() async throws { try await script.stop() }

    /// Starts the server after ``stop()``, and returns when it accepts connections.
    func start() async throws { try await script.start() }

    /// Returns the address of a new database with the tables of the script.
    func database(_ script: String..., encoding: String = "UTF8") async throws -> String {
        let name = "test_\(count.add(1, ordering: .relaxed).newValue)"
        let other = encoding == "UTF8" ? "" : " ENCODING '\(encoding)' LOCALE 'C' TEMPLATE template0"
        try await run("CREATE DATABASE \(name)\(other)")
        let address = address.replacing(/postgres$/, with: name)
        try await Self.run(script, at: address)
        return address
    }

    /// Runs statements in the database `postgres`.
    func run(_ statements: String...) async throws { try await Self.run(statements, at: address) }

    /// Runs statements in the database of an address.
    static func run(_ statements: [String], at address: String) async throws {
        let pool = try PostgresPool(writingTo: address)
        for statement in statements {
            _ = try await pool.run(SQLStatement(statement), within: .seconds(60))
        }
        await pool.close()
    }
}

extension PostgresPool {
    /// Creates a pool that may write.
    nonisolated convenience init(writingTo address: String) throws {
        var configuration = Configuration()
        configuration.isReadOnly = false
        self.init(try PostgresAddress(address), configuration: configuration)
    }

    /// Runs a body in a transaction, which is committed when the body returns, and rolled back when it throws.
    nonisolated func withTransaction<Result: Sendable>(
        _ options: PostgresTransactionOptions = PostgresTransactionOptions(isolation: .repeatableRead),
        within time: Duration, _ body: (PostgresTransaction) async throws -> Result
    ) async throws -> Result {
        let transaction = try await begin(options, within: time)
        let result = try await body(transaction)
        _ = try await transaction.run(SQLStatement("COMMIT"), within: time)
        return result
    }

    /// Runs a statement and returns its rows as texts.
    func rows(_ sql: String, _ arguments: [SQLValue] = [], within time: Duration = .seconds(20)) async throws
        -> [[String?]]
    {
        try await run(SQLStatement(sql, arguments), within: time).rows
    }
}

extension SQLResult {
    /// The values as texts.
    var rows: [[String?]] { (0..<rowCount).map { row in (0..<columnCount).map { string(row, $0) } } }
}

extension String {
    /// The statements of a script. A semicolon at the end of a line ends a statement.
    var statements: [String] { split(separator: ";\n").map(String.init) }
}
