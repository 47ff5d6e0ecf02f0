public import FoundationEssentials

/// An action of a whole table, shown as a button above the rows.
///
/// ```swift
/// tableView.toolbar = [
///     TableViewToolbarAction(id: "shuffle", title: "Shuffle") { [weak self] _ in self?.shuffle() }
/// ]
/// ```
///
/// Route: `POST ./toolbar/ID`. `GET` of that address shows a page that asks for confirmation.
public struct TableViewToolbarAction: Sendable {
    /// A closure that performs the action. It may wait. If it throws, the visitor sees the error.
    public typealias Handler = @TableActor @Sendable (TableView) async throws -> Void

    /// The identifier of the action in its route, unique in the toolbar.
    public var id: String
    /// The title of the button.
    public var title: String
    /// The style of the button. Before a destructive action, the visitor is asked for confirmation.
    public var style: TableViewRowAction.Style
    /// The closure that performs the action.
    public var handler: Handler

    /// Creates an action.
    ///
    /// - Parameters:
    ///   - id: The identifier of the action in its route, unique in the toolbar.
    ///   - title: The title of the button.
    ///   - style: The style of the button.
    ///   - handler: The closure that performs the action.
    public init(
        id: String, title: String, style: TableViewRowAction.Style = .default, handler: @escaping Handler
    ) {
        self.id = id
        self.title = title
        self.style = style
        self.handler = handler
    }
}

/// An action on the rows that a visitor has selected or checked.
///
/// ```swift
/// tableView.allowsMultipleSelection = true
/// tableView.selectionActions = [
///     TableViewSelectionAction(id: "delete", title: "Delete", style: .destructive) { [weak self] tableView, rows in
///         self?.delete(rows)
///         tableView.deleteRows(at: rows)
///     }
/// ]
/// ```
///
/// Pages show the button below the rows while rows are selected, and in edit mode beside the checkboxes. Route:
/// `POST ./selected/ID` with a list of rows, or with `all=1` for the rows that the visitor has selected.
public struct TableViewSelectionAction: Sendable {
    /// A closure that performs the action on rows, in the order of their selection. It may wait. If it throws, the
    /// visitor sees the error.
    public typealias Handler = @TableActor @Sendable (TableView, [IndexPath]) async throws -> Void

    /// The identifier of the action in its route, unique among the actions.
    public var id: String
    /// The title of the button.
    public var title: String
    /// The style of the button. Before a destructive action, the visitor is asked for confirmation.
    public var style: TableViewRowAction.Style
    /// The closure that performs the action.
    public var handler: Handler

    /// Creates an action.
    ///
    /// - Parameters:
    ///   - id: The identifier of the action in its route, unique among the actions.
    ///   - title: The title of the button.
    ///   - style: The style of the button.
    ///   - handler: The closure that performs the action.
    public init(
        id: String, title: String, style: TableViewRowAction.Style = .default, handler: @escaping Handler
    ) {
        self.id = id
        self.title = title
        self.style = style
        self.handler = handler
    }
}
