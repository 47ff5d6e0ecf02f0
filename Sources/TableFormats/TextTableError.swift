public import CascadingTable
import TableRendering

/// The error for a table that cannot be written as text.
public struct TextTableError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the error, for programs.
    public var code: Code
    /// The sentence that explains the error to a person.
    public var message: String
    /// The index path of the row.
    public var indexPath: IndexPath
    /// The name of the column.
    public var column: String

    /// Creates an error. Each parameter sets the property of its name.
    public init(_ code: Code, _ message: String, indexPath: IndexPath, column: String) {
        self.code = code
        self.message = message
        self.indexPath = indexPath
        self.column = column
    }

    /// The message of the error.
    public var description: String { message }

    /// The kinds of errors. Compare with the static properties.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the kind, such as `cellTooWide`.
        public let rawValue: String
        /// Creates a kind with a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A cell is wider than ``TextTableWriter/Configuration/maximumColumnWidth``.
        public static let cellTooWide = Code(rawValue: "cellTooWide")
    }
}
