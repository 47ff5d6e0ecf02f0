import CLibrary

/// The limit of files that this process may have open at a time, connections included (`ulimit -n`).
///
/// libdispatch ends the process if it cannot open a file. Connections and databases therefore leave some files free.
package struct OpenFileLimit: Sendable, Equatable {
    /// The number of files that may be open.
    package let count: Int
    /// The number of files that are open already.
    package let used: Int

    package init(count: Int, used: Int) {
        (self.count, self.used) = (count, used)
    }

    /// The current limit.
    package static var current: OpenFileLimit {
        // The system assigns the lowest free number.
        let probe = open("/", O_RDONLY | O_CLOEXEC)
        if probe >= 0 { close(probe) }
        let count = Int(clamping: limits.rlim_cur)
        return OpenFileLimit(count: count, used: probe < 0 ? count : Int(probe))
    }

    /// Raises the limit to the highest number that the system allows this process.
    package static func raise() {
        var limits = limits
        guard limits.rlim_cur < limits.rlim_max else { return }
        limits.rlim_cur = limits.rlim_max
        setrlimit(resource, &limits)
    }

    /// The number of files that connections and databases leave free: an eighth, from 16 to 128.
    private var reserve: Int { min(max(count / 8, 16), 128) }

    /// A Boolean value that indicates whether another file can be opened without using the reserve.
    package var hasRoom: Bool { used < count - reserve }

    /// The number of connections that the limit allows: three quarters of the free files. The others are for databases.
    ///
    /// - Parameter threads: The number of threads that serve connections. Each one uses three files.
    package func connections(threads: Int) -> Int {
        max(count - used - reserve - 3 * threads, 0) / 4 * 3 / threads * threads
    }

    private static var limits: rlimit {
        var limits = rlimit()
        getrlimit(resource, &limits)
        return limits
    }

    #if canImport(Glibc)
        private static var resource: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #else
        private static var resource: Int32 { Int32(RLIMIT_NOFILE) }
    #endif
}
