public import FoundationEssentials

/// Something that can be done to a row, offered beside it.
///
/// ```swift
/// TableViewRowAction(id: "archive", title: "Archive") { [weak self] _, indexPath in
///     self?.archive(indexPath.row)
///     return .keep
/// }
/// ```
public struct TableViewRowAction: Sendable {
    public typealias Handler = @TableActor @Sendable (TableView, IndexPath) throws -> Result

    /// Names the action in its route; unique in its row.
    public var id: String
    public var title: String
    public var style: Style
    public var image: Image?
    /// Does it; what it throws is told to the visitor.
    public var handler: Handler

    public init(
        id: String, title: String, style: Style = .default, image: Image? = nil, handler: @escaping Handler
    ) {
        self.id = id
        self.title = title
        self.style = style
        self.image = image
        self.handler = handler
    }

    public enum Style: String, Sendable, Hashable {
        case `default`
        /// Loses data, so it is confirmed first.
        case destructive
    }

    /// What becomes of the row.
    public enum Result: Sendable, Hashable {
        /// It stays, or the handler has seen to it.
        case keep
        /// It is deleted, as if it had been in edit mode: by `commit` of the data source.
        case delete
    }
}

/// The actions at one side of a row.
public struct TableViewSwipeActionsConfiguration: Sendable {
    public var actions: [TableViewRowAction]
    /// Whether a swipe across the whole row does the first of them.
    public var performsFirstActionWithFullSwipe: Bool

    public init(actions: [TableViewRowAction], performsFirstActionWithFullSwipe: Bool = true) {
        self.actions = actions
        self.performsFirstActionWithFullSwipe = performsFirstActionWithFullSwipe
    }
}

/// A menu of a row, opened by a second click or a key.
public struct TableViewContextMenuConfiguration: Sendable {
    public var title: String?
    public var actions: [TableViewRowAction]

    public init(title: String? = nil, actions: [TableViewRowAction]) {
        self.title = title
        self.actions = actions
    }
}

/// An entry of a row's menu.
public enum MenuAction: String, Sendable, Hashable, CaseIterable {
    case copy
    case cut
    case paste
}
