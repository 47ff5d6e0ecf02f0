import CLibrary
import Dispatch
import Synchronization

/// The serial executor of ``TableActor``, which is a lock: the thread that holds it is isolated to the actor.
///
/// The lock is recursive, so code on the actor can enter again. Jobs of `async` functions run on a dispatch queue,
/// which takes the lock for each job.
final class TableExecutor: SerialExecutor {
    /// The lock of the actor. It is a structure, because threads would contend for the reference count of an object.
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

/// A mutex that its holder can lock again. It is never deallocated.
struct RecursiveLock: Sendable {
    private struct State: ~Copyable {
        var mutex = pthread_mutex_t()
        /// The thread that holds the lock; 0 if it is free.
        let holder = Atomic<UInt>(0)
        /// The number of times that the holder locked it. Only the holder reads or writes it.
        var depth = 0
        /// The number of times that a thread took the lock. Only the holder reads or writes it.
        var turn: UInt64 = 0
        #if DEBUG
            /// The time and processor usage at which the holder locked it.
            var hold = LockHold()
        #endif
    }

    // The pointer never changes. The mutex protects the depth.
    private nonisolated(unsafe) let state: UnsafeMutablePointer<State>

    init() {
        state = .allocate(capacity: 1)
        state.initialize(to: State())
        #if canImport(Glibc)
            // The lock is held for microseconds, so spinning is faster than sleeping and waking up.
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
            state.pointee.turn &+= 1
            #if DEBUG
                state.pointee.hold = LockHold()
            #endif
        }
        state.pointee.depth += 1
    }

    /// The number of the current turn, which ends when the holder unlocks the lock. Only the holder asks for it.
    var turn: UInt64 { state.pointee.turn }

    /// Unlocks the lock. The holder calls it once for each call of `lock`.
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

    /// Polls the lock for some hundred microseconds, yielding the processor each time, and then sleeps until it is
    /// free.
    private func take() {
        for _ in 0..<Self.patience {
            if state.pointee.holder.load(ordering: .relaxed) == 0, pthread_mutex_trylock(&state.pointee.mutex) == 0 {
                return
            }
            sched_yield()
        }
        pthread_mutex_lock(&state.pointee.mutex)
    }

    /// The number of polls before a waiting thread sleeps. They take some hundred microseconds in total.
    private static let patience = 200

    private static var currentThread: UInt {
        #if canImport(Darwin)
            UInt(bitPattern: pthread_self())
        #else
            UInt(pthread_self())
        #endif
    }
}

#if DEBUG
    import CLibrary

    /// A period in which a thread holds the lock of ``TableActor``, measured in debug builds only.
    ///
    /// All requests wait for the lock. Its holder must therefore not wait for a file, a database, a network or another
    /// lock. More than 50 ms of sleep are reported on standard error. With `CASCADE_STRICT=1` in the environment, more
    /// than 500 ms stop the program, so that tests fail. Shorter sleeps prove nothing: a thread also sleeps while a
    /// busy machine reads the program's own code from disk.
    struct LockHold {
        private let start = ContinuousClock.now
        private let usage = Usage()

        private static let limit: Duration = .milliseconds(50)
        private static let strictLimit: Duration = .milliseconds(500)
        private static let isStrict = getenv("CASCADE_STRICT").map { String(cString: $0) == "1" } ?? false

        /// The processor time of the current thread so far, and its context switches.
        private struct Usage {
            var processorTime: Duration = .zero
            /// The number of voluntary and of involuntary context switches.
            var (sleeps, preemptions) = (0, 0)

            init() {
                #if !canImport(Darwin)
                    var usage = rusage()
                    // 1 is RUSAGE_THREAD, which glibc declares for GNU sources only.
                    getrusage(1, &usage)
                    for time in [usage.ru_utime, usage.ru_stime] {
                        processorTime += .seconds(time.tv_sec) + .microseconds(time.tv_usec)
                    }
                    (sleeps, preemptions) = (usage.ru_nvcsw, usage.ru_nivcsw)
                #endif
            }
        }

        /// A period in which the thread slept for longer than the limit.
        struct Problem: Equatable {
            let held: Duration
            let slept: Duration

            var isCertain: Bool { slept > strictLimit }

            var description: String {
                "A thread held TableActor for \(held) and slept for \(slept). Load in prefetchRowsAt what takes long."
            }
        }

        /// The problem so far, or nil. Call it on the thread that took the lock.
        var problem: Problem? {
            let time = ContinuousClock.now - start
            guard time > Self.limit else { return nil }
            let now = Usage()
            let slept = time - (now.processorTime - usage.processorTime)
            // For a preempted thread, the time without the processor is not necessarily sleep.
            guard slept > Self.limit, now.sleeps > usage.sleeps, now.preemptions == usage.preemptions else {
                return nil
            }
            return Problem(held: time, slept: slept)
        }

        /// Reports the problem, if there is one. Call it after the lock is released.
        func check() {
            guard let problem else { return }
            StandardError.print(problem.description)
            if Self.isStrict, problem.isCertain { assertionFailure(problem.description) }
        }
    }
#endif
