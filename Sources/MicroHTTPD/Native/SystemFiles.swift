import Bytes
import CMicroHTTPD
import Glibc
import HTTPTypes

/// Creates files for uploads.
enum NewFile {
    /// Writes bytes to a new file, which gets the first of the names that is free.
    ///
    /// The file has a hidden name until it is complete, so that nobody reads a part of it. The folder must be on a file
    /// system with hard links.
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
            let count = bytes[written...].withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
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

/// Opens a file, for libmicrohttpd to send with `sendfile` or for a ``BodyReader``.
enum BodyFile {
    /// Opens a part of a regular file.
    ///
    /// - Returns: The file, which the caller closes, and the number of bytes of the part.
    /// - Throws: ``HTTPError`` with one of these statuses:
    ///   - 404 for a path that is missing or no regular file,
    ///   - 416 for an offset beyond the end,
    ///   - 503 for a file that cannot be opened for another reason.
    static func open(_ path: String, offset: UInt64, count: UInt64?, followsLink: Bool) throws
        -> (descriptor: Int32, length: UInt64)
    {
        guard OpenFileLimit.current.hasRoom else { throw notNow }
        let descriptor = cmh_open(path, followsLink ? 1 : 0)
        guard descriptor >= 0 else {
            let isMissing = [ENOENT, ENOTDIR, EACCES, ELOOP, ENAMETOOLONG].contains(errno)
            throw isMissing ? missing : notNow
        }
        do {
            var size: UInt64 = 0
            guard cmh_is_regular(descriptor, &size) != 0 else { throw missing }
            guard offset <= size else {
                throw HTTPError(.rangeNotSatisfiable, "The file ends before the requested range.")
            }
            return (descriptor, min(count ?? .max, size - offset))
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// Returns a response over a part of a regular file. It closes the file when it is destroyed.
    ///
    /// - Throws: The errors of ``open(_:offset:count:followsLink:)``.
    static func makeResponse(_ path: String, offset: UInt64, count: UInt64?, followsLink: Bool) throws
        -> (response: OpaquePointer?, byteCount: Int)
    {
        let file = try open(path, offset: offset, count: count, followsLink: followsLink)
        let made = MHD_create_response_from_fd_at_offset64(file.length, file.descriptor, offset)
        if made == nil { close(file.descriptor) }
        return (made, Int(clamping: file.length))
    }

    /// Returns whether a path is that of a regular file, and not that of a symbolic link.
    static func isRegular(_ path: String) -> Bool {
        var information = stat()
        return lstat(path, &information) == 0 && information.st_mode & S_IFMT == S_IFREG
    }

    /// The error for a file that does not exist, or may not be read.
    static var missing: HTTPError { HTTPError(.notFound, "There is no such file.") }

    private static var notNow: HTTPError {
        HTTPError(.serviceUnavailable, "The file cannot be opened at the moment. Try again.")
    }
}
