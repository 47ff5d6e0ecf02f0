import CMicroHTTPD
import Glibc

/// A thread of the system's own, for work that blocks and must not hold one of Swift's.
enum NativeThread {
    private final class Work {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// Runs `body` on a new thread, or on this one where the system has none to give.
    static func start(_ body: @escaping @Sendable () -> Void) {
        var thread = pthread_t()
        let work = Unmanaged.passRetained(Work(body))
        let failure = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body()
                return nil
            }, work.toOpaque())
        guard failure == 0 else { return work.takeRetainedValue().body() }
        pthread_detach(thread)
    }
}
