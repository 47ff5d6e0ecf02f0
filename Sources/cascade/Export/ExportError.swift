/// Why a table could not be exported.
struct ExportError: Error, Sendable {
    var code: Code
    /// One sentence for a person.
    var message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    struct Code: RawRepresentable, Sendable, Hashable {
        let rawValue: String

        /// The file cannot be made, or is not one to write to.
        static let cannotCreate = Code(rawValue: "cannotCreate")
        /// What is written has no place left, or its device fails.
        static let cannotWrite = Code(rawValue: "cannotWrite")
        /// Nobody reads what is written, as after `| head`.
        static let closed = Code(rawValue: "closed")
    }
}
