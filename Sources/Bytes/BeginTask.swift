/// Starts a task on the current thread, as `Task.immediate` does. Returns when the body has ended or begins to wait.
///
/// - Returns: The task. It is never nil.
package func beginTask(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never>? {
    var task: Task<Void, Never>?
    // Within a loop, the optimizer inlines `Task.immediate`, and sees that no executor is preferred. The task would
    // otherwise get a record of that, and lock it at each change of executors: half of the costs of a short task.
    repeat {
        guard #available(macOS 26, iOS 26, *) else { return Task { await body() } }
        task = Task.immediate { await body() }
    } while task == nil
    return task
}
