import Foundation

/// Runs blocking work on a thread of its own.
///
/// On Linux, Swift's tasks run on the few threads of Dispatch. A blocked thread would also stall the server's tasks.
package func offPool<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
    }
}
