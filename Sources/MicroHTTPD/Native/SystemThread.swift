import CMicroHTTPD
import Glibc

/// A system thread for blocking work, which must not occupy a thread of Swift's concurrency.
enum SystemThread {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs a closure on a new thread, or in a task if the system cannot create a thread.
    static func run(_ body: @escaping @Sendable () -> Void) {
        do { try start(body) } catch { Task.detached { body() } }
    }

    /// Runs a closure on a new thread.
    ///
    /// - Throws: ``HTTPServerError`` with code `daemonFailed` if the system cannot create a thread.
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
            throw HTTPServerError(
                .daemonFailed, "The system could not start a thread: \(String(cString: strerror(failure))).",
                errno: failure)
        }
        pthread_detach(thread)
    }
}
