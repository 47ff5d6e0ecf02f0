public import CascadingTable
import TableRendering

/// Why a table cannot be written as text.
public struct TextTableError: Error, Sendable, Hashable, CustomStringConvertible {
    public var code: Code
    /// One sentence for a person.
    public var message: String
    /// The row it is about.
    public var indexPath: IndexPath
    /// The name of the column it is about.
    public var column: String

    public init(_ code: Code, _ message: String, indexPath: IndexPath, column: String) {
        self.code = code
        self.message = message
        self.indexPath = indexPath
        self.column = column
    }

    public var description: String { message }

    public struct Code: RawRepresentable, Sendable, Hashable {
        public let rawValue: String
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A cell is wider than its column may be.
        public static let cellTooWide = Code(rawValue: "cellTooWide")
    }
}
