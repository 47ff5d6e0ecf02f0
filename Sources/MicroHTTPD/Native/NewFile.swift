import Glibc

/// Creates files for uploads.
enum NewFile {
    /// Writes bytes to a new file. A file that could not be written as a whole is removed.
    ///
    /// - Returns: Whether the name was free.
    /// - Throws: ``HTTPServerError`` with code `cannotWriteFile`.
    static func write(_ bytes: [UInt8], to folder: String, as name: String) throws -> Bool {
        let path = folder + "/" + name
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else {
            if errno == EEXIST { return false }
            throw failure(path, errno)
        }
        var written = 0
        var error: Int32 = 0
        while written < bytes.count, error == 0 {
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 { written += count } else if errno != EINTR { error = errno }
        }
        if close(descriptor) != 0, error == 0 { error = errno }
        guard error == 0 else {
            unlink(path)
            throw failure(path, error)
        }
        return true
    }

    private static func failure(_ path: String, _ error: Int32) -> HTTPServerError {
        HTTPServerError(.cannotWriteFile, "Cannot write \(path): \(String(cString: strerror(error))).", errno: error)
    }
}
