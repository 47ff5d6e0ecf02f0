import Foundation

/// Runs work that blocks on a thread of its own.
///
/// On Linux, Swift's tasks run on Dispatch's few threads: blocking one of those would stall the server's tasks too.
func offPool<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        Thread.detachNewThread { continuation.resume(with: Result(catching: work)) }
    }
}
