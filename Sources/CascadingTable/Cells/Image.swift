/// A picture in a cell, header or footer: its address, its description and its size.
public struct Image: Sendable, Hashable {
    /// The address of the picture: `http`, `https` or relative. A page leaves out a picture with any other address.
    public var source: String
    /// The text that screen readers read in place of the picture. Leave it empty for a decorative picture.
    public var description: String
    /// The size of the picture on pages.
    ///
    /// The page reserves the space before the picture is loaded. Default: `small`.
    public var size: Size

    /// Creates a picture.
    ///
    /// - Parameters:
    ///   - source: An `http`, `https` or relative address.
    ///   - description: The text that screen readers read; empty for a decorative picture.
    ///   - size: The size on pages.
    public init(source: String, description: String = "", size: Size = .small) {
        self.source = source
        self.description = description
        self.size = size
    }

    /// The size of a picture on pages.
    public enum Size: String, Sendable, Hashable {
        /// An icon that is one and a half lines high.
        case small
        /// A thumbnail that is two lines high.
        case medium
        /// A picture that makes its row higher. Above the table it is as wide as the theme's `--picture`.
        case large
    }
}
