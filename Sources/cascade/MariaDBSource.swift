#if MariaDB
    import CLibrary
    import CascadingTable
    import TableDatabase
    import TableMariaDB
    import TablePostgres
    import TableServer

    /// A database of MariaDB or MySQL whose tables are shown or exported.
    struct MariaDBSource {
        private let database: MariaDBDatabase

        /// - Parameters:
        ///   - source: The address of the database. There is no source of this kind for other texts.
        ///   - table: The only table to serve; nil for all tables.
        ///   - keys: The columns that identify the rows of views, by name.
        ///   - labels: The columns that name the rows of tables, by name.
        ///   - queryTimeout: The time limit of a query.
        init?(
            _ source: String, table: String?, keys: [String: [String]] = [:], labels: [String: [String]] = [:],
            queryTimeout: Duration
        ) throws {
            guard Self.isAddress(source) else { return nil }
            var configuration = MariaDBDatabase.Configuration()
            (configuration.onlyTable, configuration.queryTimeout) = (table, queryTimeout)
            (configuration.keys, configuration.labels) = (keys, labels)
            database = try MariaDBDatabase(source, configuration: configuration)
            ProcessArguments.replace(source, with: database.maskedAddress)
        }

        static func isAddress(_ source: String) -> Bool {
            source.hasPrefix("mysql://") || source.hasPrefix("mariadb://")
        }

        /// Returns the exit status of a command that fails with an error.
        static func status(of error: MariaDBError) -> Int32 {
            switch error.number {
            case 1_049: EX_NOINPUT
            case 1_044, 1_045, 1_142, 1_698: EX_NOPERM
            case 2_005 where error.reason.contains("mysql://USER"): EX_USAGE
            case 2_000..<3_000: EX_UNAVAILABLE
            default: EX_TEMPFAIL
            }
        }

        /// Mounts the tables. Returns the address without its password.
        func mount(on server: inout TableServer, _ statements: Statements) async throws -> String {
            if database.configuration.onlyTable != nil { _ = try await onlyTable() }
            try await server.mount("/", database, statements)
            return database.addressWithoutPassword
        }

        /// Returns the table that was asked for.
        ///
        /// - Throws: ``PostgresSourceError`` if there is none.
        func onlyTable() async throws -> TableView {
            let names = try await database.relations().map(\.title)
            guard let name = database.configuration.onlyTable else { throw PostgresSourceError.needsTable(names) }
            guard let tableView = try await database.makeTable(at: []) else {
                throw PostgresSourceError.noSuchTable(name, names)
            }
            return tableView
        }
    }
#endif
