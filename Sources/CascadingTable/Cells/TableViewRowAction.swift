public import Essentials

/// An action that a row offers, in its swipe actions or its context menu.
///
/// ```swift
/// TableViewRowAction(id: "archive", title: "Archive") { [weak self] _, indexPath in
///     self?.archive(indexPath.row)
///     return .keep
/// }
/// ```
///
/// Pages without JavaScript ask for confirmation first.
public struct TableViewRowAction: Sendable {
    /// The identifier of the action in its route. If two actions of a row have one identifier, the second gets a
    /// suffix.
    public var id: String
    /// The title of the button.
    public var title: String
    /// The style of the button. Default: `default`.
    public var style: Style
    /// The picture in the button. Nil for no picture.
    public var image: TableViewImage?
    /// The closure that performs the action on a row, and returns whether the table deletes the row.
    ///
    /// It may wait. If it throws, the visitor sees the error.
    public var handler: @TableActor @Sendable (TableView, IndexPath) async throws -> Result

    /// Creates an action.
    ///
    /// - Parameters:
    ///   - id: The identifier of the action in its route, unique in the row.
    ///   - title: The title of the button.
    ///   - style: The style of the button.
    ///   - image: The picture in the button.
    ///   - handler: The closure that performs the action.
    public init(
        id: String, title: String, style: Style = .default, image: TableViewImage? = nil,
        handler: @escaping @TableActor @Sendable (TableView, IndexPath) async throws -> Result
    ) {
        self.id = id
        self.title = title
        self.style = style
        self.image = image
        self.handler = handler
    }

    /// The style of the button of an action.
    public enum Style: String, Sendable, Hashable {
        /// A normal button.
        case `default`
        /// A normal button. The visitor is asked for confirmation first.
        case asksFirst
        /// A red button for an action that loses data. The visitor is asked for confirmation first, and rows that cannot be
        /// deleted are refused.
        case destructive

        /// A Boolean value that indicates whether the visitor is asked for confirmation.
        package var isConfirmed: Bool { self != .default }
    }

    /// The effect of an action on its row.
    public enum Result: Sendable, Hashable {
        /// The table does nothing more with the row.
        case keep
        /// The table asks the data source to delete the row, with `commit`, as in edit mode.
        case delete
    }
}

/// The actions at one end of a row, which a swipe shows.
public struct TableViewSwipeActionsConfiguration: Sendable {
    /// The actions, in order. A swipe across the whole row performs the first one.
    public var actions: [TableViewRowAction]
    /// A Boolean value that indicates whether a swipe across the whole row performs the first action. Default: true.
    public var performsFirstActionWithFullSwipe: Bool

    /// Creates the actions at one end of a row.
    ///
    /// - Parameters:
    ///   - actions: The actions in order.
    ///   - performsFirstActionWithFullSwipe: Whether a swipe across the whole row performs the first action.
    public init(actions: [TableViewRowAction], performsFirstActionWithFullSwipe: Bool = true) {
        self.actions = actions
        self.performsFirstActionWithFullSwipe = performsFirstActionWithFullSwipe
    }
}

/// The context menu of a row, which a secondary click or a key opens.
public struct TableViewContextMenuConfiguration: Sendable {
    /// The title above the entries. Nil for no title.
    public var title: String?
    /// The entries, in order.
    public var actions: [TableViewRowAction]

    /// Creates a context menu.
    ///
    /// - Parameters:
    ///   - title: The title above the entries.
    ///   - actions: The entries, in order.
    public init(title: String? = nil, actions: [TableViewRowAction]) {
        self.title = title
        self.actions = actions
    }
}

/// A standard entry of a row's menu.
public enum MenuAction: String, Sendable, Hashable, CaseIterable {
    /// Copy the row.
    case copy
    /// Cut the row.
    case cut
    /// Paste at the row.
    case paste
}
