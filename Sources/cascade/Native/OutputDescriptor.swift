import CLibrary

/// Standard output, or an existing device or pipe.
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

    /// A Boolean value that indicates whether standard output is a terminal.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Makes writing to a closed pipe fail with an error. Otherwise SIGPIPE ends the process.
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

/// Returns the reason of a system error, as a clause in lower case.
func systemReason(_ code: Int32 = errno) -> String {
    String(cString: strerror(code)).lowercased()
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
