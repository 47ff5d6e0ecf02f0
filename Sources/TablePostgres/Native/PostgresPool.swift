import DequeModule

/// A pool of connections to one database. Connections are opened in the background, and a free one goes to the task that
/// waits longest.
@PostgresLoop
final class PostgresPool {
    nonisolated let address: PostgresAddress
    nonisolated let configuration: Configuration
    private var connections: [PostgresConnection] = []
    private var idle: [PostgresConnection] = []
    private var waiting: Deque<Waiter> = []
    private var opening = 0
    private var failures = 0
    private var nextAttempt = ContinuousClock.now
    private var lastFailure: PostgresError?
    private var isStarted = false
    private var isClosed = false
    private var (connectCount, timeoutCount) = (0, 0)

    /// The limits of a pool, and the settings of its connections.
    struct Configuration: Sendable {
        /// The maximum number of connections.
        var limit = 10
        /// The maximum number of tasks that wait for a connection. Further tasks fail at once.
        var queueLimit = 1_000
        /// The maximum time that a task waits for a connection.
        var queueTimeout = Duration.seconds(2)
        /// The time after which an unused connection is closed.
        var idleTime = Duration.seconds(30)
        /// The time after which a connection is closed. Up to a tenth less, so that not all are closed at once.
        var lifeTime = Duration.seconds(30 * 60)
        /// A Boolean value that indicates whether the server refuses to write.
        var isReadOnly = true { didSet { settings["default_transaction_read_only"] = isReadOnly ? "on" : "off" } }
        /// The settings of each connection. Servers that do not have one ignore it.
        var settings = [
            "DateStyle": "ISO", "TimeZone": "UTC", "IntervalStyle": "postgres", "extra_float_digits": "1",
            "bytea_output": "hex", "statement_timeout": "5min", "lock_timeout": "5s",
            "idle_in_transaction_session_timeout": "60s", "client_connection_check_interval": "1s",
            "default_transaction_read_only": "on", "standard_conforming_strings": "on",
        ]
    }

    /// The state of a pool.
    struct Counters: Sendable, Hashable {
        var open = 0
        var idle = 0
        var waiting = 0
        /// The number of tasks that waited in vain.
        var timeouts = 0
        /// The number of connections that were opened so far.
        var connects = 0
    }

    @PostgresLoop
    private final class Waiter {
        let deadline: ContinuousClock.Instant
        var continuation: CheckedContinuation<PostgresConnection, any Error>?

        init(deadline: ContinuousClock.Instant) { self.deadline = deadline }
    }

    nonisolated init(_ address: PostgresAddress, configuration: Configuration = Configuration()) {
        self.address = address
        self.configuration = configuration
    }

    var counters: Counters {
        Counters(
            open: connections.count, idle: idle.count, waiting: waiting.count, timeouts: timeoutCount,
            connects: connectCount)
    }

    /// Runs a statement without a transaction. The server commits it by itself.
    func run(_ statement: PostgresStatement, within time: Duration) async throws -> PostgresResult {
        let results = try await retrying(isReadOnly: configuration.isReadOnly, within: time) { connection, deadline in
            guard !connection.isShared else {
                let options = PostgresTransactionOptions(isReadOnly: self.configuration.isReadOnly)
                return try await self.run([statement], options, on: connection, until: deadline)
            }
            return try await connection.run([statement], until: deadline)
        }
        return results[0]
    }

    /// Runs statements in one transaction and one exchange with the server, if no statement needs another's result.
    func run(
        _ statements: [PostgresStatement], _ options: PostgresTransactionOptions = PostgresTransactionOptions(),
        within time: Duration
    ) async throws -> [PostgresResult] {
        try await retrying(isReadOnly: options.isReadOnly, within: time) { connection, deadline in
            try await self.run(statements, options, on: connection, until: deadline)
        }
    }

    private func run(
        _ statements: [PostgresStatement], _ options: PostgresTransactionOptions, on connection: PostgresConnection,
        until deadline: ContinuousClock.Instant
    ) async throws -> [PostgresResult] {
        let beginning = statementsToBegin(options, on: connection)
        let results = try await connection.run(
            beginning + statements + [PostgresStatement("COMMIT")], until: deadline)
        return Array(results.dropFirst(beginning.count).dropLast())
    }

    /// Runs a body in a transaction, with statements that depend on each other, cursors or `COPY`.
    ///
    /// The transaction is committed when the body returns, and rolled back when it throws. It has no time limit, but each
    /// of its statements has one.
    nonisolated func withTransaction<Result: Sendable>(
        _ options: PostgresTransactionOptions = PostgresTransactionOptions(isolation: .repeatableRead),
        within time: Duration, _ body: (PostgresTransaction) async throws -> Result
    ) async throws -> Result {
        let transaction = try await begin(options, within: time)
        let result = try await body(transaction)
        _ = try await transaction.run([PostgresStatement("COMMIT")], within: time)
        return result
    }

    /// Begins a transaction, which ends with the last reference to it.
    func begin(
        _ options: PostgresTransactionOptions = PostgresTransactionOptions(isolation: .repeatableRead),
        within time: Duration
    ) async throws -> PostgresTransaction {
        var options = options
        options.settings.insert(.init(name: "statement_timeout", value: "0"), at: 0)
        return try await retrying(isReadOnly: true, keeps: true, within: time) { connection, deadline in
            _ = try await connection.run(self.statementsToBegin(options, on: connection), until: deadline)
            return PostgresTransaction(connection: connection, pool: self)
        }
    }

    private func statementsToBegin(
        _ options: PostgresTransactionOptions, on connection: PostgresConnection
    ) -> [PostgresStatement] {
        var options = options
        if connection.isShared {
            options.settings.insert(
                contentsOf: configuration.settings.filter { !$0.key.hasPrefix("default_transaction") }
                    .map { .init(name: $0.key, value: $0.value) }, at: 0)
        }
        return options.statements
    }

    /// Runs a body on a connection, and once more if it fails with an error that may not come again.
    private func retrying<Result: Sendable>(
        isReadOnly: Bool, keeps: Bool = false, within time: Duration,
        _ body: (PostgresConnection, ContinuousClock.Instant) async throws -> Result
    ) async throws -> Result {
        let deadline = ContinuousClock.now + time
        var mayRetry = isReadOnly
        while true {
            let connection = try await acquire(until: deadline)
            do {
                let result = try await body(connection, deadline)
                if !keeps { giveBack(connection) }
                return result
            } catch {
                giveBack(connection)
                guard let failure = error as? PostgresError, failure.isWorthARetry, mayRetry else { throw error }
                mayRetry = false
                // The server has probably closed the others too.
                if failure.isOfConnection { for connection in idle { connection.close(failure) } }
            }
        }
    }

    /// Opens the first connection, if there is none.
    ///
    /// - Throws: The reason for which none can be opened: code `28…` if the server refuses the name or password, `3D000`
    ///   if it has no such database, `08001` if it cannot be reached.
    func connect() async throws {
        guard connections.isEmpty else { return }
        let connection = try await PostgresConnection(address, for: self)
        add(connection)
    }

    /// Closes all connections, and fails tasks that wait for one.
    func close() {
        isClosed = true
        let error = PostgresError("57P01", reason: "the pool of connections is closed")
        for waiter in waiting { waiter.continuation?.resume(throwing: error) }
        waiting = []
        for connection in connections { connection.close(error) }
    }

    // MARK: Connections

    private func acquire(until deadline: ContinuousClock.Instant) async throws -> PostgresConnection {
        try Task.checkCancellation()
        start()
        guard !isClosed else { throw PostgresError("57P01", reason: "the pool of connections is closed") }
        if let connection = idle.popLast() { return connection }
        guard waiting.count < configuration.queueLimit else { throw busy }
        let waiter = Waiter(deadline: min(deadline, .now + configuration.queueTimeout))
        waiting.append(waiter)
        grow()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter.continuation = $0 }
        } onCancel: {
            Task { @PostgresLoop in fail(waiter, CancellationError()) }
        }
    }

    private var busy: PostgresError {
        PostgresError(
            "53300",
            reason:
                "none of the \(configuration.limit) connections to the database was free within \(configuration.queueTimeout)"
        )
    }

    private func fail(_ waiter: Waiter, _ error: any Error) {
        guard let index = waiting.firstIndex(where: { $0 === waiter }) else { return }
        waiting.remove(at: index)
        waiter.continuation?.resume(throwing: error)
    }

    fileprivate func giveBack(_ connection: PostgresConnection) {
        if connection.isClean { return add(connection, isNew: false) }
        guard !connection.isClosed else { return }
        Task {
            if await connection.cleanUp() {
                add(connection, isNew: false)
            } else {
                connection.close(.timedOut)
            }
        }
    }

    private func add(_ connection: PostgresConnection, isNew: Bool = true) {
        if isNew {
            start()
            connections.append(connection)
            connectCount += 1
            (failures, lastFailure) = (0, nil)
        }
        if isClosed || connection.expiry <= .now { return connection.close(.timedOut) }
        if let waiter = waiting.popFirst() {
            waiter.continuation?.resume(returning: connection)
        } else {
            connection.idleSince = .now
            idle.append(connection)
        }
    }

    func didClose(_ connection: PostgresConnection) {
        connections.removeAll { $0 === connection }
        idle.removeAll { $0 === connection }
        grow()
    }

    private func start() {
        if !isStarted { PostgresLoop.watch(self) }
        isStarted = true
    }

    /// Opens connections for the tasks that wait: two at a time, or one after a failure. A connection that becomes free
    /// may serve them sooner.
    private func grow() {
        guard failures == 0 || nextAttempt <= .now else { return }
        let wanted = min(waiting.count, configuration.limit - connections.count, failures == 0 ? 2 : 1) - opening
        for _ in 0..<max(wanted, 0) {
            opening += 1
            Task {
                do {
                    let connection = try await PostgresConnection(address, for: self)
                    opening -= 1
                    add(connection)
                } catch {
                    opening -= 1
                    didFail(error as? PostgresError ?? PostgresError("08001", reason: "\(error)"))
                }
                grow()
            }
        }
    }

    private func didFail(_ error: PostgresError) {
        failures += 1
        lastFailure = error
        nextAttempt = .now + min(.milliseconds(100) * (1 << min(failures - 1, 10)), Self.longestPause)
        guard error.isRefusal else { return }
        let waiters = waiting
        waiting = []
        for waiter in waiters { waiter.continuation?.resume(throwing: error) }
    }

    /// The longest pause between attempts to connect. With it, a pool recovers in less than 5 seconds.
    private static let longestPause = Duration.seconds(3)

    /// Ends what lasts too long.
    ///
    /// - Returns: The time of the next call; nil if nothing can become too old.
    func checkTimes() -> ContinuousClock.Instant? {
        let now = ContinuousClock.now
        while let waiter = waiting.first(where: { $0.deadline <= now }) {
            timeoutCount += 1
            fail(waiter, lastFailure ?? busy)
        }
        for connection in idle where min(connection.idleSince + configuration.idleTime, connection.expiry) <= now {
            connection.close(.timedOut)
        }
        grow()
        var times = waiting.map(\.deadline) + idle.map { min($0.idleSince + configuration.idleTime, $0.expiry) }
        times += connections.compactMap { $0.checkTime(now) }
        if failures > 0, !waiting.isEmpty, opening == 0 { times.append(nextAttempt) }
        return times.min()
    }
}

/// A running transaction. When the last reference to it is released, it is rolled back unless it was committed.
final class PostgresTransaction: Sendable {
    fileprivate let connection: PostgresConnection
    private let pool: PostgresPool

    fileprivate init(connection: PostgresConnection, pool: PostgresPool) {
        (self.connection, self.pool) = (connection, pool)
    }

    deinit {
        let (pool, connection) = (pool, connection)
        Task { @PostgresLoop in pool.giveBack(connection) }
    }

    /// Runs statements in one exchange with the server.
    func run(_ statements: [PostgresStatement], within time: Duration) async throws -> [PostgresResult] {
        try await connection.run(statements, until: .now + time)
    }

    /// Runs a statement.
    func run(_ statement: PostgresStatement, within time: Duration) async throws -> PostgresResult {
        try await run([statement], within: time)[0]
    }

    /// Returns the output of a `COPY … TO STDOUT`, in parts of about 64 KB.
    ///
    /// - Parameter time: The maximum time for each part.
    func copy(_ sql: String, within time: Duration) async throws -> PostgresCopy {
        try await connection.beginCopy(sql, until: .now + time)
        return PostgresCopy(transaction: self, time: time)
    }
}

/// The output of a `COPY`. The server waits while it is not read.
struct PostgresCopy: AsyncSequence, AsyncIteratorProtocol, Sendable {
    fileprivate let transaction: PostgresTransaction
    fileprivate let time: Duration

    func makeAsyncIterator() -> PostgresCopy { self }

    mutating func next() async throws -> [UInt8]? {
        try await transaction.connection.nextCopiedBytes(until: .now + time)
    }
}
