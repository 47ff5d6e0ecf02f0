#if MariaDB
    import Bytes
    import CLibrary
    import CMariaDB
    import Dispatch
    import Synchronization
    import TableDatabase

    /// A connection to MariaDB, isolated to a thread of its own, because libmariadb blocks until the server answers.
    actor MariaDBConnection {
        private let executor = QueueExecutor()
        nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

        private let address: MariaDBAddress
        private var handle: MariaDBHandle?
        private var rows: MariaDBRows?
        private let state = Mutex(State())

        /// The means to stop the connection from another thread.
        private struct State {
            /// The socket, and the number of the connection at the server; nil if it is not open.
            var link: (socket: CInt, number: UInt)?
            /// The number of uses so far. A use that has ended must not stop the next one.
            var uses = 0
            /// The reason why the connection was stopped.
            var reason: (any Error)?
            /// The time that a statement has after its limit, because the server itself should stop it.
            var grace = Duration.zero

            mutating func close() {
                if let socket = link?.socket { shutdown(socket, CInt(SHUT_RDWR)) }
                link = nil
            }
        }

        private init(_ address: MariaDBAddress) { self.address = address }

        /// Opens a connection for reading.
        static func open(_ address: MariaDBAddress) async throws -> MariaDBConnection {
            let connection = MariaDBConnection(address)
            try await connection.open()
            return connection
        }

        private func open() throws {
            let handle = try address.open()
            try handle.run(Self.settings)
            try handle.run("SET SESSION TRANSACTION READ ONLY")
            self.handle = handle
            let link = (CInt(mysql_get_socket(handle.pointer)), UInt(mysql_thread_id(handle.pointer)))
            state.locked {
                $0.link = link; $0.grace = handle.isMariaDB ? .seconds(1) : .zero
            }
        }

        /// The settings of each connection. Sorting compares long texts as a whole, as `>` does.
        private static let settings = """
            SET SESSION sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT,STRICT_ALL_TABLES,ONLY_FULL_GROUP_BY',
                time_zone = '+00:00', net_write_timeout = 1800, max_sort_length = 65536
            """

        /// A Boolean value that indicates whether the connection can be used.
        nonisolated var isOpen: Bool { state.locked { $0.link != nil } }

        // MARK: Statements

        /// Returns all rows of a statement.
        ///
        /// - Throws: ``MariaDBError``; `CancellationError`. Afterwards the connection may be closed.
        nonisolated func run(_ statement: SQLStatement, within time: Duration) async throws -> MariaDBResult {
            try await stopping(after: time) { try await $0.read(statement, .max, within: time) }
        }

        /// Returns the next rows of a statement. There are fewer than the limit only at the end.
        ///
        /// - Parameter statement: The statement, if its first rows are read; nil for the one before.
        nonisolated func rows(
            _ limit: Int, of statement: SQLStatement?, within time: Duration
        ) async throws -> MariaDBResult {
            try await stopping(after: time) { try await $0.read(statement, limit, within: nil) }
        }

        /// Returns the columns of a statement, which is not run.
        nonisolated func columns(of statement: SQLStatement, within time: Duration) async throws -> [MariaDBColumn] {
            try await stopping(after: time) { try await $0.describe(statement) }
        }

        /// Begins to read one state of the database.
        nonisolated func beginSnapshot(within time: Duration) async throws {
            try await stopping(after: time) {
                try await $0.command("START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY")
            }
        }

        /// Forgets what a statement left on the connection, such as locks and variables.
        nonisolated func reset(within time: Duration) async throws {
            try await stopping(after: time) { try await $0.reset() }
        }

        private func read(_ statement: SQLStatement?, _ limit: Int, within time: Duration?) throws -> MariaDBResult {
            try reporting { handle in
                if var statement {
                    // The server itself stops the statement. Otherwise another connection must do it.
                    if let time, handle.isMariaDB {
                        statement.sql = "SET STATEMENT max_statement_time = \(time / .seconds(1)) FOR \(statement.sql)"
                    }
                    rows = nil
                    rows = try MariaDBRows(handle, statement)
                    try rows?.execute(statement.arguments)
                }
                guard let rows else { return MariaDBResult([], [], []) }
                let result = try rows.next(limit)
                if rows.isAtEnd { self.rows = nil }
                return result
            }
        }

        private func describe(_ statement: SQLStatement) throws -> [MariaDBColumn] {
            try reporting { try MariaDBRows($0, statement).columns }
        }

        private func command(_ sql: String) throws { try reporting { try $0.run(sql) } }

        private func reset() throws {
            try reporting { handle in
                rows = nil
                guard mysql_reset_connection(handle.pointer) == 0 else { throw MariaDBError(handle.pointer) }
                try handle.run(Self.settings)
                try handle.run("SET SESSION TRANSACTION READ ONLY")
            }
        }

        /// Runs a body. If it fails because the connection was stopped, the error is the reason.
        private func reporting<Result>(_ body: (MariaDBHandle) throws -> Result) throws -> Result {
            guard let handle else { throw MariaDBError.lost }
            do { return try body(handle) } catch {
                rows = nil
                if let reason = state.locked({ $0.reason }) { throw reason }
                if (error as? MariaDBError)?.isOfConnection == true { close() }
                throw error
            }
        }

        // MARK: Stopping

        /// Calls a body, and stops the connection after a time, or if the task is cancelled.
        private nonisolated func stopping<Result: Sendable>(
            after time: Duration, _ body: (MariaDBConnection) async throws -> Result
        ) async throws -> Result {
            try Task.checkCancellation()
            let (use, grace) = state.locked { state in
                state.uses += 1
                return (state.uses, state.grace)
            }
            defer { state.locked { $0.uses += 1 } }
            let timer = Task { [weak self] in
                try await Task.sleep(for: time + grace)
                self?.stop(use, MariaDBError.tookTooLong)
            }
            defer { timer.cancel() }
            return try await withTaskCancellationHandler {
                try await body(self)
            } onCancel: {
                stop(use, CancellationError())
            }
        }

        private nonisolated func stop(_ use: Int, _ reason: any Error) {
            let number = state.locked { state -> UInt? in
                guard state.uses == use, let number = state.link?.number else { return nil }
                state.reason = reason
                state.close()
                return number
            }
            guard let number else { return }
            // The server does not notice that the task was cancelled.
            Task { [address] in try await MariaDBConnection.open(address).command("KILL \(number)") }
        }

        /// Closes the connection. A thread that waits for the server goes on at once.
        nonisolated func close() {
            state.locked { $0.close() }
        }
    }

    /// The executor of an actor that blocks. A serial queue has its own thread.
    private final class QueueExecutor: SerialExecutor {
        private let queue = DispatchQueue(label: "TableMariaDB")

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    /// The owner of a connection of libmariadb.
    ///
    /// The pointer is used by one thread at a time: that of the connection, or the one that releases it last.
    final class MariaDBHandle: @unchecked Sendable {
        let pointer: UnsafeMutablePointer<MYSQL>

        init(owning pointer: UnsafeMutablePointer<MYSQL>) { self.pointer = pointer }

        deinit { mysql_close(pointer) }

        /// A Boolean value that indicates whether the server is MariaDB, and not MySQL.
        var isMariaDB: Bool { mariadb_connection(pointer) != 0 }

        /// Runs a statement that has no rows.
        func run(_ sql: String) throws(MariaDBError) {
            guard mysql_real_query(pointer, sql, UInt(sql.utf8.count)) == 0 else { throw MariaDBError(pointer) }
        }
    }
#endif
