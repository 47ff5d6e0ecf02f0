/// The isolation of every tree of delegates: one visitor or change at a time, as on UIKit's main actor.
///
/// Delegates are plain classes with no locks. Code that needs no waiting enters with ``run(_:)`` on the thread it is
/// on, which costs a lock and no thread hop; `async` code is `await`ed as with any actor.
///
/// ```swift
/// let rows = TableActor.run { tableView.numberOfRows(inSection: 0) }
/// ```
@globalActor
public actor TableActor {
    public static let shared = TableActor()
    private static let executor = TableExecutor()

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        Self.executor.asUnownedSerialExecutor()
    }

    /// Runs the body isolated to the tree, at once and on this thread, waiting for whoever is inside.
    ///
    /// May be called from inside. The body must not wait for another thread that needs the tree.
    @inlinable
    public nonisolated static func run<Result>(_ body: @TableActor () throws -> Result) rethrows -> Result {
        enter()
        defer { leave() }
        return try withoutActuallyEscaping(body) { body in
            // The lock that is held now is the actor's executor, so the body is isolated; only the compiler cannot see
            // it.
            try unsafeBitCast(body, to: (() throws -> Result).self)()
        }
    }

    // Apart from the generic function, which is compiled where it is called.

    @usableFromInline
    nonisolated static func enter() { TableExecutor.lock.lock() }

    @usableFromInline
    nonisolated static func leave() { TableExecutor.lock.unlock() }
}
