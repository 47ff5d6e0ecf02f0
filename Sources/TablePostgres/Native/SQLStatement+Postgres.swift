import TableDatabase

extension SQLStatement {
    /// Releases the advisory locks that a visitor's statement took, which outlive its transaction.
    static let unlocking = SQLStatement("SELECT pg_advisory_unlock_all()")

    /// Calls the body with the arguments as texts that end with a zero byte.
    ///
    /// - Throws: `22021` if a text has a zero byte, which PostgreSQL has in no text.
    func withArguments<Result>(
        _ body: (_ values: [UnsafePointer<CChar>?]) throws(PostgresError) -> Result
    ) throws(PostgresError) -> Result {
        var texts: [CChar] = []
        var offsets: [Int?] = []
        for argument in arguments {
            guard let text = argument.string else {
                offsets.append(nil)
                continue
            }
            guard !text.utf8.contains(0) else {
                throw PostgresError("22021", reason: "a text of PostgreSQL has no zero byte")
            }
            offsets.append(texts.count)
            texts += text.utf8.lazy.map { CChar(bitPattern: $0) }
            texts.append(0)
        }
        return try texts.withUnsafeBufferPointer { texts throws(PostgresError) in
            try body(offsets.map { offset in offset.flatMap { offset in texts.baseAddress.map { $0 + offset } } })
        }
    }
}

/// The isolation of a transaction.
enum PostgresIsolation: String, Sendable {
    case readCommitted = "READ COMMITTED"
    case repeatableRead = "REPEATABLE READ"
    case serializable = "SERIALIZABLE"
}

/// How a transaction begins: its isolation, and settings that end with it.
struct PostgresTransactionOptions: Sendable, Hashable {
    var isolation = PostgresIsolation.readCommitted
    var isReadOnly = true
    /// A Boolean value that indicates whether the transaction is rolled back, so that nothing of it stays, such as a setting
    /// of the connection.
    var isUndone = false
    /// The settings, in the order in which they are set, such as role and claims.
    var settings: [Setting] = []

    struct Setting: Sendable, Hashable {
        var name: String
        var value: String

        /// A limit of time. That of the role holds if it is shorter.
        static func limit(_ name: String, _ time: Duration) -> Setting {
            Setting(name: "\(name)_timeout", value: "\(max(0, Int((time / .milliseconds(1)).rounded(.up))))")
        }

        /// Shortens a limit of time to that of the role.
        mutating func obey(_ limits: [String: Int]) {
            guard let limit = limits[name], let time = Int(value) else { return }
            value = "\(time == 0 ? limit : min(time, limit))"
        }
    }

    /// The statements that end the transaction.
    var end: [SQLStatement] {
        isUndone ? [.unlocking, SQLStatement("ROLLBACK")] : [SQLStatement("COMMIT")]
    }

    /// The statements that begin the transaction. One that writes does not say so, because the role may be set to read only.
    var statements: [SQLStatement] {
        let begin = SQLStatement("BEGIN ISOLATION LEVEL \(isolation.rawValue)\(isReadOnly ? " READ ONLY" : "")")
        guard !settings.isEmpty else { return [begin] }
        let calls = settings.indices.map { "set_config($\(2 * $0 + 1), $\(2 * $0 + 2), true)" }
        return [
            begin,
            SQLStatement(
                "SELECT \(calls.joined(separator: ", "))", settings.flatMap { [SQLValue($0.name), SQLValue($0.value)] }),
        ]
    }
}
