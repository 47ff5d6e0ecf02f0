#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Where a program complains.
enum StandardError {
    /// Writes a line; what cannot be written, as to a pipe that nobody reads, is lost.
    static func print(_ line: String) {
        _ = Array("\(line)\n".utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
