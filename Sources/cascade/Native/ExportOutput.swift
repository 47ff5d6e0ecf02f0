import CLibrary

/// The destination of an export: standard output, an existing device or pipe, or a file.
///
/// A file is created or replaced only after all of it has been written. The bytes go to a temporary file in the same
/// folder, which is renamed at the end. It is deleted if writing fails.
final class ExportOutput: Sendable {
    private let descriptor: Int32
    private let name: String
    /// The path of the temporary file; nil for standard output, a device or a pipe.
    private let temporaryPath: String?
    private let isOwned: Bool

    static let standard = ExportOutput(STDOUT_FILENO, name: "standard output", isOwned: false)

    private init(_ descriptor: Int32, name: String, temporaryPath: String? = nil, isOwned: Bool = true) {
        self.descriptor = descriptor
        self.name = name
        self.temporaryPath = temporaryPath
        self.isOwned = isOwned
    }

    deinit {
        if isOwned { close(descriptor) }
        // After success, the file has its final name, so this has no effect.
        if let temporaryPath { unlink(temporaryPath) }
    }

    /// A Boolean value that indicates whether standard output is a terminal.
    static var isTerminal: Bool { isatty(STDOUT_FILENO) == 1 }

    /// Makes writing to a closed pipe fail with an error. Otherwise SIGPIPE ends the process.
    static func ignoreClosedPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Opens a path for writing: a new file, a file to replace, or a device or pipe.
    ///
    /// - Parameter source: The file being exported, which must not be the output.
    static func open(_ path: String, source: String?) throws(ExportError) -> ExportOutput {
        guard let status = status(of: path) else { return try file(path, mode: nil) }
        if let source = source.flatMap(status(of:)), source.st_dev == status.st_dev, source.st_ino == status.st_ino {
            throw ExportError(
                .cannotCreate, "Cannot write to \(path): it is the file being exported. Choose another --output.")
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            // A symbolic link stays a link, because its target is replaced.
            return try file(resolved(path), mode: status.st_mode & 0o777)
        case S_IFDIR:
            throw ExportError(.cannotCreate, "Cannot write to \(path): it is a folder. Choose a file as --output.")
        default:
            let descriptor = systemOpen(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw cannotCreate(path) }
            return ExportOutput(descriptor, name: path)
        }
    }

    /// - Parameter mode: The permissions of the replaced file; nil for a new file.
    private static func file(_ path: String, mode: mode_t?) throws(ExportError) -> ExportOutput {
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let name = path.dropFirst(folder.count)
        let temporaryPath = "\(folder).\(name).\(String(UInt32.random(in: .min ... .max), radix: 36))"
        let descriptor = systemOpen(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
        guard descriptor >= 0 else { throw cannotCreate(path) }
        if let mode { fchmod(descriptor, mode) }
        return ExportOutput(descriptor, name: path, temporaryPath: temporaryPath)
    }

    /// Writes all of the bytes.
    ///
    /// - Throws: ``ExportError``, with the code `closed` if the reader has closed the output.
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
                throw cannotWrite
            }
        }
    }

    /// Completes the output: a file gets its final name.
    func finish() throws(ExportError) {
        guard let temporaryPath else { return }
        guard fsync(descriptor) == 0 else { throw cannotWrite }
        guard rename(temporaryPath, name) == 0 else { throw Self.cannotCreate(name) }
    }

    private var cannotWrite: ExportError {
        ExportError(.cannotWrite, "Cannot write to \(name): \(Self.systemReason).")
    }

    private static func cannotCreate(_ path: String) -> ExportError {
        ExportError(.cannotCreate, "Cannot create \(path): \(systemReason). Choose another --output.")
    }

    /// The reason of the last system error, as a clause in lower case.
    private static var systemReason: String { String(cString: strerror(errno)).lowercased() }

    private static func status(of path: String) -> stat? {
        var status = stat()
        return stat(path, &status) == 0 ? status : nil
    }

    private static func resolved(_ path: String) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

private func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
    open(path, flags, 0o666)
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
