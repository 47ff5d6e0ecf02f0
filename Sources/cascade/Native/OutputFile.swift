import CLibrary

/// A file that is created or replaced only after all of it has been written.
///
/// The bytes go to a temporary file in the same folder, which is renamed at the end. It is deleted if writing fails.
final class OutputFile: ExportOutput {
    private let path: String
    private let temporaryPath: String
    private let descriptor: Int32
    private let output: OutputDescriptor

    /// Opens a path for writing: a new file, a file to replace, or a device or pipe.
    ///
    /// - Parameter source: The file being exported, which must not be the output.
    static func open(_ path: String, source: String?) throws(ExportError) -> any ExportOutput {
        guard let status = status(of: path) else { return try OutputFile(path, mode: nil) }
        if let source = source.flatMap(status(of:)), source.st_dev == status.st_dev, source.st_ino == status.st_ino {
            throw ExportError(
                .cannotCreate, "Cannot write to \(path): it is the file being exported. Choose another --output.")
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG:
            // A symbolic link stays a link, because its target is replaced.
            return try OutputFile(resolved(path), mode: status.st_mode & 0o777)
        case S_IFDIR:
            throw ExportError(.cannotCreate, "Cannot write to \(path): it is a folder. Choose a file as --output.")
        default:
            let descriptor = systemOpen(path, O_WRONLY | O_CLOEXEC)
            guard descriptor >= 0 else { throw cannotCreate(path) }
            return OutputDescriptor(descriptor, name: path, isOwned: true)
        }
    }

    /// - Parameter mode: The permissions of the replaced file; nil for a new file.
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
        // After success, the file has its final name, so this has no effect.
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
