import CascadingTable
import CoreMetrics
import DequeModule
import TableDatabase

/// A pool of connections to one database. Connections are opened in the background, and a free one goes to the task that
/// waits longest.
@PostgresLoop
final class PostgresPool {
    nonisolated let address: PostgresAddress
    nonisolated let configuration: Configuration
    /// The connections to the primary for reading what a standby has not repeated yet; nil for none.
    private let primary: PostgresPool?
    private let meters: Meters?
    private var lastChange: Change?
    private var connections: [PostgresConnection] = [] { didSet { meters?.open.set(connections.count) } }
    private var idle: [PostgresConnection] = [] { didSet { meters?.idle.set(idle.count) } }
    private var waiting: Deque<Reply<PostgresConnection>> = [] { didSet { meters?.waiting.set(waiting.count) } }
    private var opening = 0
    private var isWatched = false
    private var readsStandby = false
    /// The number of attempts to connect that failed in succession, and the reason of the last one.
    private var (failures, lastFailure): (Int, PostgresError?) = (0, nil)
    private var nextAttempt = ContinuousClock.now
    private var connectCount = 0 { didSet { meters?.connects.increment() } }
    private var timeoutCount = 0 { didSet { meters?.timeouts.increment() } }

    /// The metrics of a pool.
    private struct Meters: Sendable {
        let (open, idle, waiting): (Meter, Meter, Meter)
        let (connects, timeouts): (Counter, Counter)

        init(_ factory: any MetricsFactory, pool: String) {
            func meter(_ name: String) -> Meter {
                Meter(label: "postgres_pool_\(name)", dimensions: [("pool", pool)], factory: factory)
            }
            func counter(_ name: String) -> Counter {
                Counter(label: "postgres_pool_\(name)", dimensions: [("pool", pool)], factory: factory)
            }
            (open, idle, waiting) = (meter("connections"), meter("idle_connections"), meter("waiting_requests"))
            (connects, timeouts) = (counter("connects"), counter("timeouts"))
            for meter in [open, idle, waiting] { meter.set(0) }
            for counter in [connects, timeouts] { counter.increment(by: 0) }
        }
    }

    /// The limits of a pool, and the settings of its connections.
    struct Configuration: Sendable {
        /// The maximum number of connections.
        var limit = 10
        /// The maximum number of tasks that wait for a connection. Further tasks fail at once.
        var queueLimit = 1_000
        /// The maximum time that a task waits for a connection.
        var queueTimeout = Duration.seconds(2)
        /// The maximum time that a task waits while connections can still be opened.
        var connectTimeout = Duration.seconds(5)
        /// The time after which an unused connection is closed.
        var idleTime = Duration.seconds(30)
        /// The time after which a connection is closed. Up to a tenth less, so that not all are closed at once.
        var lifeTime = Duration.seconds(30 * 60)
        /// The backend of the pool's metrics, and its name in them; nil for none.
        var metrics: (factory: any MetricsFactory, pool: String)?
        /// A Boolean value that indicates whether the server refuses to write.
        var isReadOnly = true { didSet { settings["default_transaction_read_only"] = isReadOnly ? "on" : nil } }
        /// A Boolean value that indicates whether a standby is no server of the pool.
        var isOfPrimary: Bool { !isReadOnly || readsPrimary }
        var readsPrimary = false
        /// A Boolean value that indicates whether statements that write are repeated like those that read. Their changes
        /// must be able to happen twice.
        var repeatsWrites = false
        /// The settings of each connection. Servers that do not have one ignore it. A shorter limit of the role, in
        /// milliseconds, holds.
        var settings = [
            "DateStyle": "ISO", "TimeZone": "UTC", "IntervalStyle": "postgres", "extra_float_digits": "1",
            "bytea_output": "hex", "statement_timeout": "300000", "lock_timeout": "5000",
            "idle_in_transaction_session_timeout": "60000", "client_connection_check_interval": "1s",
            "default_transaction_read_only": "on", "standard_conforming_strings": "on",
        ]
    }

    /// The state of a pool: its connections, tasks that wait, tasks that waited in vain, and connections opened so far.
    struct Counters: Sendable, Hashable {
        var (open, idle, waiting, timeouts, connects) = (0, 0, 0, 0, 0)
    }

    nonisolated init(
        _ address: PostgresAddress, configuration: Configuration = Configuration(), primary: PostgresPool? = nil
    ) {
        (self.address, self.configuration, self.primary) = (address, configuration, primary)
        meters = configuration.metrics.map { Meters($0.factory, pool: $0.pool) }
    }

    var counters: Counters {
        var counters = Counters()
        (counters.open, counters.idle, counters.waiting) = (connections.count, idle.count, waiting.count)
        (counters.timeouts, counters.connects) = (timeoutCount, connectCount)
        return counters
    }

    /// The place of a change in the primary's log, and how many there were before.
    struct Change: Sendable {
        var position: String
        var number = 1
    }

    /// Has further statements read a change that the primary made just now.
    func didChange() async {
        guard let primary, readsStandby else { return }
        let question = SQLStatement("SELECT pg_current_wal_lsn()")
        guard let position = try? await primary.run(question, within: .seconds(2)).string(0, 0) else { return }
        lastChange = Change(position: position, number: (lastChange?.number ?? 0) + 1)
    }

    /// Runs a statement without a transaction. The server commits it by itself.
    func run(_ statement: SQLStatement, within time: Duration) async throws -> PostgresResult {
        try await run([statement], nil, within: time)[0]
    }

    /// Runs statements in one exchange with the server, if no statement needs another's result.
    ///
    /// - Parameter options: How their transaction begins; nil for statements without one.
    func run(
        _ statements: [SQLStatement], _ options: PostgresTransactionOptions? = PostgresTransactionOptions(),
        within time: Duration
    ) async throws -> [PostgresResult] {
        let isReadOnly = options?.isReadOnly ?? configuration.isReadOnly
        return try await retrying(isReadOnly: isReadOnly, within: time) { connection, deadline in
            let mustBegin = options != nil || connection.isShared
            let options = options ?? PostgresTransactionOptions(isReadOnly: isReadOnly)
            let frame = mustBegin ? self.statements(toBegin: options, on: connection) : []
            let end = mustBegin ? options.end : []
            let results = try await connection.run(frame + statements + end, until: deadline)
            return Array(results.dropFirst(frame.count).prefix(statements.count))
        }
    }

    /// Begins a transaction, for statements that depend on each other, or cursors. It ends with the last reference to it,
    /// and has no time limit, but each of its statements has one. Between them, it may wait for a slow client.
    func begin(
        _ options: PostgresTransactionOptions = PostgresTransactionOptions(isolation: .repeatableRead),
        within time: Duration
    ) async throws -> PostgresTransaction {
        var options = options
        options.settings.insert(
            contentsOf: [
                .limit("statement", .zero), .limit("idle_in_transaction_session", .seconds(30 * 60)),
            ], at: 0)
        return try await retrying(isReadOnly: true, keeps: true, within: time) { connection, deadline in
            _ = try await connection.run(self.statements(toBegin: options, on: connection), until: deadline)
            return PostgresTransaction(connection: connection, pool: connection.pool ?? self)
        }
    }

    private func statements(
        toBegin options: PostgresTransactionOptions, on connection: PostgresConnection
    ) -> [SQLStatement] {
        var options = options
        if connection.isShared {
            let settings = configuration.settings.filter { !$0.key.hasPrefix("default_transaction") }
            options.settings.insert(contentsOf: settings.map { .init(name: $0.key, value: $0.value) }, at: 0)
        }
        for index in options.settings.indices { options.settings[index].obey(connection.limits) }
        return options.statements
    }

    /// Runs a body on a connection, and once more if it fails with an error that may not come again.
    private func retrying<Result: Sendable>(
        isReadOnly: Bool, keeps: Bool = false, within time: Duration,
        _ body: (PostgresConnection, ContinuousClock.Instant) async throws -> Result
    ) async throws -> Result {
        let deadline = ContinuousClock.now + time
        var mayRetry = isReadOnly || configuration.repeatsWrites
        while true {
            let connection = try await acquire(until: deadline)
            let other: PostgresPool
            do {
                guard let primary, let lastChange, try await !connection.has(lastChange, until: deadline) else {
                    let result = try await body(connection, deadline)
                    if !keeps { giveBack(connection) }
                    return result
                }
                other = primary
            } catch {
                giveBack(connection)
                guard let failure = error as? PostgresError, failure.isWorthARetry, mayRetry else { throw error }
                mayRetry = false
                // The server has probably closed the others too.
                if failure.isOfConnection { for connection in idle { connection.close(failure) } }
                continue
            }
            giveBack(connection)
            do {
                return try await other.retrying(isReadOnly: isReadOnly, keeps: keeps, within: time, body)
            } catch let error as PostgresError where error.isOfConnection {
                // While the primary is away, what the standby has is better than nothing.
                lastChange = nil
            }
        }
    }

    // MARK: Connections

    private func acquire(until deadline: ContinuousClock.Instant) async throws -> PostgresConnection {
        try Task.checkCancellation()
        if !isWatched { PostgresLoop.watch(self) }
        isWatched = true
        if let connection = idle.popLast() { return connection }
        guard waiting.count < configuration.queueLimit else { throw busy }
        let isFull = connections.count >= configuration.limit || failures > 0
        let time = isFull ? configuration.queueTimeout : configuration.connectTimeout
        let waiter = Reply<PostgresConnection>(deadline: min(deadline, .now + time))
        return try await waiter.value {
            waiting.append(waiter)
            grow()
        } onCancel: {
            waiter.resume(with: .failure(CancellationError()))
        }
    }

    private var busy: PostgresError {
        let time = configuration.queueTimeout
        return PostgresError(
            "53300", reason: "none of the \(configuration.limit) connections to the database was free within \(time)")
    }

    /// Gives a connection to the task that waits longest.
    fileprivate func giveBack(_ connection: PostgresConnection) {
        guard connection.isClean else {
            guard !connection.isClosed else { return }
            Task {
                await connection.cleanUp()
                if connection.isClean { giveBack(connection) } else { connection.close(busy) }
            }
            return
        }
        guard connection.expiry > .now else { return connection.close(busy) }
        while let waiter = waiting.popFirst() {
            if waiter.isAwaited { return waiter.resume(with: .success(connection)) }
        }
        connection.idleEnd = min(.now + configuration.idleTime, connection.expiry)
        idle.append(connection)
    }

    func didClose(_ connection: PostgresConnection) {
        connections.removeAll { $0 === connection }
        idle.removeAll { $0 === connection }
        grow()
    }

    /// Closes all connections. Further tasks open new ones.
    func close() {
        for connection in connections { connection.close(PostgresError("57P01", reason: "the pool was closed")) }
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
                    readsStandby = readsStandby || connection.isStandby
                    connections.append(connection)
                    (opening, connectCount, failures, lastFailure) = (opening - 1, connectCount + 1, 0, nil)
                    giveBack(connection)
                } catch {
                    didFail(error as? PostgresError ?? PostgresError("08001", reason: "\(error)"))
                }
                grow()
            }
        }
    }

    private func didFail(_ error: PostgresError) {
        (opening, failures, lastFailure) = (opening - 1, failures + 1, error)
        nextAttempt = .now + min(.milliseconds(100) * (1 << min(failures - 1, 10)), Self.longestPause)
        for waiter in waiting { waiter.deadline = min(waiter.deadline, .now + configuration.queueTimeout) }
        if error.isRefusal { for waiter in waiting { waiter.resume(with: .failure(error)) } }
    }

    /// The longest pause between attempts to connect. With it, a pool recovers in less than 5 seconds.
    private static let longestPause = Duration.seconds(3)

    /// Ends what lasts too long.
    ///
    /// - Returns: The time of the next call; nil if nothing can become too old.
    func checkTimes() -> ContinuousClock.Instant? {
        let now = ContinuousClock.now
        for waiter in waiting where waiter.isAwaited && waiter.deadline <= now {
            timeoutCount += 1
            waiter.resume(with: .failure(lastFailure ?? busy))
        }
        waiting.removeAll { !$0.isAwaited }
        for connection in idle where connection.idleEnd <= now { connection.close(busy) }
        grow()
        var times = waiting.map(\.deadline) + idle.map(\.idleEnd) + connections.compactMap { $0.checkTime(now) }
        if failures > 0, !waiting.isEmpty, opening == 0 { times.append(nextAttempt) }
        return times.min()
    }
}

/// A running transaction. When the last reference to it is released, it is rolled back, unless `COMMIT` was run.
final class PostgresTransaction: Sendable {
    fileprivate let connection: PostgresConnection
    private let pool: PostgresPool

    fileprivate init(connection: PostgresConnection, pool: PostgresPool) {
        (self.connection, self.pool) = (connection, pool)
    }

    deinit { Task { @PostgresLoop [pool, connection] in pool.giveBack(connection) } }

    /// Runs statements in one exchange with the server.
    func run(_ statements: [SQLStatement], within time: Duration) async throws -> [PostgresResult] {
        let end = EditDeadline.end(within: time)
        guard end > .now else { throw PostgresError("55P03", reason: "the time of the transaction is over") }
        return try await connection.run(statements, until: end)
    }

    func run(_ statement: SQLStatement, within time: Duration) async throws -> any SQLResult {
        try await run([statement], within: time)[0]
    }
}
