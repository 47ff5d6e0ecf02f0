import CMicroHTTPD
import Glibc
import HTTPMessages

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

/// Lets one thread sleep until another thread signals, or until a timeout.
///
/// A signal that comes while no thread sleeps ends the next sleep at once.
struct EventDescriptor: ~Copyable, Sendable {
    private let descriptor: Int32

    init() throws {
        descriptor = eventfd(0, Int32(EFD_CLOEXEC) | Int32(EFD_NONBLOCK))
        guard descriptor >= 0 else {
            throw HTTPServerError(
                .tooManyOpenFiles, "The server has too many open files. Raise the limit with ulimit -n.", errno: errno)
        }
    }

    deinit { close(descriptor) }

    /// Wakes the sleeping thread.
    func signal() {
        _ = eventfd_write(descriptor, 1)
    }

    /// Sleeps until ``signal()``.
    ///
    /// - Parameter nanoseconds: The timeout; nil for none.
    func wait(nanoseconds: UInt64?) {
        let milliseconds = nanoseconds.map { Int32(clamping: ($0 + 999_999) / 1_000_000) } ?? -1
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, milliseconds)
        var count: eventfd_t = 0
        _ = eventfd_read(descriptor, &count)
    }
}
