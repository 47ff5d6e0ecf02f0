/// Why not all of a table could be written.
public struct TableExportError: Error, Sendable, Hashable, CustomStringConvertible {
    public var code: Code
    /// One sentence for a person.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }

    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The table has changed such that nobody can say which of its rows are written already.
        public static let cannotFollow = Code(rawValue: "cannotFollow")
    }
}
