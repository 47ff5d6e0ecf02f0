import GRDB
import Synchronization

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
        return try connection.withLock { connection in
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
