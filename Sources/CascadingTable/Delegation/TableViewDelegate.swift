public import FoundationEssentials

/// Is asked how a table looks and behaves, and told what happens in it; every method has a default.
@TableActor
public protocol TableViewDelegate: AnyObject {
    // MARK: Display
    func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath)
    func tableView(
        _ tableView: TableView, willDisplayHeaderView view: TableViewHeaderFooterView, forSection section: Int)
    func tableView(
        _ tableView: TableView, willDisplayFooterView view: TableViewHeaderFooterView, forSection section: Int)
    func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath)
    func tableView(
        _ tableView: TableView, didEndDisplayingHeaderView view: TableViewHeaderFooterView, forSection section: Int)
    func tableView(
        _ tableView: TableView, didEndDisplayingFooterView view: TableViewHeaderFooterView, forSection section: Int)

    // MARK: Heights
    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height
    func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Height
    func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Height
    /// The row's height before it is laid out; by default its `heightForRowAt`.
    func tableView(_ tableView: TableView, estimatedHeightForRowAt indexPath: IndexPath) -> Height
    func tableView(_ tableView: TableView, estimatedHeightForHeaderInSection section: Int) -> Height
    func tableView(_ tableView: TableView, estimatedHeightForFooterInSection section: Int) -> Height
    /// The one height of all rows of a section, or nil when each row is to be asked for its own.
    ///
    /// A section of a million rows that answers here is laid out without being asked a million times.
    func tableView(_ tableView: TableView, heightForEveryRowInSection section: Int) -> Height?

    // MARK: Headers and footers
    func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> TableViewHeaderFooterView?
    func tableView(_ tableView: TableView, viewForFooterInSection section: Int) -> TableViewHeaderFooterView?

    // MARK: Highlighting and selecting
    func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool
    func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath)
    func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath)
    /// The row to select in place of the one asked for; nil refuses.
    func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath?
    /// The row to deselect in place of the one asked for; nil refuses.
    func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath?
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath)
    func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath)
    func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath)

    // MARK: Editing
    func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath) -> TableViewCell.EditingStyle
    func tableView(_ tableView: TableView, titleForDeleteConfirmationButtonForRowAt indexPath: IndexPath) -> String?
    func tableView(_ tableView: TableView, editActionsForRowAt indexPath: IndexPath) -> [TableViewRowAction]?
    func tableView(_ tableView: TableView, shouldIndentWhileEditingRowAt indexPath: IndexPath) -> Bool
    func tableView(_ tableView: TableView, willBeginEditingRowAt indexPath: IndexPath)
    /// Editing has ended; nil when the row has gone meanwhile.
    func tableView(_ tableView: TableView, didEndEditingRowAt indexPath: IndexPath?)
    /// The values of the row that a visitor may change; none by default.
    func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath) -> [TableViewEditableField]
    /// Changes the row to these values, one of each field, which are of its kind and within its bounds.
    ///
    /// What it does not accept it says by throwing ``TableViewValidationError``.
    func tableView(_ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath)
        throws

    // MARK: Moving and indenting
    /// Where a row that is being moved may go, given where it was let go; by default just there.
    func tableView(
        _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
        toProposedIndexPath proposed: IndexPath
    ) -> IndexPath
    func tableView(_ tableView: TableView, indentationLevelForRowAt indexPath: IndexPath) -> Int

    // MARK: Menus
    func tableView(_ tableView: TableView, shouldShowMenuForRowAt indexPath: IndexPath) -> Bool
    func tableView(
        _ tableView: TableView, canPerformAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) -> Bool
    func tableView(
        _ tableView: TableView, performAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?)

    // MARK: Swipe actions and context menus
    /// What is offered at the start of the row.
    func tableView(_ tableView: TableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    /// What is offered at the end of the row; by default its `editActionsForRowAt`.
    func tableView(_ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    func tableView(_ tableView: TableView, contextMenuConfigurationForRowAt indexPath: IndexPath)
        -> TableViewContextMenuConfiguration?

    // MARK: Primary action and multiple selection
    /// Whether a double click or Enter does something else than select.
    func tableView(_ tableView: TableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool
    func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath)
    func tableView(_ tableView: TableView, selectionFollowsFocusForRowAt indexPath: IndexPath) -> Bool
    func tableView(_ tableView: TableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath) -> Bool
    func tableView(_ tableView: TableView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath)
    func tableViewDidEndMultipleSelectionInteraction(_ tableView: TableView)

    // MARK: Expanding
    /// What the row shows while it is expanded, or nil for a row that cannot be.
    func tableView(_ tableView: TableView, expansionForRowAt indexPath: IndexPath) -> TableViewRowExpansion?
    func tableView(_ tableView: TableView, didExpandRowAt indexPath: IndexPath)
    func tableView(_ tableView: TableView, didCollapseRowAt indexPath: IndexPath)

    // MARK: Drag and drop
    /// What leaves with the row when it is dragged out of the table; nothing by default.
    func tableView(_ tableView: TableView, itemsForBeginningDragAt indexPath: IndexPath) -> [TableViewDragItem]
    func tableView(_ tableView: TableView, canHandle drop: TableViewDrop) -> Bool
    func tableView(_ tableView: TableView, performDropWith drop: TableViewDrop)

    // MARK: Focus
    func tableView(_ tableView: TableView, canFocusRowAt indexPath: IndexPath) -> Bool
    func tableView(_ tableView: TableView, shouldUpdateFocusIn context: TableViewFocusUpdateContext) -> Bool
    func tableView(_ tableView: TableView, didUpdateFocusIn context: TableViewFocusUpdateContext)
    func indexPathForPreferredFocusedView(in tableView: TableView) -> IndexPath?
}

/// A change of focus from one row to another; nil is outside of the table.
public struct TableViewFocusUpdateContext: Sendable, Hashable {
    public var previouslyFocusedIndexPath: IndexPath?
    public var nextFocusedIndexPath: IndexPath?

    public init(previouslyFocusedIndexPath: IndexPath?, nextFocusedIndexPath: IndexPath?) {
        self.previouslyFocusedIndexPath = previouslyFocusedIndexPath
        self.nextFocusedIndexPath = nextFocusedIndexPath
    }
}
