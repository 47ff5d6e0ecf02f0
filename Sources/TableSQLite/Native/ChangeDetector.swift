import GRDB
import Synchronization

/// Tells whether a file was changed by another connection, which SQLite tells only to one that stays open.
final class ChangeDetector: Sendable {
    /// The token when the database was opened.
    let first: SQLiteDatabase.ChangeToken
    private let pool: ConnectionPool
    private let connection: Mutex<Connection>

    init(pool: ConnectionPool) throws(SQLiteTableError) {
        self.pool = pool
        let connection = try pool.makeConnection()
        first = try Self.token(of: connection, path: pool.path)
        self.connection = Mutex(connection)
    }

    func token() throws(SQLiteTableError) -> SQLiteDatabase.ChangeToken {
        let stamp = try FileStamp(path: pool.path)
        let known = connection.withLock { $0 }
        if known.opening.holds(for: stamp) { return try Self.token(of: known, path: pool.path) }
        let fresh = try pool.makeConnection()
        connection.withLock { $0 = fresh }
        return try Self.token(of: fresh, path: pool.path)
    }

    private static func token(
        of connection: Connection, path: String
    ) throws(SQLiteTableError) -> SQLiteDatabase.ChangeToken {
        do {
            let version = try connection.read(within: .seconds(1), lockTimeout: .zero) { database in
                var cursor = try database.cursor("PRAGMA data_version")
                return try cursor.next() ? cursor.integer(at: 0) : 0
            }
            return SQLiteDatabase.ChangeToken(stamp: connection.opening.stamp, version: version)
        } catch {
            throw SQLiteTableError(error, path: path)
        }
    }
}
