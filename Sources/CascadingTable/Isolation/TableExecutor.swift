import Dispatch
import Synchronization

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A serial executor that is a lock: whoever holds it is isolated to the tree, whatever thread it runs on.
///
/// The lock is recursive, so a handler that is already inside may enter again. Jobs of `async` functions run on a
/// queue that takes the lock for each.
final class TableExecutor: SerialExecutor {
    private let lock = RecursiveLock()
    private let queue = DispatchQueue(label: "TableActor", qos: .userInitiated)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in
            lock.withLock {
                job.runSynchronously(on: asUnownedSerialExecutor())
            }
        }
    }

    func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        try lock.withLock(body)
    }

    func isIsolatingCurrentContext() -> Bool? {
        lock.isHeldByCurrentThread
    }

    func checkIsolated() {
        precondition(lock.isHeldByCurrentThread, "not isolated to TableActor: enter with TableActor.run")
    }
}

/// A mutex that its holder may take again.
private final class RecursiveLock: Sendable {
    // The mutex guards itself; the pointer is made once, never changed, and freed with the last user of the lock.
    private nonisolated(unsafe) let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let holder = Atomic<UInt>(0)
    // Only the holder reads or writes it.
    private nonisolated(unsafe) var depth = 0

    init() {
        mutex = .allocate(capacity: 1)
        #if canImport(Glibc)
            // It is held for microseconds, which a thread had better wait for than sleep and be woken again.
            var attributes = pthread_mutexattr_t()
            pthread_mutexattr_init(&attributes)
            pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
            pthread_mutex_init(mutex, &attributes)
            pthread_mutexattr_destroy(&attributes)
        #else
            pthread_mutex_init(mutex, nil)
        #endif
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    var isHeldByCurrentThread: Bool {
        holder.load(ordering: .relaxed) == Self.currentThread
    }

    func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
        if !isHeldByCurrentThread {
            lock()
            holder.store(Self.currentThread, ordering: .relaxed)
        }
        depth += 1
        defer {
            depth -= 1
            if depth == 0 {
                holder.store(0, ordering: .relaxed)
                pthread_mutex_unlock(mutex)
            }
        }
        return try body()
    }

    /// Waits awake for a while, letting other threads have the core, before it sleeps.
    private func lock() {
        for _ in 0..<Self.patience {
            if holder.load(ordering: .relaxed) == 0, pthread_mutex_trylock(mutex) == 0 { return }
            sched_yield()
        }
        pthread_mutex_lock(mutex)
    }

    /// How often who waits looks again before he sleeps, some hundred microseconds in all.
    private static let patience = 200

    private static var currentThread: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}
