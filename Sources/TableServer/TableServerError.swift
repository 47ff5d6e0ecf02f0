/// Why a server does not start.
public struct TableServerError: Error, Sendable, Hashable, CustomStringConvertible {
    public var code: Code
    /// A sentence for a person.
    public var message: String

    init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }

    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The host is not loopback and `allowsAnyone` was not set.
        public static let notLoopback = Code(rawValue: "notLoopback")
        /// A folder of templates or public files that cannot be used.
        public static let unusableAssets = Code(rawValue: "unusableAssets")
    }
}
