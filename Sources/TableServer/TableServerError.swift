/// The reason why a server does not start.
public struct TableServerError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The kind of the error, for programs.
    public var code: Code
    /// The sentence that explains the error to a person.
    public var message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// The message of the error.
    public var description: String { message }

    /// The kinds of errors. Compare with the static properties.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The name of the kind, such as `notLoopback`.
        public let rawValue: String
        /// Creates a kind with a name.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The host is not loopback, and `allowsAnyone` is false.
        public static let notLoopback = Code(rawValue: "notLoopback")
        /// A folder of templates or public files cannot be used.
        public static let unusableAssets = Code(rawValue: "unusableAssets")
        /// A class of a table overrides a method that is never called, because a superclass overrides its form with
        /// `async`.
        public static let hiddenOverride = Code(rawValue: "hiddenOverride")
    }
}
