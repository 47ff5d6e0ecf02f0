import CPostgreSQL
import DequeModule
import Dispatch
import TableDatabase

/// A connection to PostgreSQL. It sends some statements at once and collects their results when the socket is ready.
///
/// libpq's pipeline mode is on.
@PostgresLoop
final class PostgresConnection {
    /// The number under which the loop watches the socket.
    let number: UInt64
    /// The time at which the connection is too old.
    let expiry: ContinuousClock.Instant
    /// The time at which the pool closes the connection if it is still idle.
    var idleEnd = ContinuousClock.now
    /// A Boolean value that indicates whether a program such as pgbouncer shares the server's connections among its
    /// clients, so that settings and prepared statements hold for one transaction only.
    private(set) var isShared = false
    private(set) var isClosed = false
    /// The number of changes of the primary that the server is known to have.
    private var changeCount = 0
    /// A Boolean value that indicates whether the server repeats the changes of another one.
    var isStandby: Bool { PQparameterStatus(connection, "in_hot_standby").map { String(cString: $0) == "on" } ?? false }
    /// The limits of time that the database has set for the role, in milliseconds.
    private(set) var limits: [String: Int] = [:]

    private let handle: PostgresHandle
    private(set) weak var pool: PostgresPool?
    private var preparations = PreparedStatements()
    private var exchange: Exchange?
    /// The number of cancellations on their way to the server. They would hit the next statement.
    private var cancellations = 0
    /// The events that the loop watches the socket for.
    private var watched = (reads: false, writes: false)
    private static var lastNumber: UInt64 = 0

    private var connection: OpaquePointer { handle.pointer }

    /// Statements that were sent together, until the server has answered them.
    private final class Exchange: Reply<Void> {
        /// The command that a further result belongs to.
        enum Purpose {
            case statement
            case preparation(sql: String)
            case cleanUp
        }

        var purposes: Deque<Purpose> = []
        var results: [PostgresResult] = []
        var failure: PostgresError?
        /// A Boolean value that indicates whether what the server still sends is thrown away.
        var isStopped = false
    }

    /// Opens a connection on a thread of its own, and sets what holds for all statements.
    init(_ address: PostgresAddress, for pool: PostgresPool) async throws {
        let onPrimary = pool.configuration.isOfPrimary
        handle = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "TablePostgres").async {
                continuation.resume(with: Result { try address.open(onPrimary: onPrimary) })
            }
        }
        self.pool = pool
        Self.lastNumber += 1
        number = Self.lastNumber
        expiry = .now + pool.configuration.lifeTime * Double.random(in: 0.9...1)
        guard PQsetnonblocking(connection, 1) == 0, PQenterPipelineMode(connection) == 1 else { throw lost }
        // A pooler tells a process number of its own.
        let settings = pool.configuration.settings.sorted { $0.key < $1.key }
        let rows = settings.indices.map { "($\(2 * $0 + 2)::text, $\(2 * $0 + 3)::text)" }
        let statement = SQLStatement(
            """
            SELECT pg_backend_pid() = $1::int, name, setting, set_config(name, CASE WHEN name LIKE '%\\_timeout'
                THEN least(nullif(setting, '0')::int, value::int)::text ELSE value END, pg_backend_pid() <> $1::int)
            FROM (VALUES \(rows.joined(separator: ", "))) AS settings(name, value) JOIN pg_settings USING (name)
            """,
            [.integer(Int64(PQbackendPID(connection)))] + settings.flatMap { [SQLValue($0.key), SQLValue($0.value)] })
        let result = try await run([statement], until: .now + .seconds(5))[0]
        isShared = result.string(0, 0) != "t"
        for row in 0..<result.rowCount {
            guard let name = result.string(row, 1), name.hasSuffix("_timeout") else { continue }
            limits[name] = result.string(row, 2).flatMap { Int($0) }.flatMap { $0 > 0 ? $0 : nil }
        }
    }

    /// A Boolean value that indicates whether the connection can be given to another visitor.
    var isClean: Bool { isQuiet && !isClosed && PQtransactionStatus(connection) == PQTRANS_IDLE }

    private var isQuiet: Bool { exchange == nil && cancellations == 0 }

    private var lost: PostgresError {
        let reason = String(cString: PQerrorMessage(connection)).firstLine
        return PostgresError("08006", reason: reason.isEmpty ? "the connection was lost" : reason)
    }

    // MARK: Statements

    /// Sends statements at once and returns their results.
    ///
    /// - Throws: The error of the first statement that fails. The server skips those behind it.
    func run(_ statements: [SQLStatement], until deadline: ContinuousClock.Instant) async throws
        -> [PostgresResult]
    {
        let exchange = try await begin(until: deadline)
        do {
            for statement in statements { try send(statement, in: exchange) }
        } catch {
            exchange.failure = error
        }
        if PQpipelineSync(connection) != 1 { exchange.failure = lost }
        try await wait(for: exchange)
        return exchange.results
    }

    /// Returns whether the server has repeated a change.
    func has(_ change: PostgresPool.Change, until deadline: ContinuousClock.Instant) async throws -> Bool {
        guard changeCount < change.number, isStandby else { return true }
        let question = SQLStatement("SELECT pg_last_wal_replay_lsn() >= $1::pg_lsn", [SQLValue(change.position)])
        guard try await run([question], until: deadline)[0].string(0, 0) == "t" else { return false }
        changeCount = change.number
        return true
    }

    private func begin(until deadline: ContinuousClock.Instant) async throws -> Exchange {
        try Task.checkCancellation()
        try await waitUntilQuiet()
        guard !isClosed else { throw PostgresError("08003", reason: "the connection is closed") }
        let exchange = Exchange(deadline: deadline)
        self.exchange = exchange
        return exchange
    }

    /// Waits for the end of what was stopped. It is rare otherwise, if a transaction has two users.
    private func waitUntilQuiet() async throws {
        while !isQuiet, !isClosed { try await Task.sleep(for: .milliseconds(2)) }
    }

    private func send(_ statement: SQLStatement, in exchange: Exchange) throws(PostgresError) {
        let count = CInt(clamping: statement.arguments.count)
        try statement.withArguments { values throws(PostgresError) in
            let plan = isShared ? PreparedStatements.Plan() : preparations.plan(for: statement.sql)
            var isSent: CInt = 1
            if plan.cleansUp {
                exchange.purposes.append(.cleanUp)
                isSent &= PQsendQueryParams(connection, "DEALLOCATE ALL", 0, nil, nil, nil, nil, 0)
            }
            if plan.isNew, let name = plan.name {
                exchange.purposes.append(.preparation(sql: statement.sql))
                isSent &= PQsendPrepare(connection, name, statement.sql, 0, nil)
            }
            exchange.purposes.append(.statement)
            if let name = plan.name {
                isSent &= PQsendQueryPrepared(connection, name, count, values, nil, nil, 0)
            } else {
                isSent &= PQsendQueryParams(connection, statement.sql, count, nil, values, nil, nil, 0)
            }
            guard isSent == 1 else { throw lost }
        }
    }

    private func wait(for exchange: Exchange) async throws {
        try await exchange.value {
            self.flush()
            self.advance()
        } onCancel: {
            self.stop(exchange, CancellationError())
        }
    }

    // MARK: The socket

    /// Reads and writes as much as the socket allows.
    func socketIsReady() {
        guard PQconsumeInput(connection) == 1 else { return close(exchange?.failure ?? lost) }
        flush()
        // Between exchanges, libpq reads notices and settings here.
        if exchange == nil { _ = PQisBusy(connection) } else { advance() }
    }

    /// Sends the waiting bytes, and watches the socket.
    private func flush() {
        guard !isClosed else { return }
        let state = PQflush(connection)
        guard state >= 0 else { return close(lost) }
        watch(reads: true, writes: state == 1)
    }

    private func watch(reads: Bool, writes: Bool) {
        guard watched != (reads, writes) else { return }
        watched = (reads, writes)
        PostgresLoop.watch(self, socket: PQsocket(connection), reads: reads, writes: writes)
    }

    private func advance() {
        var ends = 0
        while let exchange, !isClosed, exchange.isAwaited || exchange.isStopped, ends < 3 {
            if PQisBusy(connection) != 0 {
                break
            } else if let result = PQgetResult(connection) {
                ends = 0
                collect(result, in: exchange)
            } else {
                // The end of a statement's results.
                ends += 1
            }
        }
        if !isClosed, PQstatus(connection) == CONNECTION_BAD { close(exchange?.failure ?? lost) }
    }

    private func collect(_ result: OpaquePointer, in exchange: Exchange) {
        let status = PQresultStatus(result)
        let isDone = status == PGRES_TUPLES_OK || status == PGRES_COMMAND_OK
        let owner = PostgresResult(owning: result)
        if status == PGRES_PIPELINE_SYNC { return end(exchange) }
        if !isDone, status != PGRES_PIPELINE_ABORTED, exchange.failure == nil {
            let error = PostgresError(result)
            exchange.failure = error
            if ["0A000", "26000"].contains(error.code) { preparations.isStale = true }
        }
        switch exchange.purposes.popFirst() {
        case .statement: if isDone, !exchange.isStopped { exchange.results.append(owner) }
        case .preparation(let sql): if !isDone { preparations.forget(sql) }
        case .cleanUp, nil: break
        }
    }

    private func end(_ exchange: Exchange) {
        self.exchange = nil
        exchange.resume(with: exchange.failure.map { .failure($0) } ?? .success(()))
    }

    // MARK: Stopping

    /// Resumes the task that waits for an exchange with an error, and cancels the statement at the server.
    private func stop(_ exchange: Exchange, _ error: any Error) {
        guard exchange === self.exchange, !exchange.isStopped else { return }
        exchange.isStopped = true
        exchange.deadline = .now + Self.stopTime
        exchange.resume(with: .failure(error))
        cancel()
        flush()
        advance()
    }

    /// The time in which a server must stop a statement, before its connection is closed.
    private static let stopTime = Duration.seconds(5)

    /// Cancels the running statement on a thread of its own, because libpq opens another connection and waits for it.
    private func cancel() {
        let cancellation = UInt(bitPattern: PQgetCancel(connection))
        cancellations += 1
        DispatchQueue(label: "TablePostgres").async {
            let cancellation = OpaquePointer(bitPattern: cancellation)
            var message = [CChar](repeating: 0, count: 256)
            PQcancel(cancellation, &message, CInt(message.count))
            PQfreeCancel(cancellation)
            Task { @PostgresLoop in self.cancellations -= 1 }
        }
    }

    /// Ends what a visitor left on the connection. Afterwards it is clean, unless it is useless.
    func cleanUp() async {
        try? await waitUntilQuiet()
        guard !isClean else { return }
        // Locks outlive a transaction that has failed, and a pooler changes the connection between transactions.
        let statements = [SQLStatement("ROLLBACK AND CHAIN"), .unlocking, SQLStatement("ROLLBACK")]
        _ = try? await run(statements, until: .now + Self.stopTime)
    }

    /// Stops an exchange whose time is over.
    ///
    /// - Returns: The time of the next call; nil while nothing is awaited.
    func checkTime(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard let exchange, exchange.isAwaited || exchange.isStopped else { return nil }
        if exchange.deadline <= now, exchange.isStopped {
            close(lost)
        } else if exchange.deadline <= now {
            stop(exchange, PostgresError("57014", reason: "canceling statement due to its time limit"))
        }
        return exchange.deadline
    }

    /// Closes the connection. A task that waits for it gets the error.
    func close(_ error: PostgresError) {
        guard !isClosed else { return }
        isClosed = true
        watch(reads: false, writes: false)
        exchange?.resume(with: .failure(error))
        exchange = nil
        pool?.didClose(self)
    }
}

/// A value that one task waits for until a deadline, which its maker checks.
@PostgresLoop
class Reply<Value: Sendable> {
    var deadline: ContinuousClock.Instant
    private var continuation: CheckedContinuation<Value, any Error>?

    init(deadline: ContinuousClock.Instant) { self.deadline = deadline }

    var isAwaited: Bool { continuation != nil }

    /// Waits for the value, after `start` was called.
    func value(
        _ start: @PostgresLoop () -> Void, onCancel stop: @escaping @PostgresLoop @Sendable () -> Void
    ) async throws -> Value {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation {
                continuation = $0
                start()
            }
        } onCancel: {
            Task { @PostgresLoop in stop() }
        }
    }

    func resume(with result: Result<Value, any Error>) {
        let continuation = continuation
        self.continuation = nil
        continuation?.resume(with: result)
    }
}

/// The statements that a connection has prepared: those that it runs for the sixth time, up to 100.
private struct PreparedStatements {
    private var uses: [String: Int] = [:]
    private var names: [String: String] = [:]
    private var count = 0
    /// A Boolean value that indicates whether a table has changed so that a plan may not hold any longer.
    var isStale = false

    /// How a statement is sent.
    struct Plan {
        /// A Boolean value that indicates whether the server forgets all prepared statements first.
        var cleansUp = false
        /// The name of the prepared statement; nil for a statement that is not prepared.
        var name: String?
        /// A Boolean value that indicates whether to prepare it first.
        var isNew = false
    }

    mutating func plan(for sql: String) -> Plan {
        if uses.count > 1_000 { uses = [:] }
        uses[sql, default: 0] += 1
        let isNew = names[sql] == nil && uses[sql, default: 0] > 5
        var plan = Plan(isNew: isNew)
        if isStale || (isNew && names.count >= 100) {
            (names, isStale) = ([:], false)
            plan.cleansUp = true
        }
        if isNew {
            count += 1
            names[sql] = "cascade_\(count)"
        }
        plan.name = names[sql]
        return plan
    }

    mutating func forget(_ sql: String) { names[sql] = nil }
}
