public import Essentials

/// A text with a media type that is dragged out of a table or dropped on it.
public struct TableViewDragItem: Sendable, Hashable {
    /// The media type, such as `text/plain`.
    public var type: String
    /// The data of the item, as text.
    public var text: String

    /// Creates an item.
    ///
    /// - Parameters:
    ///   - text: The data of the item, as text.
    ///   - type: The media type. Default: `text/plain`.
    public init(_ text: String, type: String = "text/plain") {
        self.type = type
        self.text = text
    }
}

/// The items that were dropped on a table, and the position for them.
public struct TableViewDrop: Sendable, Hashable {
    /// The dropped items, in order.
    public var items: [TableViewDragItem]
    /// The position for the first item.
    ///
    /// After the last row, its `row` is the number of rows. In an empty section, it is 0.
    public var destination: IndexPath

    /// Creates a drop.
    ///
    /// - Parameters:
    ///   - items: The dropped items, in order.
    ///   - destination: The position for the first item.
    public init(items: [TableViewDragItem], destination: IndexPath) {
        self.items = items
        self.destination = destination
    }
}

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
        public var image: TableViewImage?
        /// The named values below the text. Default: none.
        public var fields: [Field]

        /// Creates a panel.
        ///
        /// - Parameters:
        ///   - title: The heading.
        ///   - text: The text below the heading.
        ///   - image: The picture beside the text.
        ///   - fields: The named values below the text.
        public init(title: String? = nil, text: String? = nil, image: TableViewImage? = nil, fields: [Field] = []) {
            self.title = title
            self.text = text
            self.image = image
            self.fields = fields
        }
    }
}
