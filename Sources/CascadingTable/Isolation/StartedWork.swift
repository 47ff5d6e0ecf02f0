/// Work on the actor of the tables that has started on the current thread, and has ended or waits.
package struct StartedWork<Value: Sendable>: Sendable {
    package let task: Task<Value, any Error>
    /// The result; nil if the work waits.
    package let result: Result<Value, any Error>?

    /// Starts the work. Returns when the work has ended or begins to wait.
    @TableActor
    package init(_ work: @escaping @TableActor @Sendable () async throws -> Value) {
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
}
