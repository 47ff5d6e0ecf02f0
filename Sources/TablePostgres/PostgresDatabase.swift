import Bytes
import CascadingTable
public import CoreMetrics
import LocalizedMessages
public import TableDatabase

/// A PostgreSQL database whose tables, views and rows are served as web tables.
///
/// Rows are read when a page shows them, and changed only in the tables of ``Configuration/editableTables``. Any number of servers can show one database.
///
/// ```swift
/// let database = try PostgresDatabase("postgres://reader@db.example/shop")
/// server.mount("/orders/", try await database.makeTable(named: "orders"))
/// ```
///
/// Its methods are thread-safe.
public final class PostgresDatabase: Sendable {
    /// The settings for reading and showing the database.
    public let configuration: Configuration
    let address: PostgresAddress
    let pool: PostgresPool
    /// The connections of exports, so that these do not keep pages waiting.
    let exportPool: PostgresPool
    /// The connections of changes; nil if no table can be changed.
    let editPool: PostgresPool?
    /// The connections of statements that visitors write, so that these do not take those of pages.
    private let statementPool: PostgresPool
    /// The settings of each transaction, in order; empty for statements without transactions.
    let settings: [PostgresTransactionOptions.Setting]
    /// The rules for a visitor; nil for none.
    package let rules: DatabaseTables?
    let shown: ShownTables
    /// The relations as the role sees them.
    package let known = KnownRelations()

    /// Creates a database. Nothing is connected before it is asked.
    ///
    /// - Parameters:
    ///   - address: A connection string or URI of libpq (https://www.postgresql.org/docs/15/libpq-connect.html), also
    ///     with several hosts. What it leaves out comes from the environment, such as `PGPASSFILE`.
    ///   - configuration: The settings for reading and showing the database.
    /// - Throws: ``PostgresError`` if libpq does not understand the address.
    public init(_ address: String, configuration: Configuration = Configuration()) throws {
        self.configuration = configuration
        let server = try PostgresAddress(address)
        self.address = server
        func pool(
            _ name: String, _ limit: Int, primary: PostgresPool? = nil, writes: Bool = false, readsPrimary: Bool = false
        ) -> PostgresPool {
            var settings = PostgresPool.Configuration()
            (settings.limit, settings.isReadOnly, settings.readsPrimary) = (limit, !writes, readsPrimary)
            settings.metrics = configuration.metrics.map { ($0, name) }
            return PostgresPool(server, configuration: settings, primary: primary)
        }
        let isEditable = configuration.editableTables != .none
        let primary = isEditable ? pool("primary", configuration.maxConnections, readsPrimary: true) : nil
        self.pool = pool("pages", configuration.maxConnections, primary: primary)
        exportPool = pool("exports", Self.maxExports, primary: primary)
        statementPool = pool("statements", Self.maxStatements, primary: primary)
        editPool = isEditable ? pool("edits", Self.maxEdits, writes: true) : nil
        (settings, rules) = ([], nil)
        shown = ShownTables()
    }

    private init(
        _ database: PostgresDatabase, _ settings: [PostgresTransactionOptions.Setting], _ rules: DatabaseTables?
    ) {
        var configuration = database.configuration
        configuration.onlyTable = rules?.onlyTable ?? configuration.onlyTable
        (self.configuration, address, pool) = (configuration, database.address, database.pool)
        (exportPool, editPool, statementPool) = (database.exportPool, database.editPool, database.statementPool)
        (self.settings, self.rules, shown) = (settings, rules, database.shown)
    }

    package func sharing(_ rules: DatabaseTables) -> PostgresDatabase { PostgresDatabase(self, settings, rules) }

    package func asRole(_ role: String) -> PostgresDatabase? { acting(as: role) }

    /// Returns the database as a role sees it, for the tables of one visitor. It shares the connections.
    ///
    /// ```swift
    /// server.mount("/orders/", forEach: .visitor) { visitor, _ in
    ///     guard let account = visitor.user as? Account else { throw HTTPError(.unauthorized, "Log in first.") }
    ///     return try await database.acting(as: "customer", claims: #"{"sub": "\(account.id)"}"#)
    ///         .makeTable(named: "orders")
    /// }
    /// ```
    ///
    /// Each transaction sets the role and `request.jwt.claims`, as PostgREST does, so policies of row-level security that
    /// are written for it hold: `USING (owner = current_setting('request.jwt.claims')::json ->> 'sub')`. Tables of two
    /// roles share no rows and counts in memory.
    ///
    /// - Parameters:
    ///   - role: The role, of which the role of the address is a member.
    ///   - claims: The claims about the visitor, as JSON. Default: nil, none.
    public func acting(as role: String, claims: String? = nil) -> PostgresDatabase {
        let claims = claims.map { [PostgresTransactionOptions.Setting(name: "request.jwt.claims", value: $0)] } ?? []
        return PostgresDatabase(self, [.init(name: "role", value: role)] + claims, rules)
    }

    /// Runs statements as the role of this database.
    func run(_ statements: [SQLStatement], within time: Duration) async throws -> [PostgresResult] {
        try await pool.run(statements, settings.isEmpty ? nil : options(.readCommitted), within: time)
    }

    /// Runs a statement as the role of this database.
    package func run(_ statement: SQLStatement, within time: Duration) async throws -> any SQLResult {
        if time < .seconds(1) { return try await runShortly(statement, within: time) }
        return settings.isEmpty
            ? try await pool.run(statement, within: time) : try await run([statement], within: time)[0]
    }

    /// The maximum number of visitors' statements at a time. Others wait.
    private static let maxStatements = 4

    /// Runs a statement of which nothing stays.
    func revert(_ statement: SQLStatement, within time: Duration) async throws -> PostgresResult {
        var options = options(.readCommitted)
        options.isUndone = true
        options.settings.append(.limit("statement", time))
        return try await statementPool.run([statement], options, within: time + .seconds(1))[0]
    }

    /// Runs a statement that the server itself stops. To cancel a statement takes another connection.
    private func runShortly(_ statement: SQLStatement, within time: Duration) async throws -> PostgresResult {
        var options = options(.readCommitted)
        options.settings.append(.limit("statement", time))
        return try await pool.run([statement], options, within: configuration.queryTimeout)[0]
    }

    /// The maximum number of exports at a time.
    private static let maxExports = 2

    package func beginSnapshot() async throws -> any RelationSnapshot {
        try await exportPool.begin(options(.repeatableRead), within: configuration.queryTimeout)
    }

    /// The maximum number of transactions that change rows at a time. Others wait.
    private static let maxEdits = 4

    /// Has the pages, exports and statements show a change that was made just now.
    func didChange() async { for pool in [pool, exportPool, statementPool] { await pool.didChange() } }

    /// Begins a transaction that changes rows.
    func beginEdit(in pool: PostgresPool) async throws -> PostgresTransaction {
        var options = options(.readCommitted)
        options.isReadOnly = false
        options.settings.append(.limit("statement", configuration.queryTimeout))
        options.settings.append(.limit("idle_in_transaction_session", .seconds(60)))
        return try await pool.begin(options, within: configuration.queryTimeout)
    }

    private func options(_ isolation: PostgresIsolation) -> PostgresTransactionOptions {
        PostgresTransactionOptions(isolation: isolation, settings: settings)
    }

    /// The name of the database, shown as the title of the list of tables.
    public var title: String { address.databaseName ?? "PostgreSQL" }

    /// Connects to the database, for example in a readiness check.
    ///
    /// - Throws: ``PostgresError``.
    public func check() async throws {
        _ = try await run(SQLStatement("SELECT 1"), within: configuration.queryTimeout)
    }

    /// Returns the names of all tables and views that the role can read. The name of one outside of `public` begins with its
    /// schema: `sales.orders`.
    ///
    /// - Throws: ``PostgresError``.
    public func tableNames() async throws -> [String] { try await relations().map(\.title) }

    var catalog: PostgresCatalog {
        PostgresCatalog(database: self, keys: configuration.keys)
    }

    /// The settings for how a database is read and shown.
    public struct Configuration: Sendable {
        /// The columns that identify the rows of views and foreign tables, by name: `["orders": ["order_id"]]`. Their
        /// values must be unique and not null.
        ///
        /// The name of a table outside of `public` begins with its schema: `sales.orders`. Default: none.
        public var keys: [String: [String]] = [:]
        /// The columns that name the rows of a table, by name: `["people": ["first", "last"]]`. Pages show them beside the
        /// keys that refer to its rows.
        ///
        /// Default: none. Then they are `name`, `title` or `label`, a first and a last name, or the only column beside the
        /// key.
        public var labels: [String: [String]] = [:]
        /// The tables whose rows visitors can change, as far as the role may. Default: none.
        public var editableTables = EditableTables.none
        /// The history of edited rows that the database keeps. Default: none.
        public var history: EditHistory?
        /// The name of the only table, which is mounted at the root; nil for all tables. Default: nil.
        public var onlyTable: String?
        /// The maximum number of connections. Default: 10. Exports have 2 more, statements of visitors 4 more,
        /// and changes 4 more.
        public var maxConnections = 10
        /// The backend of the metrics about connections, such as the server's `PrometheusMetrics`. Default: nil, none.
        public var metrics: (any MetricsFactory)?
        /// The maximum time to read a page or a row. Default: 10 seconds.
        public var queryTimeout = Duration.seconds(10)
        /// The maximum time to count the rows of a query for a page. Default: 20 milliseconds.
        ///
        /// Afterwards the page shows the estimate of the server.
        public var countTimeout = Duration.milliseconds(20)
        /// The maximum time to group all rows of a table (`_group`, `_stats`, `_facet`). Default: 2 seconds.
        ///
        /// Afterwards the first 100,000 rows are grouped, and the page says so. With `_complete=1` the limit is ten times
        /// as long, at least ``queryTimeout``.
        public var groupingTimeout = Duration.seconds(2)
        var completeGroupingTimeout: Duration { max(groupingTimeout * 10, queryTimeout) }
        /// The maximum number of bytes of a value on a page. Default: 64 KiB. Longer values are shown in part.
        public var maxValueBytes = 64 << 10

        /// Creates a configuration.
        ///
        /// - Parameters:
        ///   - editableTables: The tables whose rows visitors can change. Default: none.
        ///   - history: The history of edited rows that the database keeps. Default: none.
        public init(editableTables: EditableTables = .none, history: EditHistory? = nil) {
            (self.editableTables, self.history) = (editableTables, history)
        }
    }
}

extension PostgresDatabase: MountableDatabase {
    /// The pages of all tables, rows and statements.
    public var pages: DatabasePages { DatabasePages(self) }
}
