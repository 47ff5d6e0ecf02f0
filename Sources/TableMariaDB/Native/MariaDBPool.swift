#if MariaDB
    import DequeModule
    import TableDatabase

    /// A pool of connections to one database. Connections are opened in the background, and a free one goes to the task that
    /// waits longest.
    actor MariaDBPool {
        private let address: MariaDBAddress
        private let configuration: Configuration
        /// Connections that are free, and the times from which they are.
        private var idle: [(connection: MariaDBConnection, since: ContinuousClock.Instant)] = []
        /// The number of connections, with those that are being opened.
        private var count = 0
        private var opening = 0
        private var waiting: Deque<(number: Int, continuation: CheckedContinuation<MariaDBConnection, any Error>)> = []
        private var lastNumber = 0

        /// The limits of a pool.
        struct Configuration: Sendable {
            /// The maximum number of connections.
            var limit = 8
            /// The maximum number of tasks that wait for a connection. Further tasks fail at once.
            var queueLimit = 1_000
            /// The maximum time that a task waits for a connection.
            var queueTimeout = Duration.seconds(5)
            /// The time after which an unused connection is closed, when another one is used.
            var idleTime = Duration.seconds(60)
            /// A Boolean value that indicates whether statements are those of visitors, of which nothing may stay.
            var isOfVisitors = false
        }

        init(_ address: MariaDBAddress, configuration: Configuration = Configuration()) {
            (self.address, self.configuration) = (address, configuration)
        }

        /// Runs a statement.
        func run(_ statement: SQLStatement, within time: Duration) async throws -> MariaDBResult {
            try await withConnection { try await $0.run(statement, within: time) }
        }

        /// Returns the columns of a statement, which is not run.
        func columns(of statement: SQLStatement, within time: Duration) async throws -> [MariaDBColumn] {
            try await withConnection { try await $0.columns(of: statement, within: time) }
        }

        /// Begins to read one state of the database.
        func beginSnapshot(within time: Duration) async throws -> MariaDBSnapshot {
            try await withConnection(keeps: true) { connection in
                try await connection.beginSnapshot(within: time)
                return MariaDBSnapshot(connection, of: self)
            }
        }

        /// Runs a body on a connection, and once more if the connection was lost.
        private func withConnection<Result: Sendable>(
            keeps: Bool = false, _ body: (MariaDBConnection) async throws -> Result
        ) async throws -> Result {
            var mayRetry = true
            while true {
                let connection = try await acquire()
                do {
                    let result = try await body(connection)
                    if configuration.isOfVisitors { try? await connection.reset(within: .seconds(5)) }
                    if !keeps { giveBack(connection) }
                    return result
                } catch {
                    // A failed statement may have left settings or a transaction.
                    if configuration.isOfVisitors || keeps { connection.close() }
                    giveBack(connection)
                    guard mayRetry, (error as? MariaDBError)?.isOfConnection == true else { throw error }
                    mayRetry = false
                    // The server has probably closed the others too.
                    for other in idle { close(other.connection) }
                    idle = []
                }
            }
        }

        // MARK: Connections

        private func acquire() async throws -> MariaDBConnection {
            try Task.checkCancellation()
            let end = ContinuousClock.now - configuration.idleTime
            for old in idle where old.since < end { close(old.connection) }
            idle.removeAll { $0.since < end }
            if let connection = idle.popLast()?.connection { return connection }
            guard waiting.count < configuration.queueLimit else { throw busy }
            lastNumber += 1
            let number = lastNumber
            let timer = Task {
                try await Task.sleep(for: configuration.queueTimeout)
                fail(number, busy)
            }
            defer { timer.cancel() }
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation {
                    waiting.append((number, $0))
                    grow()
                }
            } onCancel: {
                Task { await self.fail(number, CancellationError()) }
            }
        }

        private var busy: MariaDBError {
            MariaDBError(
                1_040,
                reason:
                    "none of the \(configuration.limit) connections to the database was free within \(configuration.queueTimeout)"
            )
        }

        private func fail(_ number: Int, _ error: any Error) {
            guard let place = waiting.firstIndex(where: { $0.number == number }) else { return }
            waiting.remove(at: place).continuation.resume(throwing: error)
        }

        private func grow() {
            while opening < waiting.count, count < configuration.limit {
                (opening, count) = (opening + 1, count + 1)
                Task {
                    do {
                        let connection = try await MariaDBConnection.open(address)
                        opening -= 1
                        giveBack(connection)
                    } catch {
                        (opening, count) = (opening - 1, count - 1)
                        // Otherwise another connection becomes free.
                        guard count == 0 else { return }
                        for waiter in waiting { waiter.continuation.resume(throwing: error) }
                        waiting = []
                    }
                }
            }
        }

        /// Gives a connection to the task that waits longest.
        fileprivate func giveBack(_ connection: MariaDBConnection) {
            if !connection.isOpen {
                count -= 1
                grow()
            } else if let waiter = waiting.popFirst() {
                waiter.continuation.resume(returning: connection)
            } else {
                idle.append((connection, .now))
            }
        }

        private func close(_ connection: MariaDBConnection) {
            connection.close()
            count -= 1
        }
    }

    /// A transaction that reads one state of a database. Its connection is closed with the last reference to it.
    final class MariaDBSnapshot: RelationSnapshot {
        private let connection: MariaDBConnection
        private let pool: MariaDBPool

        fileprivate init(_ connection: MariaDBConnection, of pool: MariaDBPool) {
            (self.connection, self.pool) = (connection, pool)
        }

        deinit {
            connection.close()
            Task { [pool, connection] in await pool.giveBack(connection) }
        }

        func run(_ statement: SQLStatement, within time: Duration) async throws -> any SQLResult {
            try await connection.run(statement, within: time)
        }

        func rows(_ count: Int, of statement: SQLStatement?, within time: Duration) async throws -> any SQLResult {
            try await connection.rows(count, of: statement, within: time)
        }
    }
#endif
