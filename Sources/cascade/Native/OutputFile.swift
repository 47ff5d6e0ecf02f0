#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file that is there when all of it has been written, and otherwise is what it was before.
///
/// The bytes go to a file beside it, which takes its place at the end and is removed with its owner before that.
final class OutputFile: ExportOutput {
    private let path: String
    private let temporaryPath: String
    private let descriptor: Int32
    private let output: OutputDescriptor

    /// Opens what the path names: a new file, one to be replaced, or what is no file and is written to as it is.
    ///
    /// - Parameter source: a file that is not to be written to.
    static func open(_ path: String, source: String?) throws(ExportError) -> any ExportOutput {
        guard let status = status(of: path) else { return try OutputFile(path, mode: nil) }
        if let source = source.flatMap(status(of:)), source.st_dev == status.st_dev, source.st_ino == status.st_ino {
            throw ExportError(
                .cannotCreate, "Cannot write to \(path): it is the file being exported. Choose another --output.")
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            // A link to a file stays one.
            return try OutputFile(resolved(path), mode: status.st_mode & 0o777)
        case S_IFDIR:
            throw ExportError(.cannotCreate, "Cannot write to \(path): it is a folder. Choose a file as --output.")
        default:
            let descriptor = systemOpen(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw cannotCreate(path) }
            return OutputDescriptor(descriptor, name: path, isOwned: true)
        }
    }

    /// - Parameter mode: the permissions of the file that is replaced.
    private init(_ path: String, mode: mode_t?) throws(ExportError) {
        self.path = path
        let folder = path.lastIndex(of: "/").map { path[...$0] } ?? ""
        let name = path.dropFirst(folder.count)
        temporaryPath = "\(folder).\(name).\(String(UInt32.random(in: .min ... .max), radix: 36))"
        descriptor = systemOpen(temporaryPath, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.cannotCreate(path) }
        output = OutputDescriptor(descriptor, name: path, isOwned: true)
        if let mode { fchmod(descriptor, mode) }
    }

    deinit {
        // It has another name by now where all went well.
        unlink(temporaryPath)
    }

    func write(_ bytes: [UInt8]) throws(ExportError) {
        try output.write(bytes)
    }

    func finish() throws(ExportError) {
        guard fsync(descriptor) == 0 else {
            throw ExportError(.cannotWrite, "Cannot write to \(path): \(systemReason()).")
        }
        guard rename(temporaryPath, path) == 0 else { throw Self.cannotCreate(path) }
    }

    private static func cannotCreate(_ path: String) -> ExportError {
        ExportError(.cannotCreate, "Cannot create \(path): \(systemReason()). Choose another --output.")
    }

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
