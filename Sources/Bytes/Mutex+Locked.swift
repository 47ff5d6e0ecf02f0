public import Synchronization

extension Mutex where Value: ~Copyable {
    /// Runs the body while it holds the lock. Use it instead of `withLock`.
    ///
    /// It is not inlined. The lock belongs to a thread, whose number optimized code keeps in a register. After a
    /// suspension, a lock that was inlined into an asynchronous function takes it for the thread before the suspension,
    /// and the process ends (Swift 6.3, Linux). It is public because `@inlinable` has no effect on `package` functions.
    @inlinable @inline(never)
    public borrowing func locked<Result: ~Copyable, Failure: Error>(
        _ body: (inout sending Value) throws(Failure) -> sending Result
    ) throws(Failure) -> sending Result {
        try withLock(body)
    }
}
