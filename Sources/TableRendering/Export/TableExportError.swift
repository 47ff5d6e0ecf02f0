/// The error for a table that could not be exported completely.
public struct TableExportError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the error, for programs.
    public var code: Code
    /// The sentence that explains the error to a person.
    public var message: String

    /// Creates an error.
    ///
    /// - Parameters:
    ///   - code: The kind of the error.
    ///   - message: The sentence for a person.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message of the error.
    public var description: String { message }

    /// The kinds of errors. Compare with the static properties.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the kind, such as `cannotFollow`.
        public let rawValue: String
        /// Creates a kind with a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The table changed in such a way that the export no longer knows which rows are written.
        public static let cannotFollow = Code(rawValue: "cannotFollow")
    }
}
