/// A transaction that reads one state of the database until the last reference to it is released.
final class HeldTransaction: Sendable {
    private typealias Reply = CheckedContinuation<PostgresResult, any Error>
    private typealias Request = (statement: PostgresStatement, time: Duration, reply: Reply)

    private let requests: AsyncStream<Request>.Continuation

    /// Begins a transaction, which waits for a connection if all are in use.
    init(of pool: PostgresPool, within time: Duration) {
        let (stream, requests) = AsyncStream.makeStream(of: Request.self)
        self.requests = requests
        Task {
            do {
                try await pool.withTransaction(within: time) { transaction in
                    for await request in stream {
                        do {
                            let result = try await transaction.run(request.statement, within: request.time)
                            request.reply.resume(returning: result)
                        } catch {
                            request.reply.resume(throwing: error)
                        }
                    }
                }
            } catch {
                // No connection was free.
                for await request in stream { request.reply.resume(throwing: error) }
            }
        }
    }

    deinit { requests.finish() }

    /// Runs a statement in the transaction.
    func run(_ statement: PostgresStatement, within time: Duration) async throws -> PostgresResult {
        try await withCheckedThrowingContinuation { reply in
            if case .terminated = requests.yield((statement, time, reply)) {
                reply.resume(throwing: CancellationError())
            }
        }
    }
}
