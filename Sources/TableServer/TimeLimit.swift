import Bytes
import CascadingTable
import Dispatch
import HTTPMessages
import Synchronization

/// Runs the body with a time limit, and cancels it when the time is up or the caller is cancelled.
///
/// When the time is up, the caller continues at once, even if the body ignores its cancellation.
///
/// - Parameters:
///   - limit: The longest time that the body may run.
///   - error: Makes the error to throw when the time is up.
///   - beginsHere: Whether the body begins on the current thread, and needs no timer unless it waits. Default: false.
///   - body: The work, run in a task of its own.
/// - Returns: The result of the body.
/// - Throws: The error of the body, or `error` when the time is up.
func withTimeLimit<Result: Sendable>(
    _ limit: Duration, orThrow error: @escaping @Sendable () -> any Error, beginsHere: Bool = false,
    _ body: @escaping @Sendable () async throws -> Result
) async throws -> Result {
    let waiter = Waiter<Result>()
    let run = { @Sendable in
        do { waiter.resume(with: .success(try await body())) } catch { waiter.resume(with: .failure(error)) }
    }
    let work = beginsHere ? beginTask(run) : Task(operation: run)
    if let result = waiter.take() { return try result.get() }
    // A cancelled `Task.sleep` stays in memory until its time is over. A cancelled source is freed at once.
    let clock = DispatchSource.makeTimerSource()
    clock.schedule(deadline: .now() + .nanoseconds(Int(clamping: limit.nanoseconds)))
    clock.setEventHandler {
        // Cancelled work throws too, so the caller is told of the limit first.
        waiter.resume(with: .failure(error()))
        work?.cancel()
    }
    clock.activate()
    defer { clock.cancel() }
    return try await waiter.take(cancelling: work)
}

/// The first of two results, and the task that waits for it.
private final class Waiter<Value: Sendable>: Sendable {
    private struct State {
        var result: Result<Value, any Error>?
        var continuation: CheckedContinuation<Value, any Error>?
    }

    private let state = Mutex(State())

    /// Takes the result so far.
    func take() -> Result<Value, any Error>? { state.locked { $0.result.take() } }

    /// Takes the result, and waits for it if necessary. If the caller is cancelled, so is the work.
    func take(cancelling work: Task<Void, Never>?) async throws -> Value {
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result = state.locked { state in
                    if state.result == nil { state.continuation = continuation }
                    return state.result.take()
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            work?.cancel()
        }
    }

    /// Sets the result. Later results have no effect.
    func resume(with result: Result<Value, any Error>) {
        let continuation = state.locked { state in
            guard state.result == nil else { return nil as CheckedContinuation<Value, any Error>? }
            state.result = result
            return state.continuation.take()
        }
        continuation?.resume(with: result)
    }
}

/// A limit of simultaneous operations.
final class ConcurrencyLimit: Sendable {
    private let count: Int
    private let taken = Atomic<Int>(0)

    init(count: Int) {
        self.count = count
    }

    /// Returns a permit, which counts until it is released; nil if the limit is reached.
    func take() -> Permit? {
        // Counted first, so that two callers never get the last permit.
        let number = taken.add(1, ordering: .relaxed).newValue
        let permit = Permit(of: self)
        return number <= count ? permit : nil
    }

    /// A permit. It stops counting when the last reference to it is released.
    final class Permit: Sendable {
        private let limit: ConcurrencyLimit

        fileprivate init(of limit: ConcurrencyLimit) {
            self.limit = limit
        }

        deinit {
            limit.taken.subtract(1, ordering: .relaxed)
        }
    }
}
