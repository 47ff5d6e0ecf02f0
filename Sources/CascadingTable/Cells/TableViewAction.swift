/// A button that performs an action: of the whole table, of the header or footer of a section, or of selected rows.
///
/// The three kinds differ in the values that the handler receives. Use them by their names:
/// ``TableViewToolbarAction``, ``TableViewSectionAction`` and ``TableViewSelectionAction``.
///
/// Two actions are equal if their identifiers, titles and styles are. Their handlers are not compared.
public struct TableViewAction<Body: Sendable>: Sendable {
    /// The identifier of the action in its route, unique among the actions beside it.
    public var id: String
    /// The title of the button.
    public var title: String
    /// The style of the button. Before a destructive action, the visitor is asked for confirmation.
    public var style: TableViewRowAction.Style
    /// The closure that performs the action. It may wait. If it throws, the visitor sees the error.
    public var handler: Body

    /// Creates an action.
    ///
    /// - Parameters:
    ///   - id: The identifier of the action in its route, unique among the actions beside it.
    ///   - title: The title of the button.
    ///   - style: The style of the button.
    ///   - handler: The closure that performs the action.
    public init(id: String, title: String, style: TableViewRowAction.Style = .default, handler: Body) {
        self.id = id
        self.title = title
        self.style = style
        self.handler = handler
    }
}

extension TableViewAction: Hashable {
    /// Returns whether two actions have equal identifiers, titles and styles.
    public static func == (one: Self, other: Self) -> Bool {
        one.id == other.id && one.title == other.title && one.style == other.style
    }

    /// Hashes the identifier, the title and the style.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(id)
        hasher.combine(title)
        hasher.combine(style)
    }
}

/// An action of a whole table, shown as a button above the rows. Its handler receives the table.
///
/// ```swift
/// tableView.toolbar = [
///     TableViewToolbarAction(id: "shuffle", title: "Shuffle") { [weak self] _ in self?.shuffle() }
/// ]
/// ```
///
/// Pages without JavaScript ask for confirmation first.
public typealias TableViewToolbarAction = TableViewAction<@TableActor @Sendable (TableView) async throws -> Void>

/// An action of a section, shown as a button in its header or footer. Its handler receives the table and the section.
///
/// ```swift
/// TableViewHeaderFooterView(
///     title: "Done",
///     actions: [
///         TableViewSectionAction(id: "clear", title: "Clear", style: .destructive) { [weak self] tableView, section in
///             self?.clear(section)
///         }
///     ])
/// ```
///
/// Pages without JavaScript ask for confirmation first.
public typealias TableViewSectionAction = TableViewAction<@TableActor @Sendable (TableView, Int) async throws -> Void>

/// An action on the rows that a visitor has selected or checked. Its handler receives the table and the rows, each by
/// identifier and index path, in the order of their selection.
///
/// ```swift
/// tableView.allowsMultipleSelection = true
/// tableView.selectionActions = [
///     TableViewSelectionAction(id: "delete", title: "Delete", style: .destructive) { [weak self] tableView, rows in
///         self?.delete(rows.map(\.identifier))
///         tableView.deleteRows(at: rows.map(\.indexPath))
///     }
/// ]
/// ```
///
/// Pages show the button below the rows while rows are selected, and in edit mode beside the checkboxes. The delegate
/// is asked first, see ``TableView/Gestures-swift.struct/performSelectionAction(_:forRowsAt:)``.
public typealias TableViewSelectionAction =
    TableViewAction<@TableActor @Sendable (TableView, [RowReference]) async throws -> Void>
