/// The error for a file that cannot be read as rows.
package struct TextFileError: Error, Sendable, CustomStringConvertible {
    package var code: Code
    /// The sentence that explains the error to a person.
    package var message: String

    package var description: String { message }

    package init(_ code: Code, _ message: String) { (self.code, self.message) = (code, message) }

    package enum Code: Sendable {
        /// The file is missing or cannot be read.
        case cannotOpen
        /// The file is not a text, or its text is faulty.
        case invalid
    }
}
