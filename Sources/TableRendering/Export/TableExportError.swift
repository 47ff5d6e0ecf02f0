/// The error for a table that could not be exported completely.
///
/// The table changed in such a way that the export no longer knows which rows are written.
public struct TableExportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The sentence that explains the error to a person.
    public var message: String

    /// Creates an error with a sentence for a person.
    public init(_ message: String) { self.message = message }

    /// The message of the error.
    public var description: String { message }
}
