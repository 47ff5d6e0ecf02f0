/// The error for a table that could not be exported.
struct ExportError: Error, Sendable {
    var code: Code
    /// The sentence that explains the error to a person.
    var message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    struct Code: RawRepresentable, Sendable, Hashable {
        let rawValue: String

        /// The file cannot be created, or must not be written.
        static let cannotCreate = Code(rawValue: "cannotCreate")
        /// The disk is full, or the device fails.
        static let cannotWrite = Code(rawValue: "cannotWrite")
        /// The reader of the output has closed it, as `| head` does.
        static let closed = Code(rawValue: "closed")
    }
}
