import Synchronization

/// Runs the body, and cancels it when the time is up or when the caller is cancelled.
///
/// When the time is up, the caller goes on at once, whether the body heeds its cancellation or not.
///
/// - Parameter error: What is thrown when the time is up.
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

/// A continuation that is resumed once, by whoever comes first.
private final class Waiter<Result: Sendable>: Sendable {
    private let continuation: Mutex<CheckedContinuation<Result, any Error>?>

    init(_ continuation: CheckedContinuation<Result, any Error>) {
        self.continuation = Mutex(continuation)
    }

    func resume(with result: Swift.Result<Result, any Error>) {
        continuation.withLock { $0.take() }?.resume(with: result)
    }
}
