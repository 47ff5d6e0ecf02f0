import Bytes
import CLibrary

/// Opens a file, for a server to send with `sendfile` or for a ``BodyReader``.
package enum BodyFile {
    /// Opens a part of a regular file.
    ///
    /// - Returns: The file, which the caller closes, and the number of bytes of the part.
    /// - Throws: ``HTTPError`` with one of these statuses:
    ///   - 404 for a path that is missing or no regular file,
    ///   - 416 for an offset beyond the end,
    ///   - 503 for a file that cannot be opened for another reason.
    package static func open(_ path: String, offset: UInt64, count: UInt64?, followsLink: Bool) throws
        -> (descriptor: Int32, length: UInt64)
    {
        guard OpenFileLimit.current.hasRoom else { throw notNow }
        // A FIFO must not wait for its writer.
        let descriptor = CLibrary.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLink ? 0 : O_NOFOLLOW))
        guard descriptor >= 0 else {
            let isMissing = [ENOENT, ENOTDIR, EACCES, ELOOP, ENAMETOOLONG].contains(errno)
            throw isMissing ? missing : notNow
        }
        do {
            var information = stat()
            guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else { throw missing }
            let size = UInt64(clamping: information.st_size)
            guard offset <= size else {
                throw HTTPError(.rangeNotSatisfiable, "The file ends before the requested range.")
            }
            return (descriptor, min(count ?? .max, size - offset))
        } catch {
            close(descriptor)
            throw error
        }
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
