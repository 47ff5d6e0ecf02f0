public import FoundationEssentials

/// Something that can be done to a row, offered beside it.
public struct TableViewRowAction: Sendable {
    /// Names the action in its route; unique in its row.
    public var id: String
    public var title: String
    public var style: Style
    public var handler: @TableActor @Sendable (TableView, IndexPath) -> Void

    public init(
        id: String, title: String, style: Style = .default,
        handler: @escaping @TableActor @Sendable (TableView, IndexPath) -> Void
    ) {
        self.id = id
        self.title = title
        self.style = style
        self.handler = handler
    }

    public enum Style: String, Sendable, Hashable {
        case `default`
        /// Loses data, so it is confirmed first.
        case destructive
    }
}
