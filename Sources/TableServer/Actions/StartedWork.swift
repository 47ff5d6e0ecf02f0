import CascadingTable
import MicroHTTPD

/// Work on the actor of the tables that has started on the current thread, and has ended or waits.
struct StartedWork<Value: Sendable>: Sendable {
    private let task: Task<Value, any Error>
    /// The result; nil if the work waits.
    private let result: Result<Value, any Error>?

    /// Starts the work. Returns when the work has ended or begins to wait.
    @TableActor
    init(_ work: @escaping @TableActor @Sendable () async throws -> Value) {
        let end = End()
        task = Task.immediate { @TableActor in
            do {
                let value = try await work()
                end.result = .success(value)
                return value
            } catch {
                end.result = .failure(error)
                throw error
            }
        }
        result = end.result
    }

    @TableActor
    private final class End {
        var result: Result<Value, any Error>?
    }

    /// Returns the response at once if the work has ended, and otherwise after it.
    ///
    /// If the client leaves or the time limit is over, the work is cancelled.
    func response(_ reply: @escaping @Sendable (Value) -> HandlerResponse) throws -> HandlerResponse {
        if let result { return reply(try result.get()) }
        return .deferred { [task] in
            try await withTaskCancellationHandler {
                reply(try await task.value)
            } onCancel: {
                task.cancel()
            }
        }
    }
}
