import Bytes
import CLibrary
import CPostgreSQL
import Synchronization

/// The global actor of all connections to PostgreSQL. Its executor is one thread, which waits for the sockets of all pools.
///
/// Code on the actor must not block. So connections are opened, and queries cancelled, on threads of their own.
@globalActor
actor PostgresLoop {
    static let shared = PostgresLoop()
    private static let executor = LoopExecutor()

    nonisolated var unownedExecutor: UnownedSerialExecutor { Self.executor.asUnownedSerialExecutor() }

    @PostgresLoop private static var connections: [UInt64: Weak<PostgresConnection>] = [:]
    @PostgresLoop private static var pools: [Weak<PostgresPool>] = []

    private struct Weak<Object: AnyObject> {
        weak var object: Object?
    }

    /// Calls ``PostgresConnection/socketIsReady()`` when the socket of a connection is ready.
    @PostgresLoop
    static func watch(_ connection: PostgresConnection, socket: CInt, reads: Bool, writes: Bool) {
        connections[connection.number] = reads || writes ? Weak(object: connection) : nil
        cpq_watch(executor.epoll, socket, connection.number, reads ? 1 : 0, writes ? 1 : 0)
    }

    /// Calls ``PostgresPool/checkTimes()`` until the pool is deallocated.
    @PostgresLoop
    static func watch(_ pool: PostgresPool) { pools.append(Weak(object: pool)) }

    /// Tells connections that their sockets are ready, and pools the time.
    ///
    /// - Returns: The time at which it must be called again.
    @PostgresLoop
    fileprivate static func turn(_ ready: ArraySlice<UInt64>) -> ContinuousClock.Instant? {
        for number in ready { connections[number]?.object?.socketIsReady() }
        if pools.contains(where: { $0.object == nil }) {
            pools.removeAll { $0.object == nil }
            connections = connections.filter { $0.value.object != nil }
        }
        return pools.compactMap { $0.object?.checkTimes() }.min()
    }

    /// Runs the body, which is isolated because the current thread is the executor's. The compiler cannot know that.
    fileprivate nonisolated static func run<Result>(_ body: @PostgresLoop () -> Result) -> Result {
        withoutActuallyEscaping(body) { unsafeBitCast($0, to: (() -> Result).self)() }
    }
}

/// The thread of ``PostgresLoop``: it runs jobs of Swift tasks and waits for sockets with epoll.
private final class LoopExecutor: SerialExecutor {
    let epoll = epoll_create1(CInt(EPOLL_CLOEXEC))
    private let wakeUp = eventfd(0, CInt(EFD_CLOEXEC | EFD_NONBLOCK))
    private let jobs = Mutex<[UnownedJob]>([])
    private let thread = Atomic<UInt>(0)

    init() {
        cpq_watch(epoll, wakeUp, 0, 1, 0)
        var thread = pthread_t()
        let pointer = Unmanaged.passRetained(self).toOpaque()
        let code = pthread_create(
            &thread, nil,
            { context in
                context.map { Unmanaged<LoopExecutor>.fromOpaque($0).takeRetainedValue().run() }
                return nil
            }, pointer)
        precondition(code == 0, "no thread for PostgreSQL")
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isFirst = jobs.locked { jobs in
            jobs.append(job)
            return jobs.count == 1
        }
        // The thread looks for jobs before it sleeps.
        if isFirst, isIsolatingCurrentContext() != true { eventfd_write(wakeUp, 1) }
    }

    func isIsolatingCurrentContext() -> Bool? { thread.load(ordering: .relaxed) == UInt(pthread_self()) }

    func checkIsolated() { precondition(isIsolatingCurrentContext() == true, "not isolated to PostgresLoop") }

    private func run() -> Never {
        thread.store(UInt(pthread_self()), ordering: .relaxed)
        var ready = [UInt64](repeating: 0, count: 64)
        var count = 0
        while true {
            for job in jobs.locked({ jobs in
                defer { jobs = [] }
                return jobs
            }) {
                job.runSynchronously(on: asUnownedSerialExecutor())
            }
            // After the jobs, because they set times.
            let time = PostgresLoop.run { PostgresLoop.turn(ready[..<count]) }
            let mayWait = jobs.locked { $0.isEmpty }
            count = Int(cpq_wait(epoll, &ready, CInt(ready.count), mayWait ? Self.milliseconds(until: time) : 0))
            if ready[..<count].contains(0) {
                var value: eventfd_t = 0
                eventfd_read(wakeUp, &value)
            }
        }
    }

    private static func milliseconds(until time: ContinuousClock.Instant?) -> CInt {
        guard let time else { return -1 }
        return CInt(clamping: max(Int((time - .now) / .milliseconds(1)) + 1, 0))
    }
}
