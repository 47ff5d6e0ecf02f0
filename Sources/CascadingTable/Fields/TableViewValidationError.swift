public import LocalizedMessages

/// The invalid values of a row, with a message for each.
///
/// ```swift
/// guard !names.contains(name) else { throw TableViewValidationError("name", "There is a dish of that name.") }
/// ```
public struct TableViewValidationError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The messages, one for each problem.
    public var issues: [Issue]
    /// A Boolean value that indicates whether the values are valid, but others have changed them since the visitor saw them.
    public let isConflict: Bool

    /// An invalid value: the field, and the message for the visitor.
    public struct Issue: Sendable, Hashable {
        /// The name of the field. The form shows the message at the field, or at the top if no field has this name.
        public var field: String
        /// The sentence for the visitor that says what is wrong.
        public var message: LocalizedMessage

        /// Creates the message for one field.
        ///
        /// - Parameters:
        ///   - field: The name of the field.
        ///   - message: The sentence for the visitor.
        public init(_ field: String, _ message: LocalizedMessage) {
            self.field = field
            self.message = message
        }

    }

    /// Creates an error with several messages.
    ///
    /// - Parameters:
    ///   - issues: The messages, one for each problem.
    ///   - isConflict: Whether others have changed the values since the visitor saw them. Default: false.
    public init(_ issues: [Issue], isConflict: Bool = false) {
        (self.issues, self.isConflict) = (issues, isConflict)
    }

    /// Creates an error with one message.
    ///
    /// - Parameters:
    ///   - field: The name of the field.
    ///   - message: The sentence for the visitor.
    public init(_ field: String, _ message: LocalizedMessage) {
        self.init([Issue(field, message)])
    }

    /// All messages in one line, each after the name of its field.
    public var description: String {
        issues.map { "\($0.field): \($0.message)" }.joined(separator: " ")
    }
}
