import Synchronization
import TableDatabase
public import TableServer

/// A store in a PostgreSQL database, in which any number of servers share what they know about visitors.
///
/// ```swift
/// server.stateStore = try PostgresStateStore("postgres://writer@db.example/shop")
/// ```
///
/// Its table `cascade.state` is made when the first value is stored. It has a hash of each key, so the cookies of visitors
/// cannot be read in it. Of several hosts, the primary is used. A program such as pgbouncer may be between.
///
/// A change whose answer is lost with the connection is made once more, and does not conflict with itself.
///
/// Its methods are thread-safe. They take up to 5 seconds, then they fail with a ``PostgresError``.
public final class PostgresStateStore: StateStore {
    private let table: PostgresSharedTable
    private let maxBytes: Int
    /// The bytes that this server has stored since it looked for values to delete.
    private let newBytes: Atomic<Int>

    /// Creates a store. Nothing is connected before it is asked.
    ///
    /// - Parameters:
    ///   - address: A connection string or URI of libpq.
    ///   - maxConnections: The maximum number of connections. Default: 4.
    ///   - maxBytes: The limit in bytes of all values, with 512 bytes for each. Beyond it, the values whose lifetime ends
    ///     first are deleted now and then. Default: 1 GiB.
    /// - Throws: ``PostgresError`` if libpq does not understand the address.
    public init(_ address: String, maxConnections: Int = 4, maxBytes: Int = 1 << 30) throws {
        table = try PostgresSharedTable(address, maxConnections: maxConnections, creation: Self.creation)
        self.maxBytes = maxBytes
        // The first value shows what other servers left.
        newBytes = Atomic(maxBytes)
    }

    /// Checks that the role may store values, without storing one.
    ///
    /// - Throws: ``PostgresError``. Its kind is `forbidden` if the role may not, or if the server is a standby.
    public func check() async throws {
        let found: PostgresResult
        do {
            found = try await table.pool.run(SQLStatement(Self.rights), within: PostgresSharedTable.timeLimit)
        } catch let error
            as PostgresError
            // libpq tells it in this sentence only.
            where error.reason.contains("server is in hot standby mode")
        {
            throw PostgresError("25006", reason: "the server is a standby")
        }
        guard found.string(0, 0) == "off" else {
            throw PostgresError("25006", reason: "the server or the role only reads")
        }
        guard found.string(0, 1) == "t" else {
            throw PostgresError("42501", reason: "the role may not make or write cascade.state")
        }
    }

    /// Replaces the password of the address by asterisks in the list of processes, if the address is an argument of this
    /// process.
    package func hidePasswordInProcessList() { table.pool.address.hideInProcessList() }

    /// Returns the bytes of a key; nil if there are none, or if their lifetime is over.
    ///
    /// - Throws: ``PostgresError``.
    public func value(for key: String) async throws -> [UInt8]? {
        let sql = "SELECT value FROM cascade.state WHERE key = sha256($1::bytea) AND expires > now()"
        let result = try await table.run(sql, [.blob(Array(key.utf8))], createsTable: false)
        guard let result, result.rowCount > 0 else { return nil }
        return result.blob(0, 0)
    }

    /// Stores or removes the value of a key, if its bytes are still the expected ones, in one statement.
    ///
    /// - Returns: `done` or `conflict`.
    /// - Throws: ``PostgresError``.
    public func set(
        _ value: StateValue?, for key: String, ifEqual expected: [UInt8]?
    ) async throws -> StateChange {
        guard value != nil || expected != nil else { return try await self.value(for: key) == nil ? .done : .conflict }
        // A value to remove is replaced by one whose lifetime is over, so that a repeated attempt finds it.
        let value = value ?? StateValue([], lifetime: .zero)
        var arguments = arguments(value, for: key, writer: .random(in: 1 ... .max))
        if let expected { arguments.append(.blob(expected)) }
        let count = try await table.run(expected == nil ? Self.insertion : Self.update, arguments, createsTable: true)?
            .affectedRowCount
        tidy(after: 512 + value.bytes.count)
        return count == 1 ? .done : .conflict
    }

    func arguments(_ value: StateValue, for key: String, writer: Int64) -> [SQLValue] {
        [
            .blob(Array(key.utf8)), .blob(value.bytes), .real(value.lifetime / .seconds(1)),
            .integer(value.isEvictable ? 1 : 0), .integer(writer),
        ]
    }

    // `writer` is the number of one call, by which a repeated attempt knows its own value.

    static let insertion = """
        INSERT INTO cascade.state AS s (key, value, expires, evictable, writer)
        VALUES (sha256($1::bytea), $2::bytea, now() + $3::float8 * interval '1 second', $4::int = 1, $5::bigint)
        ON CONFLICT (key) DO UPDATE SET (value, expires, evictable, writer)
            = (excluded.value, excluded.expires, excluded.evictable, excluded.writer)
        WHERE s.expires <= now() OR s.writer = excluded.writer
        """

    static let update = """
        UPDATE cascade.state
        SET value = $2::bytea, expires = now() + $3::float8 * interval '1 second', evictable = $4::int = 1,
            writer = $5::bigint
        WHERE key = sha256($1::bytea) AND (value = $6::bytea AND expires > now() OR writer = $5::bigint)
        """

    /// Whether transactions only read, and whether the role may write the table, or make it.
    private static let rights = """
        SELECT current_setting('transaction_read_only'), CASE
            WHEN n.oid IS NULL THEN has_database_privilege(current_database(), 'CREATE')
            WHEN NOT has_schema_privilege(n.oid, 'USAGE') THEN false
            WHEN c.oid IS NULL THEN has_schema_privilege(n.oid, 'CREATE')
            ELSE has_table_privilege(c.oid, 'SELECT') AND has_table_privilege(c.oid, 'INSERT')
                AND has_table_privilege(c.oid, 'UPDATE') END
        FROM (SELECT) one LEFT JOIN pg_namespace n ON n.nspname = 'cascade'
        LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relname = 'state'
        """

    private static let creation = """
        CREATE TABLE IF NOT EXISTS cascade.state (
            key bytea PRIMARY KEY, value bytea NOT NULL, expires timestamptz NOT NULL, evictable boolean NOT NULL,
            writer bigint NOT NULL)
        """

    /// Deletes values whose lifetime is over, and those beyond the limit, each time this server has stored a 64th of it.
    private func tidy(after count: Int) {
        guard newBytes.add(count, ordering: .relaxed).newValue >= maxBytes / 64 else { return }
        newBytes.store(0, ordering: .relaxed)
        let statement = SQLStatement(
            """
            DELETE FROM cascade.state WHERE expires <= now() OR evictable AND key IN (
                SELECT key FROM (
                    SELECT key, sum(512 + octet_length(value)) OVER (ORDER BY expires DESC, key) AS bytes
                    FROM cascade.state WHERE evictable) AS s
                WHERE bytes > $1::bigint)
            """, [.integer(Int64(maxBytes))])
        Task { [pool = table.pool] in try? await pool.run(statement, within: .seconds(60)) }
    }
}
