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
    /// A value, for a reference to it would be counted by all threads.
    static let lock = RecursiveLock()
    private let queue = DispatchQueue(label: "TableActor", qos: .userInitiated)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { [self] in
            Self.lock.lock()
            defer { Self.lock.unlock() }
            job.runSynchronously(on: asUnownedSerialExecutor())
        }
    }

    func isIsolatingCurrentContext() -> Bool? {
        Self.lock.isHeldByCurrentThread
    }

    func checkIsolated() {
        precondition(Self.lock.isHeldByCurrentThread, "not isolated to TableActor: enter with TableActor.run")
    }
}

/// A mutex that its holder may take again; made for as long as the program runs.
struct RecursiveLock: Sendable {
    private struct State: ~Copyable {
        var mutex = pthread_mutex_t()
        /// The thread that has taken it.
        let holder = Atomic<UInt>(0)
        /// How often; only the holder reads or writes it.
        var depth = 0
        #if DEBUG
            /// When and how the holder took it.
            var hold = LockHold()
        #endif
    }

    // The mutex guards itself and the depth; the pointer never changes.
    private nonisolated(unsafe) let state: UnsafeMutablePointer<State>

    init() {
        state = .allocate(capacity: 1)
        state.initialize(to: State())
        #if canImport(Glibc)
            // It is held for microseconds, which a thread had better wait for than sleep and be woken again.
            var attributes = pthread_mutexattr_t()
            pthread_mutexattr_init(&attributes)
            pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_ADAPTIVE_NP))
            pthread_mutex_init(&state.pointee.mutex, &attributes)
            pthread_mutexattr_destroy(&attributes)
        #else
            pthread_mutex_init(&state.pointee.mutex, nil)
        #endif
    }

    var isHeldByCurrentThread: Bool {
        state.pointee.holder.load(ordering: .relaxed) == Self.currentThread
    }

    func lock() {
        if !isHeldByCurrentThread {
            take()
            state.pointee.holder.store(Self.currentThread, ordering: .relaxed)
            #if DEBUG
                state.pointee.hold = LockHold()
            #endif
        }
        state.pointee.depth += 1
    }

    /// For its holder, once for each time that he took it.
    func unlock() {
        state.pointee.depth -= 1
        guard state.pointee.depth == 0 else { return }
        #if DEBUG
            let hold = state.pointee.hold
            defer { hold.check() }
        #endif
        state.pointee.holder.store(0, ordering: .relaxed)
        pthread_mutex_unlock(&state.pointee.mutex)
    }

    /// Waits awake for a while, letting other threads have the core, before it sleeps.
    private func take() {
        for _ in 0..<Self.patience {
            if state.pointee.holder.load(ordering: .relaxed) == 0, pthread_mutex_trylock(&state.pointee.mutex) == 0 {
                return
            }
            sched_yield()
        }
        pthread_mutex_lock(&state.pointee.mutex)
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
