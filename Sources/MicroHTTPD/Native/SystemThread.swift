import CMicroHTTPD
import Glibc

/// A thread of the system's own, for work that blocks and must not hold one of Swift's.
enum SystemThread {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` on a new thread, or as a task where the system has none to give.
    static func run(_ body: @escaping @Sendable () -> Void) {
        do { try start(body) } catch { Task.detached { body() } }
    }

    /// Runs `body` on a new thread.
    ///
    /// - Throws: ``HTTPServerError`` with `daemonFailed` where the system has none to give.
    static func start(_ body: @escaping @Sendable () -> Void) throws {
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(body))
        let failure = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard failure == 0 else {
            work.release()
            throw HTTPServerError(.daemonFailed, "The system has no thread to give.", errno: failure)
        }
        pthread_detach(thread)
    }
}
