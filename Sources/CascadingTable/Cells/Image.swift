/// A picture in a cell: where it is, and the words for who cannot see it.
public struct Image: Sendable, Hashable {
    /// An `http`, `https` or relative address; a representation drops any other.
    public var source: String
    /// Read out instead of the picture; empty for a picture that only decorates.
    public var description: String

    public init(source: String, description: String = "") {
        self.source = source
        self.description = description
    }
}
