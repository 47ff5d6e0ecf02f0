public import CascadingTable
import TableRendering

/// The error for a table that cannot be written as text: a cell is wider than
/// `maximumColumnWidth` of the options.
public struct TextTableError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The sentence that explains the error to a person.
    public var message: String
    /// The index path of the row.
    public var indexPath: IndexPath
    /// The name of the column.
    public var column: String

    /// Creates an error. Each parameter sets the property of its name.
    public init(_ message: String, indexPath: IndexPath, column: String) {
        self.message = message
        self.indexPath = indexPath
        self.column = column
    }

    /// The message of the error.
    public var description: String { message }
}
