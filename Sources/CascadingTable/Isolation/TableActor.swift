/// The global actor of all tables and delegates: one request or change runs at a time, as on UIKit's main actor.
///
/// Delegates are plain classes without locks. Synchronous code enters with ``run(_:)`` on its current thread, which
/// costs a lock and no change of thread. Asynchronous code uses `await`, as with any actor.
///
/// ```swift
/// let rows = TableActor.run { tableView.numberOfRows(inSection: 0) }
/// ```
///
/// Code on the actor must not block, because all requests wait for it.
@globalActor
public actor TableActor {
    /// The only instance of the actor.
    public static let shared = TableActor()
    private static let executor = TableExecutor()

    /// The serial executor of the actor, which is a lock.
    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        Self.executor.asUnownedSerialExecutor()
    }

    /// Runs a closure on the actor, on the current thread, and blocks until the actor is free.
    ///
    /// You can call it from code that is already on the actor. The closure must not wait for another thread that needs
    /// the actor.
    ///
    /// - Parameter body: The closure to run.
    /// - Returns: The result of the closure.
    /// - Throws: The error that the closure throws.
    @inlinable
    public nonisolated static func run<Result>(_ body: @TableActor () throws -> Result) rethrows -> Result {
        enter()
        defer { leave() }
        return try withoutActuallyEscaping(body) { body in
            // The held lock is the actor's executor, so the body is isolated. The compiler cannot know that.
            try unsafeBitCast(body, to: (() throws -> Result).self)()
        }
    }

    // Separate from the generic function, because that is compiled into the caller's module.

    @usableFromInline
    nonisolated static func enter() { TableExecutor.lock.lock() }

    @usableFromInline
    nonisolated static func leave() { TableExecutor.lock.unlock() }
}

extension TableActor {
    /// Starts a task on the actor, on the current thread, which blocks until the actor is free.
    ///
    /// - Returns: The task, when the body has ended or begins to wait. It is never nil.
    package nonisolated static func begin(
        _ body: @escaping @TableActor @Sendable () async throws -> Void
    ) -> Task<Void, any Error>? {
        run {
            var task: Task<Void, any Error>?
            // In a loop, for the reason that `beginTask` tells.
            repeat {
                guard #available(macOS 26, iOS 26, *) else { return Task { @TableActor in try await body() } }
                task = Task.immediate { @TableActor in try await body() }
            } while task == nil
            return task
        }
    }
}
