public import CascadingTable
import TableDatabase

/// An error that states why a database or one of its tables cannot be shown.
public struct SQLiteTableError: VisitorFacingError, Hashable, CustomStringConvertible {
    /// The kind of the error.
    public var code: Code
    /// The text that visitors see.
    public var message: LocalizedMessage

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of the error.
    ///   - message: The text that visitors see.
    public init(_ code: Code, _ message: LocalizedMessage) {
        self.code = code
        self.message = message
    }

    /// The ``message``.
    public var description: String { message.description }

    /// The meaning of the error for the visitor. A column to group by that does not exist, or that has too many values, is a
    /// fault of the settings.
    public var kind: TableViewError.Kind {
        switch code {
        case .unknownTable, .unknownRow: .notFound
        case .unknownColumn, .tooManySections: .failed
        case .invalidStatement: .invalid
        case .notEditable: .forbidden
        default: .unavailable
        }
    }

    /// The kind of an error.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the kind, such as `busy`.
        public let rawValue: String
        /// Creates a kind from its name.
        ///
        /// - Parameter rawValue: The name of the kind.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The file is missing or cannot be read.
        public static let cannotOpen = Code(rawValue: "cannotOpen")
        /// The file is not a SQLite database, or it is encrypted.
        public static let notADatabase = Code(rawValue: "notADatabase")
        /// The database has no table or view of that name.
        public static let unknownTable = Code(rawValue: "unknownTable")
        /// The table has no row with that key.
        public static let unknownRow = Code(rawValue: "unknownRow")
        /// The table has no column of that name. The message lists its columns.
        public static let unknownColumn = Code(rawValue: "unknownColumn")
        /// The column has more different values than ``SQLiteDatabase/Configuration/sectionLimit``.
        public static let tooManySections = Code(rawValue: "tooManySections")
        /// Another program holds a lock on the file. Try again.
        public static let busy = Code(rawValue: "busy")
        /// Another program changed the file during a read of rows that belong together. Try again.
        public static let changed = Code(rawValue: "changed")
        /// A query took longer than the configuration allows.
        public static let timedOut = Code(rawValue: "timedOut")
        /// SQLite refuses a statement of a visitor, or cannot run it to its end. The message contains its reason.
        public static let invalidStatement = Code(rawValue: "invalidStatement")
        /// The table or view cannot be edited, or its database is not opened for that.
        public static let notEditable = Code(rawValue: "notEditable")
        /// The file cannot be written.
        public static let cannotWrite = Code(rawValue: "cannotWrite")
        /// SQLite reported an error. The message contains its reason.
        public static let failed = Code(rawValue: "failed")
    }
}

extension SQLiteTableError: TableDatabaseError {
    package var isLasting: Bool { ![.busy, .timedOut, .changed].contains(code) }
    package var isOfMissingRow: Bool { code == .unknownRow }
}
