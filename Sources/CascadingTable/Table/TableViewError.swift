/// Why a row was not selected or deselected.
public struct TableViewError: Error, Sendable, Hashable, CustomStringConvertible {
    public var code: Code
    /// A sentence for a person.
    public var message: String

    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    public var description: String { message }

    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// There is no such row.
        public static let noSuchRow = Code(rawValue: "noSuchRow")
        /// `shouldHighlightRowAt` answered false.
        public static let notHighlightable = Code(rawValue: "notHighlightable")
        /// `willSelectRowAt` or `willDeselectRowAt` answered nil.
        public static let vetoed = Code(rawValue: "vetoed")
    }
}
