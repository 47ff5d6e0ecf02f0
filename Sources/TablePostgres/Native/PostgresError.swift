public import CascadingTable
import CPostgreSQL
public import LocalizedMessages

/// An error of PostgreSQL, or of the connection to it.
public struct PostgresError: VisitorFacingError, Hashable, CustomStringConvertible {
    /// The error code of PostgreSQL, with five characters (SQLSTATE). `08001` stands for a server that cannot be reached.
    public var code: String
    /// The reason in the words of PostgreSQL, for logs. It has no passwords.
    public var reason: String
    /// More about the reason and what to do about it, in the words of PostgreSQL; empty for none.
    var details: [String] = []
    /// The name of the constraint that a change violates; nil for other errors.
    public var constraint: String?
    /// The name of the schema with the table; nil if the error concerns none.
    public var schema: String?
    /// The name of the table; nil if the error concerns none.
    public var table: String?
    /// The name of the column; nil if the error concerns none.
    public var column: String?

    init(_ code: String, reason: String) { (self.code, self.reason) = (code, reason) }

    /// Creates an error from a result of libpq that reports one.
    init(_ result: OpaquePointer) {
        func field(_ letter: Character) -> String? {
            letter.asciiValue.flatMap { cpq_field(result, CChar($0)) }.map { String(cString: $0) }
        }
        // A lost connection has no code.
        code = field("C") ?? "08006"
        reason = field("M") ?? String(cString: PQresultErrorMessage(result)).firstLine
        details = [field("D"), field("H")].compactMap(\.self)
        (constraint, schema, table, column) = (field("n"), field("s"), field("t"), field("c"))
    }

    /// The reason and the code.
    public var description: String { "\(reason) (\(code))" }

    /// The reason with its details, as sentences without the last period.
    var explanation: String {
        ([reason] + details).map { $0.hasSuffix(".") ? String($0.dropLast()) : $0 }.joined(separator: ". ")
    }

    /// The text that visitors see. It names no server.
    public var message: LocalizedMessage {
        switch (code.prefix(2), code) {
        case (_, "57014"): "Reading the database took too long. Try again, or ask for fewer rows."
        case ("53", _), ("55", _): "The database is busy. Try again in a few seconds."
        case ("08", _), ("57", _): "The database cannot be reached. Try again in a few seconds."
        case ("40", _): "Another program changed the database meanwhile. Try again."
        case ("28", _), ("3D", _): "The database refuses the server. Its address or password is wrong."
        case (_, "42501"): "The database does not allow this."
        case (_, "25006"): "The database is read-only."
        case (_, "42P01"), ("3F", _): "The table does not exist in the database."
        case (_, "42703"): "The column does not exist in the database."
        case ("22", _) where !isOfView, ("23", _): "The database refuses the value: \(reason)."
        default: "The database could not be read: \(reason)."
        }
    }

    /// The meaning of the error for the visitor.
    public var kind: TableViewError.Kind {
        switch (code.prefix(2), code) {
        case ("08", _), ("40", _), ("53", _), ("55", _), ("57", _): .unavailable
        case (_, "42501"), (_, "25006"): .forbidden
        case (_, "42P01"), ("3F", _): .notFound
        case (_, "23505"), (_, "23503"): .conflict
        case (_, "42703"), ("23", _): .invalid
        case ("22", _): isOfView ? .failed : .invalid
        default: .failed
        }
    }

    /// A Boolean value that indicates whether the database cannot compute a value, such as that of a view which divides by
    /// zero.
    private var isOfView: Bool { code == "22012" }

    /// A Boolean value that indicates whether the server refused a connection and would refuse the next one too.
    var isRefusal: Bool { code.hasPrefix("28") || code.hasPrefix("3D") || code == "42501" }

    /// A Boolean value that indicates whether the connection was lost, for example because the server stops.
    var isOfConnection: Bool { code.hasPrefix("08") || ["57P01", "57P02", "57P03"].contains(code) }

    /// A Boolean value that indicates whether the same read may succeed at once: on another connection, after another
    /// transaction, or without the plan that a prepared statement kept.
    var isWorthARetry: Bool { isOfConnection || ["40001", "40P01", "0A000", "26000"].contains(code) }

    /// A Boolean value that indicates whether a relation is no longer as it was described: a column is gone, or has another
    /// type.
    var isOfOldDescription: Bool { ["42703", "42P01", "42804", "42883"].contains(code) }

    /// A Boolean value that indicates whether a statement is at fault, and would fail again.
    var isOfStatement: Bool { !["08", "28", "3D", "40", "53", "55", "57"].contains(code.prefix(2)) && code != "42501" }

    /// A Boolean value that indicates whether a statement was stopped, because it took too long.
    var isTimeout: Bool { code == "57014" }
}

extension String {
    var firstLine: String { split(whereSeparator: \.isNewline).first.map(String.init) ?? self }
}
