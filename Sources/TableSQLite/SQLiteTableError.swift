public import CascadingTable

/// Why a database, or a table of it, cannot be shown.
public struct SQLiteTableError: TableUnavailableError, Hashable, CustomStringConvertible {
    public var code: Code
    /// One sentence for a person.
    public var message: LocalizedMessage

    /// Makes an error with a sentence that has translations, or none yet.
    public init(_ code: Code, _ message: LocalizedMessage) {
        self.code = code
        self.message = message
    }

    public var description: String { message.description }

    public var isMissing: Bool { code == .unknownTable || code == .unknownRow }

    /// Whether trying again in a moment does not help.
    var isLasting: Bool { ![.busy, .timedOut, .changed].contains(code) }

    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file is missing or may not be read.
        public static let cannotOpen = Code(rawValue: "cannotOpen")
        /// The file is something else, or encrypted.
        public static let notADatabase = Code(rawValue: "notADatabase")
        /// There is no table or view of that name.
        public static let unknownTable = Code(rawValue: "unknownTable")
        /// The table has no row with that key.
        public static let unknownRow = Code(rawValue: "unknownRow")
        /// The table has no column of that name; the message lists those it has.
        public static let unknownColumn = Code(rawValue: "unknownColumn")
        /// The column has more different values than a table can have sections.
        public static let tooManySections = Code(rawValue: "tooManySections")
        /// Another program holds a lock on the file.
        public static let busy = Code(rawValue: "busy")
        /// Another program wrote to the file while rows that belong together were read.
        public static let changed = Code(rawValue: "changed")
        /// A query took longer than the configuration allows.
        public static let timedOut = Code(rawValue: "timedOut")
        /// SQLite refused; the message says why.
        public static let failed = Code(rawValue: "failed")
    }
}
