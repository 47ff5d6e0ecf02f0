import Synchronization

/// Runs the body with a time limit, and cancels it when the time is up or the caller is cancelled.
///
/// When the time is up, the caller continues at once, even if the body ignores its cancellation.
///
/// - Parameters:
///   - limit: The longest time that the body may run.
///   - error: Makes the error to throw when the time is up.
///   - body: The work, run in a task of its own.
/// - Returns: The result of the body.
/// - Throws: The error of the body, or `error` when the time is up.
func withTimeLimit<Result: Sendable>(
    _ limit: Duration, orThrow error: @escaping @Sendable () -> any Error,
    _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let work = Task { try await body() }
    return try await withTaskCancellationHandler {
        try await withCheckedThrowingContinuation { continuation in
            let waiter = Waiter(continuation)
            let clock = Task {
                try await Task.sleep(for: limit)
                work.cancel()
                waiter.resume(with: .failure(error()))
            }
            Task {
                waiter.resume(with: await work.result)
                clock.cancel()
            }
        }
    } onCancel: {
        work.cancel()
    }
}

/// A continuation that only the first caller resumes.
private final class Waiter<Result: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Result, any Error>?>

    init(_ continuation: CheckedContinuation<Result, any Error>) {
        self.continuation = Mutex(continuation)
    }

    func resume(with result: Swift.Result<Result, any Error>) {
        continuation.withLock { $0.take() }?.resume(with: result)
    }
}
