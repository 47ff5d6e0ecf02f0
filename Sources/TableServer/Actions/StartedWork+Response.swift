import CascadingTable
import MicroHTTPD

extension StartedWork {
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
