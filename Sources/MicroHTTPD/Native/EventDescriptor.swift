import CMicroHTTPD
import Glibc

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
