public import LocalizedMessages

/// Why values of a row are not accepted, each with the field it is about.
///
/// ```swift
/// guard !names.contains(name) else { throw TableViewValidationError("name", "There is a dish of that name.") }
/// ```
public struct TableViewValidationError: Error, Sendable, Hashable, CustomStringConvertible {
    public var issues: [Issue]

    /// What is wrong with a field.
    public struct Issue: Sendable, Hashable {
        /// The name of the field.
        public var field: String
        /// A sentence for the person who typed it.
        public var message: LocalizedMessage

        public init(_ field: String, _ message: LocalizedMessage) {
            self.field = field
            self.message = message
        }

    }

    public init(_ issues: [Issue]) {
        self.issues = issues
    }

    public init(_ field: String, _ message: LocalizedMessage) {
        self.init([Issue(field, message)])
    }

    public var description: String {
        issues.map { "\($0.field): \($0.message)" }.joined(separator: " ")
    }
}
