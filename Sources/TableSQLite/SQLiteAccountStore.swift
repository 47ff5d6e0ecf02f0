import CLibrary
import Essentials
import GRDB
import LocalizedMessages
public import TableAccess

/// A store of accounts in a SQLite file of its own, which only the user of the process may read.
///
/// Several processes of one machine can share the file. Its methods are thread-safe. They wait up to 5 seconds for another
/// process.
public final class SQLiteAccountStore: AccountStore {
    private let database: DatabaseQueue

    /// Opens the file, and makes it if it does not exist. Blocks the thread meanwhile.
    ///
    /// - Parameter path: The path of the file in the file system.
    /// - Throws: ``SQLiteTableError`` with `cannotOpen` for a file that is no database, that cannot be read or written, or
    ///   that other users may read or change.
    public init(path: String) throws(SQLiteTableError) {
        try Self.makeFile(path)
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(5)
        configuration.label = "TableSQLite.accounts"
        configuration.prepareDatabase { database in
            // Without a write-ahead log, a copy of the file has everything. Changes are rare.
            try database.execute(sql: "PRAGMA secure_delete = ON")
        }
        do {
            database = try DatabaseQueue(path: path.hasPrefix("/") ? path : "./" + path, configuration: configuration)
            try database.write { try $0.execute(sql: Self.schema) }
        } catch {
            throw SQLiteTableError(.cannotOpen, "The accounts in \(path) cannot be opened: \(Self.reason(of: error)).")
        }
    }

    private static func reason(of error: any Error) -> String {
        (error as? DatabaseError)?.message ?? "\(error)"
    }

    /// Makes a file that only this user may read, or checks that an existing one is such a file.
    private static func makeFile(_ path: String) throws(SQLiteTableError) {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw SQLiteTableError(
                .cannotOpen, "The accounts in \(path) cannot be opened: \(String(cString: strerror(errno))).")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & 0o077 == 0 else {
            throw SQLiteTableError(
                .cannotOpen,
                "Other users may read or change the accounts in \(path). Take that right away: chmod 600 \(path).")
        }
    }

    // A partial index would not be used for the look-up by an argument.
    private static let schema = """
        CREATE TABLE IF NOT EXISTS account_record (
            kind TEXT NOT NULL, id TEXT NOT NULL, owner TEXT NOT NULL, value BLOB NOT NULL, expires REAL,
            PRIMARY KEY (kind, id)) WITHOUT ROWID, STRICT;
        CREATE INDEX IF NOT EXISTS account_record_owner ON account_record (owner, kind);
        """

    /// Returns the record of an identifier; nil if there is none, or if it has expired.
    public func record(_ kind: AccountRecord.Kind, _ id: String) async throws -> AccountRecord? {
        try await records("kind = ? AND id = ?", [kind.rawValue, id]).first
    }

    /// Returns the records of a kind that have not expired, in the order of their identifiers.
    public func records(_ kind: AccountRecord.Kind, of owner: String?) async throws -> [AccountRecord] {
        guard let owner else { return try await records("kind = ?", [kind.rawValue]) }
        return try await records("kind = ? AND owner = ?", [kind.rawValue, owner])
    }

    private func records(_ condition: String, _ arguments: StatementArguments) async throws -> [AccountRecord] {
        try await answer { database in
            let rows = try Row.fetchAll(
                database.cachedStatement(
                    sql:
                        "SELECT * FROM account_record WHERE \(condition) AND (expires IS NULL OR expires > ?) ORDER BY id"
                ),
                arguments: arguments + [Date().timeIntervalSince1970])
            return rows.compactMap { row in
                AccountRecord.Kind(rawValue: row["kind"]).map { kind in
                    AccountRecord(
                        kind, row["id"], owner: row["owner"], value: [UInt8](row["value"] as Data),
                        expires: (row["expires"] as Double?).map(Date.init(timeIntervalSince1970:)))
                }
            }
        }
    }

    /// Stores, replaces or removes a record, if what is stored is still what is expected.
    public func set(_ record: AccountRecord?, replacing old: AccountRecord?) async throws -> Bool {
        guard let place = record ?? old else { return true }
        return try await answer { database in
            let now = Date().timeIntervalSince1970
            // A record whose time is over does not count. All of them are looked for now and then.
            if Int.random(in: 0..<64) == 0 {
                try database.execute(sql: "DELETE FROM account_record WHERE expires <= ?", arguments: [now])
            }
            try database.execute(
                sql: "DELETE FROM account_record WHERE kind = ? AND id = ? AND expires <= ?",
                arguments: [place.kind.rawValue, place.id, now])
            if let old {
                try database.execute(
                    sql: "DELETE FROM account_record WHERE kind = ? AND id = ? AND value = ?",
                    arguments: [old.kind.rawValue, old.id, Data(old.value)])
                guard database.changesCount == 1 else { return false }
            }
            guard let record else { return true }
            try database.execute(
                sql: "INSERT OR IGNORE INTO account_record VALUES (?, ?, ?, ?, ?)",
                arguments: [
                    place.kind.rawValue, place.id, record.owner, Data(record.value),
                    record.expires?.timeIntervalSince1970,
                ])
            return database.changesCount == 1
        }
    }

    private func answer<Result: Sendable>(_ body: @escaping @Sendable (Database) throws -> Result) async throws
        -> Result
    {
        do { return try await database.write(body) } catch let error as DatabaseError {
            throw SQLiteTableError(
                .busy, "The accounts cannot be read or written: \(error.message ?? "unknown error").")
        }
    }
}
