import Bytes
import GRDB
import GRDBSQLite
import LocalizedMessages
import Synchronization
import TableDatabase

/// Reads the schema of a file on one connection, and limits what its views, generated columns and indexes can do.
///
/// A schema can use everything that SQLite has built in, such as JSON functions and full-text tables. SQLite itself
/// refuses `load_extension` and `fts3_tokenizer` in a schema. An authorizer refuses what tells of the server: every
/// `PRAGMA` that this program does not need, and the list of running statements.
///
/// A table or view in newer SQL than this SQLite can read is left out. A collation that only the owner's program has
/// gets a substitute, which stops the statement that compares with it.
final class SchemaAccess: Sendable {
    private let state = Mutex(State())

    private struct State {
        /// The version of the schema if a part of it was left out, otherwise nil.
        var incompleteVersion: Int64?
        /// The collation that a statement compared with and that does not exist here.
        var missingCollation: String?
    }

    /// Reads the schema and applies the limits to a connection, which does not retain this object.
    func begin(in database: Database, _ deadline: QueryDeadline) throws {
        let connection = database.sqliteConnection
        sqlite3_limit(connection, SQLITE_LIMIT_ATTACHED, 0)
        // Some builds of SQLite refuse more than this program does.
        try database.execute(sql: "PRAGMA trusted_schema = 1")
        sqlite3_collation_needed(connection, Unmanaged.passUnretained(self).toOpaque(), addSubstitute)
        _ = try readSchema(of: database, deadline)
        Self.limit(database)
    }

    /// Reads the schema of a connection that writes, before other statements.
    ///
    /// - Throws: SQLITE_READONLY if more than views cannot be read. Rows would be missing in an index, a trigger would not
    ///   run, or rows would refer to missing ones.
    func beginWriting(in database: Database, _ deadline: QueryDeadline? = nil) throws {
        if try readSchema(of: database, deadline), let entry = try database.firstEntryLeftOut {
            throw DatabaseError(
                resultCode: .SQLITE_READONLY, message: "only another version of SQLite can read its \(entry)")
        }
    }

    /// Reads the schema, without what this SQLite cannot read.
    ///
    /// - Returns: Whether anything was left out.
    private func readSchema(of database: Database, _ deadline: QueryDeadline?) throws -> Bool {
        state.locked { $0.incompleteVersion = nil }
        do { try database.readSchema() } catch let error as DatabaseError where error.isAboutSchema {
            // SQLite then leaves it out. Triggers cannot write to the schema, see `authorize`.
            try database.execute(sql: "PRAGMA writable_schema = 1")
            let version = try database.schemaVersion
            try database.readSchema()
            // An interrupted read would leave out the rest.
            guard deadline?.hasPassed != true else { throw DatabaseError(resultCode: .SQLITE_INTERRUPT) }
            state.locked { $0.incompleteVersion = version }
            return true
        }
        return false
    }

    /// Refuses what tells of the server, and what changes it.
    static func limit(_ database: Database) { sqlite3_set_authorizer(database.sqliteConnection, authorize, nil) }

    /// Throws an error if the file has another schema than the one that was read incompletely. SQLite would read it
    /// again, but could not tell what it leaves out from what it had no time for.
    func checkSchema(in database: Database) throws {
        guard let version = state.locked({ $0.incompleteVersion }) else { return }
        guard try database.schemaVersion == version else { throw DatabaseError(resultCode: .SQLITE_SCHEMA) }
    }

    /// Throws an error if a statement compared texts with a collation that does not exist here.
    func checkCollations() throws {
        let missing = state.locked { state in
            defer { state.missingCollation = nil }
            return state.missingCollation
        }
        guard let missing else { return }
        throw SQLiteTableError(
            .failed, "Texts cannot be compared: only the program that made the file has the collation \(missing).")
    }

    fileprivate func miss(_ collation: String) { state.locked { $0.missingCollation = collation } }
}

/// The pragmas that a connection can use. FTS5 reads `data_version`.
private let pragmas = [
    "data_version", "defer_foreign_keys", "encoding", "foreign_key_check", "foreign_key_list", "index_list",
    "index_xinfo", "journal_mode", "max_page_count", "page_count", "page_size", "schema_version", "table_list",
    "table_xinfo",
]

/// The functions that tell of the server or change it. SQLite refuses them in a schema, but not in a statement.
private let functions = ["fts3_tokenizer", "load_extension"]

private func authorize(
    _ context: UnsafeMutableRawPointer?, _ action: CInt, _ first: UnsafePointer<CChar>?,
    _ second: UnsafePointer<CChar>?, _ schema: UnsafePointer<CChar>?, _ view: UnsafePointer<CChar>?
) -> CInt {
    if action == SQLITE_FUNCTION, let second {
        return functions.contains(where: { sqlite3_stricmp(second, $0) == 0 }) ? SQLITE_DENY : SQLITE_OK
    }
    guard let first else { return SQLITE_OK }
    // The last argument names the trigger.
    if view != nil, [SQLITE_INSERT, SQLITE_UPDATE, SQLITE_DELETE].contains(action),
        sqlite3_stricmp(first, "sqlite_master") == 0
    {
        return SQLITE_DENY
    }
    switch action {
    case SQLITE_PRAGMA:
        return pragmas.contains(where: { sqlite3_stricmp(first, $0) == 0 }) ? SQLITE_OK : SQLITE_DENY
    case SQLITE_READ: return sqlite3_stricmp(first, "sqlite_stmt") == 0 ? SQLITE_DENY : SQLITE_OK
    default: return SQLITE_OK
    }
}

/// A collation that does not exist here, and the connection that needs it.
private final class MissingCollation {
    let name: String
    let connection: OpaquePointer
    let access: SchemaAccess

    init(_ name: String, _ connection: OpaquePointer, _ access: SchemaAccess) {
        (self.name, self.connection, self.access) = (name, connection, access)
    }
}

private func addSubstitute(
    _ context: UnsafeMutableRawPointer?, _ connection: OpaquePointer?, _ encoding: CInt,
    _ name: UnsafePointer<CChar>?
) {
    guard let context, let connection, let name else { return }
    // SQLite also asks for those that it can convert to the encoding of the file.
    let collation = String(cString: name)
    guard !Database.isKnown(collation: collation) else { return }
    let missing = MissingCollation(
        collation, connection, Unmanaged<SchemaAccess>.fromOpaque(context).takeUnretainedValue())
    let code = sqlite3_create_collation_v2(
        connection, name, SQLITE_UTF8, Unmanaged.passRetained(missing).toOpaque(), compareAsEqual
    ) { missing in
        if let missing { Unmanaged<MissingCollation>.fromOpaque(missing).release() }
    }
    // SQLite does not release the context if it fails.
    if code != SQLITE_OK { Unmanaged.passUnretained(missing).release() }
}

/// Stops the statement, because a collation cannot report an error.
private func compareAsEqual(
    _ context: UnsafeMutableRawPointer?, _ count: CInt, _ text: UnsafeRawPointer?, _ otherCount: CInt,
    _ other: UnsafeRawPointer?
) -> CInt {
    guard let context else { return 0 }
    let missing = Unmanaged<MissingCollation>.fromOpaque(context).takeUnretainedValue()
    missing.access.miss(missing.name)
    sqlite3_interrupt(missing.connection)
    return 0
}

extension Database {
    /// Reads the whole schema.
    fileprivate func readSchema() throws {
        var cursor = try singleCursor("SELECT sum(length(sql)) FROM main.sqlite_schema", [])
        _ = try cursor.next()
    }

    /// The first entry of the schema besides views that SQLite left out, such as `index i`; nil if there is none.
    fileprivate var firstEntryLeftOut: String? {
        get throws {
            var cursor = try singleCursor(
                "SELECT type, name FROM main.sqlite_schema WHERE type <> 'view' AND sql IS NOT NULL", [])
            while try cursor.next() {
                let (type, name) = (cursor.text(at: 0) ?? "", cursor.text(at: 1) ?? "")
                let problem = problem(ofStatement: "EXPLAIN DROP \(type) main.\(QuotedIdentifier.quoted(name))")
                if problem?.hasPrefix("no such \(type)") == true { return "\(type) \(name)" }
            }
            return nil
        }
    }

    /// The number that increases with each change of the schema.
    fileprivate var schemaVersion: Int64 {
        get throws {
            try cursor("PRAGMA schema_version").first { $0.integer(at: 0) } ?? 0
        }
    }

    /// Returns the collation of a table's column if it does not exist here, otherwise nil.
    func missingCollation(ofColumn column: String, in table: String) -> String? {
        var name: UnsafePointer<CChar>?
        guard
            sqlite3_table_column_metadata(sqliteConnection, "main", table, column, nil, &name, nil, nil, nil)
                == SQLITE_OK, let name
        else { return nil }
        let collation = String(cString: name)
        return Self.isKnown(collation: collation) ? nil : collation
    }

    /// Returns whether comparisons with a collation are those of the owner's program.
    static func isKnown(collation: String) -> Bool {
        knownCollations.contains { QuotedIdentifier.matches($0, collation) }
    }

    private static let knownCollations =
        ["BINARY", "NOCASE", "RTRIM"]
        + [
            DatabaseCollation.unicodeCompare, .caseInsensitiveCompare, .localizedCaseInsensitiveCompare,
            .localizedCompare, .localizedStandardCompare,
        ].map(\.name)
}

extension DatabaseError {
    /// A Boolean value that indicates whether SQLite cannot read an entry of the schema.
    fileprivate var isAboutSchema: Bool {
        resultCode == .SQLITE_CORRUPT && message?.hasPrefix("malformed database schema") == true
    }
}
