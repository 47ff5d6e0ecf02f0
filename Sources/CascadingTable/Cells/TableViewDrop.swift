public import FoundationEssentials

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
