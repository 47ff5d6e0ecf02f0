#if MariaDB
    import Synchronization
    import TableDatabase
    import TestSupport
    import Testing

    @testable import TableMariaDB

    /// A MariaDB server of its own, which `script/mariadb` starts.
    final class MariaDBServer: Sendable {
        /// The server that most tests share.
        static var shared: MariaDBServer { get async throws { try await sharedTask.value } }
        private static let sharedTask = Task { try await MariaDBServer() }

        /// The address of the database `shop`, with the password `secret-word`.
        let address: String
        let script: ServerScript
        private let count = Atomic(0)

        init() async throws {
            script = try await ServerScript("mariadb")
            address = script.addresses[0]
        }

        /// Returns the address of a new database with the tables of a script.
        func database(_ script: String...) async throws -> String {
            let name = "test_\(count.add(1, ordering: .relaxed).newValue)"
            try await Self.run(["CREATE DATABASE \(name)"], at: address)
            let address = address.replacing(/shop$/, with: name)
            try await Self.run(script.flatMap(\.statements), at: address)
            return address
        }

        /// Runs statements that have no rows in the database of an address.
        static func run(_ statements: [String], at address: String) async throws {
            try await onThread {
                let handle = try MariaDBAddress(address).open()
                try handle.run("SET SESSION sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,STRICT_ALL_TABLES'")
                for statement in statements { try handle.run(statement) }
            }
        }
    }

    extension MariaDBPool {
        /// Creates a pool of connections to the shared server.
        static func shared(_ change: (inout Configuration) -> Void = { _ in }) async throws -> MariaDBPool {
            var configuration = Configuration()
            change(&configuration)
            return MariaDBPool(
                try MariaDBAddress(try await MariaDBServer.shared.address), configuration: configuration)
        }

        /// Runs a statement and returns its rows as texts.
        func rows(_ sql: String, _ arguments: [SQLValue] = [], within time: Duration = .seconds(20)) async throws
            -> [[String?]]
        {
            try await run(SQLStatement(sql, arguments), within: time).texts
        }
    }

    extension SQLResult {
        /// The values as texts.
        var texts: [[String?]] { (0..<rowCount).map { row in (0..<columnCount).map { string(row, $0) } } }
    }

    /// Returns the error of MariaDB that a body throws; nil if it throws none.
    func failure(_ body: () async throws -> some Any) async -> MariaDBError? {
        do { _ = try await body() } catch { return error as? MariaDBError }
        return nil
    }

    extension String {
        /// The statements of a script. A semicolon at the end of a line ends a statement.
        var statements: [String] { split(separator: ";\n").map(String.init) }
    }
#endif
