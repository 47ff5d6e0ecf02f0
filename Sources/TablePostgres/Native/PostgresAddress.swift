import CLibrary
import CPostgreSQL

/// The address of a database: a connection string or URI of libpq.
struct PostgresAddress: Sendable, CustomStringConvertible {
    /// The address with its password, for libpq only.
    let text: String
    private let password: String?
    /// The address, with asterisks in place of its passwords.
    let description: String
    /// The name of the database; nil if the address leaves it to libpq.
    let databaseName: String?

    /// Creates an address.
    ///
    /// - Throws: `08001` without the text, because a password that is wrongly written can be in any part of it.
    init(_ text: String) throws(PostgresError) {
        let invalid = PostgresError(
            "08001",
            reason:
                "the address of the database is invalid. Write postgres://USER@HOST:PORT/DATABASE, and special characters of a password as % with two hexadecimal digits"
        )
        var options: [String: String] = [:]
        guard let parsed = PQconninfoParse(text, nil) else { throw invalid }
        defer { PQconninfoFree(parsed) }
        var option = parsed
        while let keyword = option.pointee.keyword {
            options[String(cString: keyword)] = option.pointee.val.map { String(cString: $0) }
            option += 1
        }
        // libpq takes the end of a password with @ or / for the host, and shows it in its errors.
        let isPlain = options["port"]?.allSatisfy { $0.isNumber || $0 == "," } ?? true
        let isInDatabase = text.contains("://") && !text.contains("%40") && options["dbname"]?.contains("@") == true
        guard isPlain, options["host"]?.contains("@") != true, !isInDatabase else { throw invalid }
        self.text = text
        databaseName = options["dbname"].flatMap { $0.isEmpty ? nil : $0 }
        password = options["password"].flatMap { $0.isEmpty ? nil : $0 }
        description = Self.masked(text).replacing(/\*+/, with: "***")
    }

    /// Returns the address with an asterisk in place of each byte of its passwords.
    static func masked(_ text: String) -> String {
        let passwords = [
            /^postgres(?:ql)?:\/\/[^:@\/]*:(?<password>[^@\/]*)@/,
            /password\s*=\s*(?<password>'(?:[^'\\]|\\.)*'|[^\s&]+)/,
        ]
        return passwords.reduce(into: text) { text, pattern in
            text.replace(pattern) { match in
                let secret = match.output.password
                return match.output.0.prefix(upTo: secret.startIndex) + String(repeating: "*", count: secret.utf8.count)
                    + match.output.0.suffix(from: secret.endIndex)
            }
        }
    }

    /// Overwrites the passwords of the address in the list of processes.
    func hideInProcessList() { ProcessArguments.replace(text, with: Self.masked(text)) }

    /// Opens a connection and blocks meanwhile: it looks up names, agrees on keys, and tries each host for two seconds,
    /// unless the address says otherwise.
    ///
    func open(onPrimary: Bool = false) throws(PostgresError) -> PostgresHandle {
        Self.keepsOpenSSL
        // Parameters before the address are defaults, those after it are fixed.
        let parameters =
            [
                ("connect_timeout", "2"), ("tcp_user_timeout", "10000"), ("keepalives_idle", "10"),
                ("keepalives_interval", "3"), ("keepalives_count", "3"), ("dbname", text),
                ("fallback_application_name", "cascade"), ("client_encoding", "UTF8"),
            ] + (onPrimary ? [("target_session_attrs", "primary")] : [])
        var keywords = parameters.map { UnsafePointer(strdup($0.0)) } + [nil]
        var values = parameters.map { UnsafePointer(strdup($0.1)) } + [nil]
        defer { for text in keywords + values { free(UnsafeMutablePointer(mutating: text)) } }
        guard let connection = PQconnectdbParams(&keywords, &values, 1) else {
            throw PostgresError("53200", reason: "out of memory")
        }
        let handle = PostgresHandle(owning: connection)
        var message: String { String(cString: PQerrorMessage(connection)) }
        if PQstatus(connection) != CONNECTION_OK, !message.contains("timeout expired") {
            // libpq shows the code of a refusal only if it was asked before. So the server must refuse once more.
            PQsetErrorVerbosity(connection, PQERRORS_VERBOSE)
            PQreset(connection)
        }
        guard PQstatus(connection) == CONNECTION_OK else {
            throw failure(message)
        }
        // Such a server does not know whether texts are UTF-8, and refuses to send others as UTF-8. They are repaired here.
        if PQparameterStatus(connection, "server_encoding").map({ String(cString: $0) }) == "SQL_ASCII" {
            PQsetClientEncoding(connection, "SQL_ASCII")
        }
        return handle
    }

    /// Prepares OpenSSL once.
    private static let keepsOpenSSL: Void = cpq_keep_openssl()

    /// Returns an error from the message of a connection that failed. If there are several hosts, the last one counts.
    private func failure(_ message: String) -> PostgresError {
        let message = password.map { message.replacing($0, with: "***") } ?? message
        let codes = message.matches(of: /:  (?<code>[0-9A-Z]{5}): (?<reason>[^\n]*)/)
        guard let refusal = codes.last else {
            // Of several hosts, a standby is not the reason.
            let reasons = message.split(whereSeparator: \.isNewline)
            let reason = reasons.first { !$0.contains("hot standby") } ?? reasons.first
            return PostgresError("08001", reason: reason.map(String.init) ?? message)
        }
        return PostgresError(String(refusal.output.code), reason: String(refusal.output.reason))
    }
}

/// The arguments of this process, as the list of processes shows them.
package enum ProcessArguments {
    /// Overwrites an argument with another text, which is as long.
    package static func replace(_ text: String, with other: String) {
        if text.utf8.count == other.utf8.count { cpq_replace_argument(text, other) }
    }
}

/// The owner of a connection of libpq.
///
/// The pointer is used by one thread at a time: the one that opens the connection, then the loop's.
final class PostgresHandle: @unchecked Sendable {
    let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) {
        self.pointer = pointer
        cpq_ignore_notices(pointer)
    }

    deinit { PQfinish(pointer) }
}
