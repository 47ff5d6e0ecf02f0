import Essentials
public import TableAccess
import TableDatabase

/// A store of accounts in a PostgreSQL database, which several servers share.
///
/// Its table `cascade.account_record` is made when the first record is stored. Of several hosts, the primary is used. A
/// program such as pgbouncer may be between.
///
/// A change whose answer is lost with the connection is made once more, and does not conflict with itself.
///
/// Its methods are thread-safe. They take up to 5 seconds, then they fail with a ``PostgresError``.
public final class PostgresAccountStore: AccountStore {
    private let table: PostgresSharedTable

    /// Creates a store. Nothing is connected before it is asked.
    ///
    /// - Parameters:
    ///   - address: A connection string or URI of libpq.
    ///   - maxConnections: The maximum number of connections. Default: 4.
    /// - Throws: ``PostgresError`` if libpq does not understand the address.
    public init(_ address: String, maxConnections: Int = 4) throws {
        table = try PostgresSharedTable(address, maxConnections: maxConnections, creation: Self.creation)
    }

    /// Replaces the password of the address by asterisks in the list of processes, if the address is an argument of this
    /// process.
    package func hidePasswordInProcessList() { table.pool.address.hideInProcessList() }

    /// Returns the record of an identifier; nil if there is none, or if it has expired.
    ///
    /// - Throws: ``PostgresError``.
    public func record(_ kind: AccountRecord.Kind, _ id: String) async throws -> AccountRecord? {
        try await records(kind, "AND id = $2", id).first
    }

    /// Returns the records of a kind that have not expired, in the order of their identifiers.
    ///
    /// - Throws: ``PostgresError``.
    public func records(_ kind: AccountRecord.Kind, of owner: String?) async throws -> [AccountRecord] {
        guard let owner else { return try await records(kind, "", nil) }
        return try await records(kind, "AND owner = $2", owner)
    }

    private func records(
        _ kind: AccountRecord.Kind, _ condition: String, _ argument: String?
    ) async throws -> [AccountRecord] {
        let sql = """
            SELECT id, owner, value, extract(epoch FROM expires)::text FROM cascade.account_record
            WHERE kind = $1 \(condition) AND (expires IS NULL OR expires > now()) ORDER BY id COLLATE "C"
            """
        let arguments = [SQLValue(kind.rawValue)] + (argument.map { [SQLValue($0)] } ?? [])
        guard let result = try await table.run(sql, arguments, createsTable: false) else { return [] }
        return (0..<result.rowCount).map { row in
            AccountRecord(
                kind, result.string(row, 0) ?? "", owner: result.string(row, 1) ?? "", value: result.blob(row, 2) ?? [],
                expires: result.string(row, 3).flatMap(Double.init).map(Date.init(timeIntervalSince1970:)))
        }
    }

    /// Stores, replaces or removes a record, if what is stored is still what is expected, in one statement.
    ///
    /// - Throws: ``PostgresError``.
    public func set(_ record: AccountRecord?, replacing old: AccountRecord?) async throws -> Bool {
        guard let place = record ?? old else { return true }
        // A record to remove is replaced by one that is over, so that a repeated attempt finds it.
        let expires = record == nil ? 0 : record?.expires?.timeIntervalSince1970
        var arguments = [
            SQLValue(place.kind.rawValue), SQLValue(place.id), SQLValue(place.owner), .blob(record?.value ?? []),
            expires.map(SQLValue.real) ?? .null, .integer(.random(in: 1 ... .max)),
        ]
        if let old { arguments.append(.blob(old.value)) }
        let sql = old == nil ? Self.insertion : Self.update
        let count = try await table.run(sql, arguments, createsTable: true)?.affectedRowCount
        if Int.random(in: 0..<64) == 0 {
            let tidying = SQLStatement("DELETE FROM cascade.account_record WHERE expires <= now() - interval '1 hour'")
            Task { [pool = table.pool] in try? await pool.run(tidying, within: .seconds(60)) }
        }
        return count == 1
    }

    // `writer` is the number of one call, by which a repeated attempt knows its own record.

    private static let insertion = """
        INSERT INTO cascade.account_record AS r (kind, id, owner, value, expires, writer)
        VALUES ($1::text, $2::text, $3::text, $4::bytea, to_timestamp($5::float8), $6::bigint)
        ON CONFLICT (kind, id) DO UPDATE SET (owner, value, expires, writer)
            = (excluded.owner, excluded.value, excluded.expires, excluded.writer)
        WHERE r.expires <= now() OR r.writer = excluded.writer
        """

    private static let update = """
        UPDATE cascade.account_record
        SET owner = $3::text, value = $4::bytea, expires = to_timestamp($5::float8), writer = $6::bigint
        WHERE kind = $1::text AND id = $2::text
            AND (value = $7::bytea AND (expires IS NULL OR expires > now()) OR writer = $6::bigint)
        """

    private static let creation = """
        CREATE TABLE IF NOT EXISTS cascade.account_record (
            kind text NOT NULL, id text NOT NULL, owner text NOT NULL, value bytea NOT NULL, expires timestamptz,
            writer bigint NOT NULL, PRIMARY KEY (kind, id))
        """
}
