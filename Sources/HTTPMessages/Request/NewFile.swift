import CLibrary

/// Creates files for uploads.
enum NewFile {
    /// Writes bytes to a new file, which gets the first of the names that is free.
    ///
    /// The file has a hidden name until it is complete, so that readers of the folder see no part of it. The folder must be on
    /// a file system with hard links.
    ///
    /// - Returns: The name of the file; nil if all names are taken.
    /// - Throws: ``HTTPServerError`` with code `cannotWriteFile`.
    static func write(_ bytes: [UInt8], to folder: String, as names: [String]) throws -> String? {
        let draft = "\(folder)/.upload-\(String(UInt64.random(in: .min ... .max), radix: 16))"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw failure(folder, errno) }
        defer { unlink(draft) }
        var written = 0
        var error: Int32 = 0
        while written < bytes.count, error == 0 {
            let count = bytes[written...].withUnsafeBytes { CLibrary.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { written += count } else if errno != EINTR { error = errno }
        }
        if close(descriptor) != 0, error == 0 { error = errno }
        guard error == 0 else { throw failure(folder, error) }
        for name in names {
            // Unlike a renaming, a link never replaces a file.
            if link(draft, folder + "/" + name) == 0 { return name }
            guard errno == EEXIST else { throw failure(folder, errno) }
        }
        return nil
    }

    private static func failure(_ folder: String, _ error: Int32) -> HTTPServerError {
        HTTPServerError(
            .cannotWriteFile, "Cannot write a file in \(folder): \(String(cString: strerror(error))).", errno: error)
    }
}
