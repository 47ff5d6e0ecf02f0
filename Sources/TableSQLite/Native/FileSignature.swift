import Bytes
import CLibrary
import GRDB
import LocalizedMessages
import Synchronization

/// The properties of a database file that the file system returns without opening the file.
struct FileSignature: Sendable, Hashable {
    var device: UInt64
    var inode: UInt64
    var size: Int64
    /// The time of the last change, in nanoseconds since 1970.
    var modified: Int64
    /// The size of the write-ahead log in bytes, or nil without a log.
    var logSize: Int64?

    init(path: String) throws(SQLiteTableError) {
        let file = try Self.status(of: path)
        guard file.st_mode & S_IFMT == S_IFREG else {
            throw SQLiteTableError(.cannotOpen, "\(path) is not a file.")
        }
        device = UInt64(truncatingIfNeeded: file.st_dev)
        inode = UInt64(truncatingIfNeeded: file.st_ino)
        size = Int64(file.st_size)
        #if canImport(Darwin)
            let time = file.st_mtimespec
        #else
            let time = file.st_mtim
        #endif
        modified = Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
        logSize = (try? Self.status(of: path + "-wal")).map { Int64($0.st_size) }
    }

    func isSameFile(as other: FileSignature) -> Bool {
        device == other.device && inode == other.inode
    }

    /// Returns whether nothing was written to the file since, except to its log.
    func isSameState(as other: FileSignature) -> Bool {
        isSameFile(as: other) && size == other.size && modified == other.modified
    }

    /// A Boolean value that indicates whether the file was written to within the last second.
    var isRecent: Bool {
        var now = timespec()
        clock_gettime(CLOCK_REALTIME, &now)
        let age = Int64(now.tv_sec) &* 1_000_000_000 &+ Int64(now.tv_nsec) &- modified
        return (-1_000_000_000...1_000_000_000).contains(age)
    }

    private static func status(of path: String) throws(SQLiteTableError) -> stat {
        var status = stat()
        guard stat(path, &status) == 0 else {
            throw SQLiteTableError(.cannotOpen, "\(path) cannot be opened: \(reason(errno)).")
        }
        return status
    }

    /// Returns whether the header of the file states that it is written through a write-ahead log.
    static func usesLog(path: String) throws(SQLiteTableError) -> Bool {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw SQLiteTableError(.cannotOpen, "\(path) cannot be opened: \(reason(errno)).") }
        defer { close(file) }
        var header = [UInt8](repeating: 0, count: 20)
        return pread(file, &header, header.count, 0) == header.count && header[18] == 2 && header[19] == 2
    }

    /// Returns whether files can be made beside a file, as SQLite does for each change.
    static func canWriteFolder(of path: String) -> Bool {
        // A link leads to the folder of the file itself.
        guard let file = realpath(path, nil) else { return true }
        defer { free(file) }
        let folder = String(cString: file).split(separator: "/").dropLast().joined(separator: "/")
        return access("/" + folder, W_OK) == 0
    }

    private static func reason(_ code: Int32) -> String {
        code == ENOENT ? "there is no such file" : String(cString: strerror(code)).lowercased()
    }
}

/// Detects changes of a file. SQLite's version number is valid for one connection only, so that connection stays open.
final class ChangeDetector: Sendable {
    private let path: String
    private let connection = Mutex<SQLiteConnection?>(nil)

    init(path: String) {
        self.path = path
    }

    /// Returns the token of the file's current state.
    ///
    /// - Throws: SQLITE_BUSY if another program has locked the file. It does not wait.
    func token(of opening: SQLiteConnection.Opening) throws -> SQLiteDatabase.ChangeToken {
        // An immutable file has a new opening after each change.
        if opening.isImmutable { return .init(file: opening.number, version: 0) }
        return try connection.locked { connection in
            let open: SQLiteConnection
            if let connection, connection.opening == opening {
                open = connection
            } else {
                open = try SQLiteConnection(path: path, opening: opening, within: .seconds(1), lockTimeout: .zero)
                connection = open
            }
            let version = try open.read(within: .seconds(1), lockTimeout: .zero) { try $0.dataVersion }
            return .init(file: opening.number, version: version)
        }
    }
}
