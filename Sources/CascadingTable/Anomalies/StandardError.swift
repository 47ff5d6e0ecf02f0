import CLibrary

/// The standard error output of the process.
enum StandardError {
    /// Writes a line. Errors of writing are ignored.
    static func print(_ line: String) {
        _ = Array("\(line)\n".utf8).withUnsafeBytes { write(STDERR_FILENO, $0.baseAddress, $0.count) }
    }
}
