public import CascadingTable
import Essentials

/// An event of a mapping, with the closure that is called for it. The closure does not know the types of the mapping.
///
/// The subclasses differ in the closures that you can give them: see ``CellMapping``.
@TableActor
public class MappingEvent<Argument, Result> {
    /// A closure that returns nil for a model or a view of another type. It calls `view` only if it needs the view.
    typealias Body = @TableActor (_ model: Any, _ place: IndexPath, _ view: () -> Any?, Argument) -> Result?

    final var body: Body?

    init() {}
}

/// An event whose closure receives the cell, the model and the index path in the storage.
public final class CellEvent<Result>: MappingEvent<Void, Result> {}

/// An event whose closure receives the model and the index path in the storage. The cell is not built for it.
public final class ModelEvent<Result>: MappingEvent<Void, Result> {}

/// An action of a visitor, whose closure may wait, and throws an error to refuse the action.
///
/// The closure receives the argument first, if it is not `Void`, and then the cell, the model and the index path.
public final class CellAction<Argument>: MappingEvent<
    Argument, @TableActor () async throws -> Void
>
{}

/// The events that the closures of a ``CellMapping`` can answer.
///
/// Call an event's name on the mapping, with a closure. Index paths are those of the storage; they equal the table's,
/// unless the manager is one section of a tree of delegates.
@TableActor
public final class RowEvents {
    init() {}

    // MARK: Display, heights, loading and expansion

    /// Called before the cell is written to a page.
    public let willDisplay = CellEvent<Void>()
    /// Called after the cell was written to a page.
    public let didEndDisplaying = CellEvent<Void>()
    /// Returns the height of the row. It is not called while ``TableManager/rowHeight`` is set.
    public let heightForCell = ModelEvent<Height>()
    /// Returns the number of levels by which the row is indented. Without a closure: 0.
    public let indentationLevelForCell = CellEvent<Int>()
    /// Returns the work to do before the row is shown, or nil for no work.
    public let prefetch = ModelEvent<TablePrefetch?>()
    /// Called when a row that is being loaded is no longer needed.
    public let cancelPrefetch = ModelEvent<Void>()
    /// Returns the contents of the expanded row, or nil if the row does not expand.
    public let expansion = CellEvent<TableViewRowExpansion?>()
    /// Called after the row was expanded.
    public let didExpand = CellAction<Void>()
    /// Called after the row was collapsed.
    public let didCollapse = CellAction<Void>()

    // MARK: Highlighting, selection and focus

    /// Returns whether the row can be selected. Without a closure: true.
    public let shouldHighlight = CellEvent<Bool>()
    /// Called after the row was highlighted.
    public let didHighlight = CellEvent<Void>()
    /// Called when the row is no longer highlighted.
    public let didUnhighlight = CellEvent<Void>()
    /// Returns the row to select instead of this one, or nil to refuse.
    public let willSelect = CellEvent<IndexPath?>()
    /// Returns the row to deselect instead of this one, or nil to refuse.
    public let willDeselect = CellEvent<IndexPath?>()
    /// Called after the row was selected.
    public let didSelect = CellAction<Void>()
    /// Called after the row was deselected.
    public let didDeselect = CellAction<Void>()
    /// Called when the row's detail button or switch is tapped.
    public let accessoryButtonTapped = CellAction<Void>()
    /// Returns whether a double-click or Enter performs an action instead of selecting the row. Without a closure: false.
    public let canPerformPrimaryAction = CellEvent<Bool>()
    /// Performs the primary action of the row.
    public let performPrimaryAction = CellAction<Void>()
    /// Returns whether focusing the row also selects it. Without a closure: false.
    public let selectionFollowsFocus = CellEvent<Bool>()
    /// Returns whether the row can be focused. Without a closure: false.
    public let canFocus = CellEvent<Bool>()
    /// Returns whether a visitor can select several rows at once, starting with this row. Without a closure: false.
    public let shouldBeginMultipleSelectionInteraction = CellEvent<Bool>()
    /// Called when a visitor begins to select several rows, starting with this row.
    public let didBeginMultipleSelectionInteraction = CellEvent<Void>()

    // MARK: Editing and moving

    /// Returns whether the row can be edited. Without a closure: true if edits are committed.
    ///
    /// Edits are committed by ``commitEditingStyle`` or by a subclass of the manager that overrides `commit`.
    public let canEditCell = CellEvent<Bool>()
    /// Inserts or deletes the row. The argument is the editing style.
    ///
    /// With it, the row has a delete button in edit mode, unless ``canEditCell`` or ``editingStyle`` say otherwise.
    public let commitEditingStyle = CellAction<TableViewCell.EditingStyle>()
    /// Returns the effect of the row's button in edit mode. Without a closure: `.delete`, as in UIKit.
    public let editingStyle = CellEvent<TableViewCell.EditingStyle>()
    /// Returns the title of the button that deletes the row, or nil for "Delete".
    public let titleForDeleteConfirmationButton = CellEvent<String?>()
    /// Returns whether the row is indented in edit mode. Without a closure: false. In UIKit the default is true.
    public let shouldIndentWhileEditing = CellEvent<Bool>()
    /// Called before editing of the row begins.
    public let willBeginEditing = CellEvent<Void>()
    /// Called after editing of the row ended.
    public let didEndEditing = CellEvent<Void>()
    /// Returns the values of the row that a visitor can edit.
    public let fieldsForEditing = CellEvent<[TableViewEditableField]>()
    /// Changes the row to edited values. The argument has the values by the names of their fields.
    ///
    /// Throw `TableViewValidationError` for invalid values.
    public let commitValues = CellAction<[String: String]>()
    /// Returns whether visitors can move the row. Without a closure: true if ``moveRowTo`` or a subclass moves rows.
    public let canMove = CellEvent<Bool>()
    /// Moves the row. The argument is the destination in the storage.
    ///
    /// In a tree of delegates, it is not called for a row that leaves the manager's section.
    public let moveRowTo = CellAction<IndexPath>()
    let targetIndexPathForMove = MappingEvent<IndexPath, IndexPath>()

    // MARK: Actions, menus and dragging

    /// Returns the actions at the end of the row. They are offered unless there are trailing actions.
    public let editActions = CellEvent<[TableViewRowAction]?>()
    /// Returns the actions at the start of the row, or nil for none.
    public let leadingSwipeActionsConfiguration = CellEvent<TableViewSwipeActionsConfiguration?>()
    /// Returns the actions at the end of the row, or nil for none.
    public let trailingSwipeActionsConfiguration = CellEvent<TableViewSwipeActionsConfiguration?>()
    /// Returns the context menu of the row, or nil for none.
    public let contextMenuConfiguration = CellEvent<TableViewContextMenuConfiguration?>()
    /// Returns whether the row has a menu. Without a closure: false.
    public let shouldShowMenu = CellEvent<Bool>()
    package let canPerformAction = MappingEvent<(MenuAction, TableSession?), Bool>()
    package let performAction = MappingEvent<(MenuAction, TableSession?), ActionWork>()
    /// Returns the data of a row that is dragged out of the table.
    public let itemsForBeginningDragSession = CellEvent<[TableViewDragItem]>()
}
