#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Standard output, or something that exists already and is no file: a device or a pipe.
final class OutputDescriptor: ExportOutput {
    private let descriptor: Int32
    private let name: String
    private let isOwned: Bool

    static let standard = OutputDescriptor(STDOUT_FILENO, name: "standard output", isOwned: false)

    init(_ descriptor: Int32, name: String, isOwned: Bool) {
        self.descriptor = descriptor
        self.name = name
        self.isOwned = isOwned
    }

    deinit {
        if isOwned { close(descriptor) }
    }

    /// Whether standard output is a terminal.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Lets a closed pipe be an error of writing, in place of the end of the process.
    static func ignoreClosedPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    func write(_ bytes: [UInt8]) throws(ExportError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EPIPE {
                throw ExportError(.closed, "Cannot write to \(name): it is closed.")
            } else if errno == EAGAIN {
                var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, -1)
            } else if errno != EINTR {
                throw ExportError(.cannotWrite, "Cannot write to \(name): \(systemReason()).")
            }
        }
    }

    func finish() throws(ExportError) {}
}

/// Why the system refused, as a clause.
func systemReason(_ code: Int32 = errno) -> String {
    String(cString: strerror(code)).lowercased()
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
