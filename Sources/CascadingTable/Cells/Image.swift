/// A picture in a cell: where it is, and the words for who cannot see it.
public struct Image: Sendable, Hashable {
    /// An `http`, `https` or relative address; a representation drops any other.
    public var source: String
    /// Read out instead of the picture; empty for a picture that only decorates.
    public var description: String
    /// The size on pages, in rows, in headers and footers of sections, and above and below the table. Its room is kept before
    /// the picture is loaded.
    public var size: Size

    public init(source: String, description: String = "", size: Size = .small) {
        self.source = source
        self.description = description
        self.size = size
    }

    public enum Size: String, Sendable, Hashable {
        /// An icon as high as a line and a half.
        case small
        /// A thumbnail as high as two lines.
        case medium
        /// A picture that makes its row higher. Above the table it is as wide as the theme's `--picture`.
        case large
    }
}
