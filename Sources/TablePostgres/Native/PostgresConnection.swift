import CPostgreSQL
import DequeModule
import Dispatch
import TableDatabase

/// A connection to PostgreSQL. It sends some statements at once and collects their results when the socket is ready.
///
/// libpq's pipeline mode is on, except during a `COPY`.
@PostgresLoop
final class PostgresConnection {
    /// The number under which the loop watches the socket.
    let number: UInt64
    /// The time at which the connection is too old.
    let expiry: ContinuousClock.Instant
    /// The time at which the connection became idle.
    var idleSince = ContinuousClock.now
    /// A Boolean value that indicates whether a program such as pgbouncer shares the server's connections among its
    /// clients, so that settings and prepared statements hold for one transaction only.
    private(set) var isShared = false
    private(set) var isClosed = false

    private let handle: PostgresHandle
    private weak var pool: PostgresPool?
    private var preparations = PreparedStatements()
    private var exchange: Exchange?
    /// The number of cancellations on their way to the server. They would hit the next statement.
    private var cancellations = 0
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private static var lastNumber: UInt64 = 0

    private var connection: OpaquePointer { handle.pointer }

    /// Statements that were sent together, and their results.
    @PostgresLoop
    private final class Exchange {
        /// The command that a further result belongs to.
        enum Purpose {
            case statement
            case preparation(sql: String)
            case other
        }

        var deadline: ContinuousClock.Instant
        var purposes: Deque<Purpose> = []
        var results: [PostgresResult] = []
        var failure: PostgresError?
        var continuation: CheckedContinuation<Void, any Error>?
        /// A Boolean value that indicates whether further results are thrown away.
        var isStopped = false
        var copy: Copy?

        /// The state of a `COPY`.
        struct Copy {
            var step = Step.begins
            var bytes: [UInt8] = []

            enum Step {
                case begins, hasBytes, ends, hasEnded
            }
        }

        init(deadline: ContinuousClock.Instant) { self.deadline = deadline }

        func resume(throwing error: (any Error)? = nil) {
            let continuation = continuation
            self.continuation = nil
            if let error { continuation?.resume(throwing: error) } else { continuation?.resume() }
        }
    }

    /// Opens a connection on a thread of its own, and sets what holds for all statements.
    init(_ address: PostgresAddress, for pool: PostgresPool) async throws {
        handle = try await withCheckedThrowingContinuation { continuation in
            DispatchQueue(label: "TablePostgres").async {
                continuation.resume(with: Result { try address.open() })
            }
        }
        self.pool = pool
        Self.lastNumber += 1
        number = Self.lastNumber
        expiry = .now + pool.configuration.lifeTime * Double.random(in: 0.9...1)
        guard PQsetnonblocking(connection, 1) == 0, PQenterPipelineMode(connection) == 1 else { throw lost }
        watch()
        // A pooler tells its own process number, or none.
        let settings = pool.configuration.settings.sorted { $0.key < $1.key }
        let rows = settings.indices.map { "($\(2 * $0 + 2)::text, $\(2 * $0 + 3)::text)" }
        let statement = PostgresStatement(
            """
            SELECT pg_backend_pid() = $1::int, set_config(name, value, pg_backend_pid() <> $1::int)
            FROM (VALUES \(rows.joined(separator: ", "))) AS settings(name, value)
            WHERE current_setting(name, true) IS NOT NULL
            """,
            [.integer(Int64(PQbackendPID(connection)))] + settings.flatMap { [SQLValue($0.key), SQLValue($0.value)] })
        isShared = try await run([statement], until: .now + .seconds(5))[0].string(0, 0) != "t"
    }

    private var socket: CInt { PQsocket(connection) }

    private var lost: PostgresError {
        let reason = String(cString: PQerrorMessage(connection)).firstLine
        return PostgresError("08006", reason: reason.isEmpty ? "the connection was lost" : reason)
    }

    /// A Boolean value that indicates whether the connection can be given to another visitor.
    var isClean: Bool { isQuiet && !isClosed && PQtransactionStatus(connection) == PQTRANS_IDLE }

    private var isQuiet: Bool { exchange == nil && cancellations == 0 }

    // MARK: Statements

    /// Sends statements at once and returns their results.
    ///
    /// - Throws: The error of the first statement that fails. The server skips those behind it.
    func run(_ statements: [PostgresStatement], until deadline: ContinuousClock.Instant) async throws
        -> [PostgresResult]
    {
        let exchange = try await begin(until: deadline)
        do {
            for statement in statements { try send(statement, in: exchange) }
        } catch {
            exchange.failure = error
        }
        guard PQpipelineSync(connection) == 1 else {
            close(lost)
            throw lost
        }
        try await wait(for: exchange)
        return exchange.results
    }

    private func begin(until deadline: ContinuousClock.Instant) async throws -> Exchange {
        try Task.checkCancellation()
        if let exchange, exchange.continuation == nil { stop(exchange, CancellationError()) }
        await becomeQuiet()
        guard !isClosed else { throw PostgresError("08003", reason: "the connection is closed") }
        let exchange = Exchange(deadline: deadline)
        self.exchange = exchange
        return exchange
    }

    private func send(_ statement: PostgresStatement, in exchange: Exchange) throws(PostgresError) {
        let count = CInt(clamping: statement.arguments.count)
        try statement.withArguments { values throws(PostgresError) in
            let plan = isShared ? PreparedStatements.Plan() : preparations.plan(for: statement.sql)
            var isSent: CInt = 1
            if let command = plan.cleanUp {
                exchange.purposes.append(.other)
                isSent &= PQsendQueryParams(connection, command, 0, nil, nil, nil, nil, 0)
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
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                exchange.continuation = continuation
                flush()
                advance()
            }
        } onCancel: {
            Task { @PostgresLoop in stop(exchange, CancellationError()) }
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

    private func flush() {
        guard !isClosed else { return }
        let state = PQflush(connection)
        if state < 0 { close(lost) } else { watch(writes: state == 1) }
    }

    /// Watches the socket. While nobody asks for the bytes of a `COPY`, they stay at the server.
    private func watch(writes: Bool = false) {
        let isPaused = exchange.map { $0.copy != nil && $0.continuation == nil && !$0.isStopped } ?? false
        PostgresLoop.watch(self, socket: socket, reads: !isPaused, writes: writes)
    }

    private func advance() {
        var isCopying = exchange?.copy != nil
        var emptyCount = 0
        while let exchange, !isClosed {
            if isCopying {
                isCopying = advanceCopy(exchange)
                if !isCopying { return }
                continue
            }
            guard PQisBusy(connection) == 0 else { break }
            guard let result = PQgetResult(connection) else {
                // libpq tells the end of each statement's results.
                emptyCount += 1
                if emptyCount > 2 { break }
                continue
            }
            emptyCount = 0
            collect(result, in: exchange)
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
            if ["0A000", "26000"].contains(error.code) { preparations.forgetAll() }
        }
        switch exchange.purposes.popFirst() {
        case .statement: if isDone, !exchange.isStopped { exchange.results.append(owner) }
        case .preparation(let sql): if !isDone { preparations.forget(sql) }
        case .other, nil: break
        }
    }

    private func end(_ exchange: Exchange) {
        self.exchange = nil
        exchange.resume(throwing: exchange.failure)
        resumeIfQuiet()
    }

    // MARK: Stopping

    /// Resumes the task that waits for an exchange with an error, and cancels the statement at the server.
    private func stop(_ exchange: Exchange, _ error: any Error) {
        guard exchange === self.exchange, !exchange.isStopped else { return }
        exchange.isStopped = true
        exchange.deadline = .now + Self.stopTime
        exchange.resume(throwing: error)
        flush()
        cancel()
        advance()
    }

    /// The time in which a server must stop a statement, before its connection is closed.
    private static let stopTime = Duration.seconds(5)

    /// Cancels the running statement on a thread of its own, because libpq opens another connection and waits for it.
    private func cancel() {
        guard let cancellation = PQgetCancel(connection) else { return }
        let address = UInt(bitPattern: cancellation)
        cancellations += 1
        DispatchQueue(label: "TablePostgres").async {
            let cancellation = OpaquePointer(bitPattern: address)
            var message = [CChar](repeating: 0, count: 256)
            PQcancel(cancellation, &message, CInt(message.count))
            PQfreeCancel(cancellation)
            Task { @PostgresLoop in
                self.cancellations -= 1
                self.resumeIfQuiet()
            }
        }
    }

    private func resumeIfQuiet() {
        guard isQuiet || isClosed else { return }
        let continuations = waiting
        waiting = []
        for continuation in continuations { continuation.resume() }
    }

    private func becomeQuiet() async {
        while !isQuiet, !isClosed { await withCheckedContinuation { waiting.append($0) } }
    }

    /// Ends what a visitor left on the connection.
    ///
    /// - Returns: Whether the connection can be given to another visitor.
    func cleanUp() async -> Bool {
        if let exchange { stop(exchange, CancellationError()) }
        await becomeQuiet()
        if !isClosed, !isClean { _ = try? await run([PostgresStatement("ROLLBACK")], until: .now + Self.stopTime) }
        return isClean
    }

    /// Stops an exchange whose time is over.
    ///
    /// - Returns: The time of the next call; nil while nothing is awaited.
    func checkTime(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
        guard let exchange, exchange.continuation != nil || exchange.isStopped else { return nil }
        if exchange.deadline <= now {
            guard !exchange.isStopped else {
                close(lost)
                return nil
            }
            stop(exchange, PostgresError.timedOut)
        }
        return exchange.deadline
    }

    /// Closes the connection. Tasks that wait for it get the error.
    func close(_ error: PostgresError) {
        guard !isClosed else { return }
        isClosed = true
        PostgresLoop.watch(self, socket: socket, reads: false, writes: false)
        exchange?.resume(throwing: error)
        exchange = nil
        resumeIfQuiet()
        pool?.didClose(self)
    }

    // MARK: COPY

    /// Begins a `COPY … TO STDOUT`.
    func beginCopy(_ sql: String, until deadline: ContinuousClock.Instant) async throws {
        let exchange = try await begin(until: deadline)
        exchange.copy = Exchange.Copy()
        guard PQexitPipelineMode(connection) == 1, PQsendQuery(connection, sql) == 1 else {
            let error = lost
            close(error)
            throw error
        }
        try await wait(for: exchange)
    }

    /// Returns the next bytes of the `COPY`; nil at its end.
    func nextCopiedBytes(until deadline: ContinuousClock.Instant) async throws -> [UInt8]? {
        guard let exchange, exchange.copy != nil else { return nil }
        exchange.deadline = deadline
        try await wait(for: exchange)
        defer { exchange.copy?.bytes = [] }
        return exchange.copy.flatMap { $0.bytes.isEmpty ? nil : $0.bytes }
    }

    /// Takes what libpq has of a `COPY`.
    ///
    /// - Returns: Whether to call it again at once.
    private func advanceCopy(_ exchange: Exchange) -> Bool {
        guard exchange.continuation != nil || exchange.isStopped, let step = exchange.copy?.step else { return false }
        if step == .hasBytes {
            var buffer: UnsafeMutablePointer<CChar>?
            let count = PQgetCopyData(connection, &buffer, 1)
            if count > 0, let buffer {
                let bytes = UnsafeRawBufferPointer(start: buffer, count: Int(count))
                if !exchange.isStopped { exchange.copy?.bytes.append(contentsOf: bytes) }
                PQfreemem(buffer)
                guard let size = exchange.copy?.bytes.count, size >= Self.copySize else { return true }
            } else if count < 0 {
                exchange.copy?.step = .ends
                return true
            } else if exchange.copy?.bytes.isEmpty != false {
                return false
            }
            exchange.resume()
            flush()
            return false
        }
        guard PQisBusy(connection) == 0 else { return false }
        guard let result = PQgetResult(connection) else {
            guard PQenterPipelineMode(connection) == 1 else {
                close(lost)
                return false
            }
            end(exchange)
            return false
        }
        let status = PQresultStatus(result)
        if status == PGRES_COPY_OUT {
            exchange.copy?.step = .hasBytes
            if !exchange.isStopped {
                exchange.resume()
                flush()
                PQclear(result)
                return false
            }
        } else if status != PGRES_COMMAND_OK, exchange.failure == nil {
            exchange.failure = PostgresError(result)
        }
        PQclear(result)
        return true
    }

    /// The least number of bytes after which a part of a `COPY` is handed over.
    private static let copySize = 64 * 1024
}

/// The statements that a connection has prepared: those that it runs for the sixth time, up to 100.
private struct PreparedStatements {
    private var uses: [String: Int] = [:]
    private var prepared: [String: (name: String, lastUse: Int)] = [:]
    private var useCount = 0
    private var mustForgetAll = false

    /// How a statement is sent.
    struct Plan {
        /// The command to send first, if any.
        var cleanUp: String?
        /// The name of the prepared statement; nil for a statement that is not prepared.
        var name: String?
        /// A Boolean value that indicates whether to prepare it first.
        var isNew = false
    }

    mutating func plan(for sql: String) -> Plan {
        useCount += 1
        if mustForgetAll {
            (uses, prepared, mustForgetAll) = ([:], [:], false)
            return Plan(cleanUp: "DEALLOCATE ALL")
        }
        if let name = prepared[sql]?.name {
            prepared[sql]?.lastUse = useCount
            return Plan(name: name)
        }
        if uses.count > 1_000 { uses = [:] }
        uses[sql, default: 0] += 1
        guard uses[sql, default: 0] > 5 else { return Plan() }
        uses[sql] = nil
        var plan = Plan(name: "cascade_\(useCount)", isNew: true)
        if prepared.count >= 100, let oldest = prepared.min(by: { $0.value.lastUse < $1.value.lastUse }) {
            prepared[oldest.key] = nil
            plan.cleanUp = "DEALLOCATE \(oldest.value.name)"
        }
        prepared[sql] = (plan.name ?? "", useCount)
        return plan
    }

    mutating func forget(_ sql: String) { prepared[sql] = nil }

    /// Forgets all statements, because a table has changed so that a plan no longer holds.
    mutating func forgetAll() { mustForgetAll = !prepared.isEmpty }
}
