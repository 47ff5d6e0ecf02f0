import CLibrary

/// A clock in nanoseconds that never goes back. Reading it needs no system call.
package enum MonotonicClock {
    /// Returns the current time, with the precision of the kernel's tick of a few milliseconds.
    package static func now() -> UInt64 {
        var time = timespec()
        clock_gettime(coarse, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }

    #if canImport(Darwin)
        private static var coarse: clockid_t { CLOCK_MONOTONIC_RAW_APPROX }
    #else
        private static var coarse: clockid_t { CLOCK_MONOTONIC_COARSE }
    #endif
}

extension Duration {
    /// The duration in nanoseconds; 0 for negative durations.
    package var nanoseconds: UInt64 {
        let (seconds, attoseconds) = components
        return seconds < 0 ? 0 : UInt64(seconds) * 1_000_000_000 + UInt64(max(0, attoseconds) / 1_000_000_000)
    }
}
