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
