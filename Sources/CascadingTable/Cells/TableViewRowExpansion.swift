/// The contents that a row shows below itself while it is expanded.
public struct TableViewRowExpansion: Sendable, Hashable {
    /// The panels, in order.
    public var panels: [Panel]

    /// Creates the contents of an expanded row.
    ///
    /// - Parameter panels: The panels, in order.
    public init(_ panels: Panel...) {
        self.panels = panels
    }

    /// A part of the contents of an expanded row: a picture, a title, a text and named values, each optional.
    public struct Panel: Sendable, Hashable {
        /// The heading of the panel. Nil for no heading.
        public var title: String?
        /// The text below the heading. Nil for no text.
        public var text: String?
        /// The picture beside the text. Nil for no picture.
        public var image: Image?
        /// The named values below the text. Default: none.
        public var fields: [Field]

        /// Creates a panel.
        ///
        /// - Parameters:
        ///   - title: The heading.
        ///   - text: The text below the heading.
        ///   - image: The picture beside the text.
        ///   - fields: The named values below the text.
        public init(title: String? = nil, text: String? = nil, image: Image? = nil, fields: [Field] = []) {
            self.title = title
            self.text = text
            self.image = image
            self.fields = fields
        }
    }
}
