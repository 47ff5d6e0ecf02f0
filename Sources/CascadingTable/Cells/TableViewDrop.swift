public import FoundationEssentials

/// One thing that is dragged, as text of a media type.
public struct TableViewDragItem: Sendable, Hashable {
    /// A media type, such as `text/plain`.
    public var type: String
    public var text: String

    public init(_ text: String, type: String = "text/plain") {
        self.type = type
        self.text = text
    }
}

/// What is let go over a table, and where.
public struct TableViewDrop: Sendable, Hashable {
    public var items: [TableViewDragItem]
    /// Where the first item is to stand; in an empty section, or past its last row, the row after it.
    public var destination: IndexPath

    public init(items: [TableViewDragItem], destination: IndexPath) {
        self.items = items
        self.destination = destination
    }
}
