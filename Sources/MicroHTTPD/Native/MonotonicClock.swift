import CMicroHTTPD
import Glibc

/// Time since some moment in the past, in nanoseconds; never goes back, and costs no system call.
enum MonotonicClock {
    /// Now, to within the kernel's tick of a few milliseconds.
    static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC_COARSE, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

extension Duration {
    /// The whole of it in nanoseconds; 0 when negative.
    var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return seconds < 0 ? 0 : UInt64(seconds) * 1_000_000_000 + UInt64(max(0, attoseconds) / 1_000_000_000)
    }
}
