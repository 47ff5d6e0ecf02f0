#if MariaDB
    public import CascadingTable
    public import TableDatabase

    /// A database of MariaDB or MySQL whose tables, views and rows are served as web tables.
    ///
    /// Rows are read when a page shows them, and never changed. Any number of servers can show one database.
    ///
    /// ```swift
    /// let database = try MariaDBDatabase("mysql://reader:secret@db.example/shop")
    /// try await server.mount("/", database)
    /// ```
    ///
    /// Its methods are thread-safe.
    public final class MariaDBDatabase: Sendable {
        /// The settings for reading and showing the database.
        public let configuration: Configuration
        private let address: MariaDBAddress
        let pool: MariaDBPool
        /// The connections of exports, so that these do not keep pages waiting.
        let exportPool: MariaDBPool
        /// The connections of statements that visitors write, so that these do not take those of pages.
        let statementPool: MariaDBPool
        /// The relations as the user sees them.
        package let known = KnownRelations()
        /// The rules for a visitor; nil for none.
        package let rules: DatabaseTables?

        /// Creates a database. Nothing is connected before it is asked.
        ///
        /// - Parameters:
        ///   - address: An address such as `mysql://USER:PASSWORD@HOST:PORT/DATABASE`. What it leaves out comes from the group
        ///     `client` of `~/.my.cnf`. With `?socket=PATH` the server is reached by a socket of this machine. `?tls=require`
        ///     encrypts connections, and `?tls=verify` checks the server's certificate too.
        ///   - configuration: The settings for reading and showing the database.
        /// - Throws: ``MariaDBError`` if the address is invalid.
        public init(_ address: String, configuration: Configuration = Configuration()) throws {
            self.configuration = configuration
            let server = try MariaDBAddress(address)
            self.address = server
            func pool(_ limit: Int, isOfVisitors: Bool = false) -> MariaDBPool {
                var settings = MariaDBPool.Configuration()
                (settings.limit, settings.isOfVisitors) = (limit, isOfVisitors)
                return MariaDBPool(server, configuration: settings)
            }
            self.pool = pool(configuration.maxConnections)
            exportPool = pool(Self.maxExports)
            statementPool = pool(Self.maxStatements, isOfVisitors: true)
            rules = nil
        }

        private init(_ database: MariaDBDatabase, _ rules: DatabaseTables) {
            var configuration = database.configuration
            configuration.onlyTable = rules.onlyTable ?? configuration.onlyTable
            (self.configuration, address, pool) = (configuration, database.address, database.pool)
            (exportPool, statementPool) = (database.exportPool, database.statementPool)
            self.rules = rules
        }

        package func sharing(_ rules: DatabaseTables) -> MariaDBDatabase { MariaDBDatabase(self, rules) }

        /// The maximum number of exports at a time.
        private static let maxExports = 2
        /// The maximum number of visitors' statements at a time. Others wait.
        private static let maxStatements = 4

        /// The name of the database, shown as the title of the list of tables.
        public var title: String { address.databaseName }

        /// The address of the database, with asterisks in place of its password.
        package var addressWithoutPassword: String { address.description }

        /// The address of the database, with an asterisk in place of each byte of its password.
        package var maskedAddress: String { address.masked }

        /// Connects to the database, for example in a readiness check.
        ///
        /// - Throws: ``MariaDBError``.
        public func check() async throws {
            _ = try await run(SQLStatement("SELECT 1"), within: configuration.queryTimeout)
        }

        /// Returns the table mounted at a path, or nil if no table is mounted there.
        ///
        /// The empty path is the list, `NAME` a table, and `NAME/row/KEY` a row. With ``Configuration/onlyTable``, the empty
        /// path is that table.
        ///
        /// - Parameter path: The segments of the path, after percent-decoding.
        /// - Throws: ``MariaDBError``.
        @TableActor
        public func makeTable(at path: [String]) async throws -> TableView? { try await makeTable(at: path, asOf: nil) }

        /// Returns the rows of a table or view, for a controller with cells and actions of your own.
        ///
        /// - Throws: ``MariaDBError`` if there is none; `TableViewError` if its rows have no key.
        public func rows(of name: String) async throws -> DatabaseRows {
            try await rows(named: RelationName(name))
        }

        /// The settings for how a database is read and shown.
        public struct Configuration: Sendable {
            /// The columns that identify the rows of views, by name: `["orders": ["order_id"]]`. Their values must be unique and
            /// not null. Default: none.
            public var keys: [String: [String]] = [:]
            /// The columns that name the rows of a table, by name: `["people": ["first", "last"]]`. Pages show them beside the
            /// keys that refer to its rows.
            ///
            /// Default: none. Then they are `name`, `title` or `label`, a first and a last name, or the only column beside the
            /// key.
            public var labels: [String: [String]] = [:]
            /// The name of the only table, which is mounted at the root; nil for all tables. Default: nil.
            public var onlyTable: String?
            /// The maximum number of connections. Default: 8. Exports have 2 more, and statements of visitors 4 more.
            public var maxConnections = 8
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
            /// The maximum number of bytes of a value on a page. Default: 64 KiB. Longer values are shown in part.
            public var maxValueBytes = 64 << 10

            /// Creates the default configuration.
            public init() {}
        }
    }

    extension MariaDBDatabase: MountableDatabase {
        /// The pages of all tables, rows and statements.
        public var pages: DatabasePages { DatabasePages(self) }
    }
#endif
