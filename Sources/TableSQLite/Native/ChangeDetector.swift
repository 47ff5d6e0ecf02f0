import GRDB
import Synchronization

/// Tells the states of a file apart. SQLite does that only for one connection, which has to stay open.
final class ChangeDetector: Sendable {
    private let path: String
    private let connection = Mutex<SQLiteConnection?>(nil)

    init(path: String) {
        self.path = path
    }

    /// The token of the file's state now.
    ///
    /// - Throws: SQLITE_BUSY if another program has the file locked. It does not wait.
    func token(of opening: SQLiteConnection.Opening) throws -> SQLiteDatabase.ChangeToken {
        // An immutable file changes only with its opening.
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
