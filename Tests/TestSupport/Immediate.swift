import Synchronization

/// Runs a body until it ends or waits, on the current thread.
///
/// - Returns: The result; nil if the body waits. Then it is cancelled.
package func immediate<Value: Sendable>(_ body: @escaping @Sendable () async throws -> Value) throws -> Value? {
    let end = End<Value>()
    let task = Task.immediate {
        let result: Result<Value, any Error>
        do { result = .success(try await body()) } catch { result = .failure(error) }
        end.result.withLock { $0 = result }
    }
    guard let result = end.result.withLock({ $0 }) else {
        task.cancel()
        return nil
    }
    return try result.get()
}

private final class End<Value: Sendable>: Sendable {
    let result = Mutex<Result<Value, any Error>?>(nil)
}
