public import Essentials

/// The methods that customize a table and respond to a visitor's actions, like UIKit's `UITableViewDelegate`.
///
/// Every method has a default. The table calls every method on ``TableActor``, so implementations need no locks. They
/// must not block.
///
/// Pages cache the appearance of rows. Call ``TableView/reloadRows(at:with:)`` or ``TableView/reloadData()`` when an
/// answer changes. In a method that cannot throw, call `tableView.refuse(…)` to reject a visitor's action. In the
/// routes below, `S` is the index of a section and `R` the index of a row. Both start at 0.
///
/// Actions, such as `didSelectRowAt`, are requirements with `async throws`. Implement them with or without `async` and
/// `throws`. The error that they throw refuses the action, and the visitor sees it. While one waits, other requests are
/// answered and may change the table. The visitor's response waits for up to `--loading-timeout` (default: 30 seconds).
///
/// Unlike in UIKit, the table holds its delegate strongly.
@TableActor
public protocol TableViewDelegate: AnyObject {
    // MARK: Display
    /// Tells the delegate that a row is about to be added to a page.
    ///
    /// Not called for rows of a ``RowBatch``, nor for rows that a page takes from its cache. The cell cannot be changed
    /// here, because it is a value. Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table that shows the row.
    ///   - cell: The contents of the row.
    ///   - indexPath: The index path of the row.
    func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath)

    /// Tells the delegate that the header of a section is about to be added to a page.
    ///
    /// Not called if the page takes the header from its cache. Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table that shows the section.
    ///   - view: The contents of the header.
    ///   - section: The index of the section.
    func tableView(
        _ tableView: TableView, willDisplayHeaderView view: TableViewHeaderFooterView, forSection section: Int)

    /// Tells the delegate that the footer of a section is about to be added to a page.
    ///
    /// Only pages with the section's last row have the footer. Not called if the page takes the footer from its cache.
    /// Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table that shows the section.
    ///   - view: The contents of the footer.
    ///   - section: The index of the section.
    func tableView(
        _ tableView: TableView, willDisplayFooterView view: TableViewHeaderFooterView, forSection section: Int)

    /// Tells the delegate that a row was added to a page and is not used any more.
    ///
    /// Called after `tableView(_:willDisplay:forRowAt:)` while the page is made, not when the visitor leaves the
    /// page. In UIKit, it means that the row left the screen. Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table that shows the row.
    ///   - cell: The contents of the row.
    ///   - indexPath: The index path of the row.
    func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath)

    /// Tells the delegate that the header of a section was added to a page and is not used any more.
    ///
    /// Called while the page is made, not when the visitor leaves the page. Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table that shows the section.
    ///   - view: The contents of the header.
    ///   - section: The index of the section.
    func tableView(
        _ tableView: TableView, didEndDisplayingHeaderView view: TableViewHeaderFooterView, forSection section: Int)

    /// Tells the delegate that the footer of a section was added to a page and is not used any more.
    ///
    /// Called while the page is made, not when the visitor leaves the page. Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table that shows the section.
    ///   - view: The contents of the footer.
    ///   - section: The index of the section.
    func tableView(
        _ tableView: TableView, didEndDisplayingFooterView view: TableViewHeaderFooterView, forSection section: Int)

    // MARK: Heights
    /// Asks the delegate for the height of a row.
    ///
    /// Not asked if `tableView(_:heightForEveryRowInSection:)` returns a height. A negative, infinite or NaN height
    /// is reported as an anomaly and counts as `automatic`.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: The height, in CSS pixels. Default: `automatic`, as high as the content.
    func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height

    /// Asks the delegate for the height of a section's header.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - section: The index of the section.
    /// - Returns: The height, in CSS pixels. A header with a height of 0 is as high as its content. Default: 0.
    func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Height

    /// Asks the delegate for the height of a section's footer.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - section: The index of the section.
    /// - Returns: The height, in CSS pixels. A footer with a height of 0 is as high as its content. Default: 0.
    func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Height

    /// Asks the delegate for a single height for all rows of a section.
    ///
    /// Implement it for long sections: a section of a million rows then needs one call instead of a million. Not in
    /// UIKit.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - section: The index of the section.
    /// - Returns: The height, in CSS pixels, or nil to be asked row by row. Default: nil.
    func tableView(_ tableView: TableView, heightForEveryRowInSection section: Int) -> Height?

    // MARK: Headers and footers
    /// Asks the delegate for the view above a section.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - section: The index of the section.
    /// - Returns: The view, or nil to show the title from
    ///   ``TableViewDataSource/tableView(_:titleForHeaderInSection:)``. Default: nil.
    func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> TableViewHeaderFooterView?

    /// Asks the delegate for the view below a section.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - section: The index of the section.
    /// - Returns: The view, or nil to show the title from
    ///   ``TableViewDataSource/tableView(_:titleForFooterInSection:)``. Default: nil.
    func tableView(_ tableView: TableView, viewForFooterInSection section: Int) -> TableViewHeaderFooterView?

    // MARK: Highlighting and selecting
    /// Asks the delegate whether a row can be highlighted, and therefore selected.
    ///
    /// Called for each row of a page and before the action. If it returns false, the page shows no button that selects
    /// the row, and the action is refused.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: Whether the row can be highlighted. Default: true.
    func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool

    /// Tells the delegate that a row is highlighted.
    ///
    /// Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table of the row.
    ///   - indexPath: The index path of the row.
    func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath)

    /// Tells the delegate that a row is no longer highlighted.
    ///
    /// Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table of the row.
    ///   - indexPath: The index path of the row.
    func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath)

    /// Asks the delegate which row to select when a visitor selects a row.
    ///
    /// A selection belongs to one visitor.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of the row that the visitor selects.
    /// - Returns: The index path of the row to select, or nil to refuse. A row that does not exist is reported as an
    ///   anomaly. Default: `indexPath`.
    func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath?

    /// Asks the delegate which row to deselect when a selected row is about to be deselected.
    ///
    /// Also called for the other selected row when a visitor selects a row of a table without multiple selection.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of the selected row.
    /// - Returns: The index path of the row to deselect, or nil to refuse. A row that does not exist is reported as an
    ///   anomaly. Default: `indexPath`.
    func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath?

    /// Tells the delegate that a visitor selected a row.
    ///
    /// Call ``TableView/navigate(to:)`` to send the visitor to another page, or `tableView.refuse(…)` to undo the
    /// selection.
    ///
    /// Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table of the row.
    ///   - indexPath: The index path of the selected row.
    func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) async throws

    /// Tells the delegate that a visitor deselected a row.
    ///
    /// Also called for the other selected row when a visitor selects a row of a table without multiple selection.
    /// Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table of the row.
    ///   - indexPath: The index path of the deselected row.
    func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) async throws

    /// Tells the delegate that a visitor pressed the detail button or the switch of a row.
    ///
    /// Called only if the `accessory` of its cell is `detail` or `toggle`. The switch does not change by itself: change
    /// your data and reload the row.
    ///
    /// Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table of the row.
    ///   - indexPath: The index path of the row.
    func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) async throws

    // MARK: Editing
    /// Asks the delegate which button a row has in edit mode: delete, insert or none.
    ///
    /// Called only if ``TableViewDataSource/tableView(_:canEditRowAt:)`` returns true.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: The editing style. Default: `delete`.
    func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath) -> TableViewCell.EditingStyle

    /// Asks the delegate for the title of the delete button that a row has in edit mode.
    ///
    /// Called only if the editing style of the row is `delete`.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: The title, or nil for "Delete" in the language of the page. Default: nil.
    func tableView(_ tableView: TableView, titleForDeleteConfirmationButtonForRowAt indexPath: IndexPath) -> String?

    /// Asks the delegate for the actions at the end of a row.
    ///
    /// Called only by the default of `tableView(_:trailingSwipeActionsConfigurationForRowAt:)`. Implement that method
    /// instead in new code.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: The actions, or nil for no actions. Default: nil.
    func tableView(_ tableView: TableView, editActionsForRowAt indexPath: IndexPath) -> [TableViewRowAction]?

    /// Asks the delegate whether a row without an edit button is indented in edit mode.
    ///
    /// The row is then aligned with rows that have an edit button.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: Whether the row is indented. Default: false (UIKit: true).
    func tableView(_ tableView: TableView, shouldIndentWhileEditingRowAt indexPath: IndexPath) -> Bool

    /// Tells the delegate that a visitor begins to edit a row.
    ///
    /// Called only if ``TableViewDataSource/tableView(_:canEditRowAt:)`` returns true. Edit mode of the page does not
    /// call it; a client does.
    ///
    /// Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table of the row.
    ///   - indexPath: The index path of the row.
    func tableView(_ tableView: TableView, willBeginEditingRowAt indexPath: IndexPath)

    /// Tells the delegate that a visitor finished editing a row.
    ///
    /// Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table of the row.
    ///   - indexPath: The index path of the row, or nil if the row was removed meanwhile.
    func tableView(_ tableView: TableView, didEndEditingRowAt indexPath: IndexPath?)

    /// Asks the delegate for the values of a row that a visitor can change in a form.
    ///
    /// Called for each row of a page, which shows a link to the form, and for the form itself. Not in UIKit.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: The fields in the order in which the form shows them. Default: no fields, and the row has no form.
    func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath) -> [TableViewEditableField]

    /// Tells the delegate to change a row to the values that a visitor entered.
    ///
    /// The values were checked against the kind, bounds and length of each field. The table reloads the row afterwards,
    /// unless you announce a change. Not in UIKit.
    ///
    /// Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table of the row.
    ///   - values: The text of every field, by field name. A field that the client left out has its current value.
    ///   - indexPath: The index path of the row.
    /// - Throws: ``TableViewValidationError`` for values that you do not accept. The form is then shown again with your
    ///   messages.
    func tableView(_ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath)
        async throws

    /// Asks the delegate for the values of a new row that a visitor can enter in a form.
    ///
    /// Called for each section of a page, which shows a link to the form, and for the form itself. Not in UIKit.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - section: The index of the section.
    /// - Returns: The fields with the values that a new row begins with. Default: no fields, and visitors cannot add
    ///   rows.
    func tableView(_ tableView: TableView, fieldsForCreatingRowInSection section: Int) -> [TableViewEditableField]

    /// Tells the delegate to create a row with the values that a visitor entered.
    ///
    /// The values were checked against the kind, bounds and length of each field. Add the row to your data, then call
    /// ``TableView/insertRows(at:with:)``. If you announce no change, the table is reloaded. Not in UIKit.
    ///
    /// Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table of the section.
    ///   - values: The text of every field, by field name.
    ///   - section: The index of the section.
    /// - Throws: ``TableViewValidationError`` for values that you do not accept. The form is then shown again with your
    ///   messages.
    func tableView(_ tableView: TableView, createRowWith values: [String: String], inSection section: Int) async throws

    // MARK: Moving and indenting
    /// Asks the delegate for the position to which a row is moved.
    ///
    /// Called for a move, before `tableView(_:moveRowAt:to:)`.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - source: The current index path of the row.
    ///   - proposed: The index path that the visitor chose.
    /// - Returns: The index path of the row after the move, or `source` to leave the row where it is. A position that
    ///   does not exist is reported as an anomaly. Default: `proposed`.
    func tableView(
        _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
        toProposedIndexPath proposed: IndexPath
    ) -> IndexPath

    /// Asks the delegate how far a row is indented.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: The number of steps. Pages indent by 6 steps at most; JSON has the whole number. Default: 0.
    func tableView(_ tableView: TableView, indentationLevelForRowAt indexPath: IndexPath) -> Int

    // MARK: Menus
    /// Asks the delegate whether a row has a menu with Copy, Cut and Paste.
    ///
    /// If it returns true, `tableView(_:canPerformAction:forRowAt:withSender:)` is asked for each entry.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: Whether the row has the menu. Default: false.
    func tableView(_ tableView: TableView, shouldShowMenuForRowAt indexPath: IndexPath) -> Bool

    /// Asks the delegate whether the menu of a row has an entry.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - action: The menu entry.
    ///   - indexPath: The index path of a row that exists.
    ///   - sender: The session of the visitor.
    /// - Returns: Whether the menu has the entry. Default: false.
    func tableView(
        _ tableView: TableView, canPerformAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) -> Bool

    /// Tells the delegate that a visitor chose an entry of a row's menu.
    ///
    /// Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table of the row.
    ///   - action: The menu entry.
    ///   - indexPath: The index path of the row.
    ///   - sender: The session of the visitor.
    func tableView(
        _ tableView: TableView, performAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?) async throws

    // MARK: Swipe actions and context menus
    /// Asks the delegate for the actions at the start of a row, which a swipe shows.
    ///
    /// Pages also have them in the menu of the row, for visitors without a touch screen.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: The actions, or nil for no actions. Default: nil.
    func tableView(_ tableView: TableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?

    /// Asks the delegate for the actions at the end of a row, which a swipe shows.
    ///
    /// Pages also have them in the menu of the row, for visitors without a touch screen.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: The actions, or nil for no actions. Default: the actions of `tableView(_:editActionsForRowAt:)`.
    func tableView(_ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?

    /// Asks the delegate for the context menu of a row.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: The menu, or nil for no context menu. Default: nil.
    func tableView(_ tableView: TableView, contextMenuConfigurationForRowAt indexPath: IndexPath)
        -> TableViewContextMenuConfiguration?

    // MARK: Primary action and multiple selection
    /// Asks the delegate whether a row has a primary action, for Enter and the entry Open of the row's menu.
    ///
    /// Called for each row of a page and before the action.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: Whether the row has a primary action. Default: false.
    func tableView(_ tableView: TableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool

    /// Tells the delegate to perform the primary action of a row.
    ///
    /// Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table of the row.
    ///   - indexPath: The index path of the row.
    func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) async throws

    /// Asks the delegate whether a row is also selected when it gets the focus.
    ///
    /// Called when a visitor moves the focus. If the selection is refused, the row keeps the focus.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of the row that got the focus.
    /// - Returns: Whether the row is selected too. Default: false.
    func tableView(_ tableView: TableView, selectionFollowsFocusForRowAt indexPath: IndexPath) -> Bool

    /// Asks the delegate whether a visitor can select several rows at once in a table without multiple selection.
    ///
    /// Called when a visitor selects several rows, if ``TableView/allowsMultipleSelection`` is false.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The first row of the list.
    /// - Returns: Whether the rows can be selected together. Default: false.
    func tableView(_ tableView: TableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath) -> Bool

    /// Tells the delegate that a visitor begins to select several rows at once.
    ///
    /// The selection methods are then called for each row that is not selected yet. Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table of the rows.
    ///   - indexPath: The first row of the list.
    func tableView(_ tableView: TableView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath)

    /// Tells the delegate that all rows of a list were selected or refused.
    ///
    /// Default: does nothing.
    ///
    /// - Parameter tableView: The table of the rows.
    func tableViewDidEndMultipleSelectionInteraction(_ tableView: TableView)

    // MARK: Expanding
    /// Asks the delegate what a row shows below itself while it is expanded.
    ///
    /// Called for each row of a page, so that the page can show a button that expands the row. Not in UIKit.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: The panels to show, or nil if the row cannot be expanded. Default: nil.
    func tableView(_ tableView: TableView, expansionForRowAt indexPath: IndexPath) -> TableViewRowExpansion?

    /// Tells the delegate that a visitor expanded a row.
    ///
    /// Not called for rows that a page expands because its address has `_expanded`. Not in UIKit.
    ///
    /// Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table of the row.
    ///   - indexPath: The index path of the row.
    func tableView(_ tableView: TableView, didExpandRowAt indexPath: IndexPath) async throws

    /// Tells the delegate that a visitor collapsed a row.
    ///
    /// Not in UIKit. Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table of the row.
    ///   - indexPath: The index path of the row.
    func tableView(_ tableView: TableView, didCollapseRowAt indexPath: IndexPath) async throws

    // MARK: Drag and drop
    /// Asks the delegate for the data of a row that is dragged out of the table.
    ///
    /// In UIKit, `UITableViewDragDelegate` has a similar method.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of the row.
    /// - Returns: The items, at least one. If the list is empty, the row cannot be dragged out. Default: no items.
    func tableView(_ tableView: TableView, itemsForBeginningDragAt indexPath: IndexPath) -> [TableViewDragItem]

    /// Asks the delegate whether the table accepts items that are dropped on it.
    ///
    /// In UIKit, `UITableViewDropDelegate` has a similar method.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - drop: The items, and the position at which they were dropped.
    /// - Returns: Whether the table accepts the items. Default: false.
    func tableView(_ tableView: TableView, canHandle drop: TableViewDrop) -> Bool

    /// Tells the delegate to insert items that were dropped on the table.
    ///
    /// Change your data, then call ``TableView/insertRows(at:with:)``. Called only if `tableView(_:canHandle:)`
    /// returns true.
    ///
    /// In UIKit, `UITableViewDropDelegate` has a similar method. Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table to change.
    ///   - drop: The items, and the position at which they were dropped.
    func tableView(_ tableView: TableView, performDropWith drop: TableViewDrop) async throws

    // MARK: Focus
    /// Asks the delegate whether the row itself can get the keyboard focus.
    ///
    /// Links and buttons in the row can get it in any case. Called for each row of a page and before the action.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - indexPath: The index path of a row that exists.
    /// - Returns: Whether the row can get the focus. Default: false.
    func tableView(_ tableView: TableView, canFocusRowAt indexPath: IndexPath) -> Bool

    /// Asks the delegate whether the focus may move from one row to another, or leave the table.
    ///
    /// - Parameters:
    ///   - tableView: The table that asks.
    ///   - context: The rows that lose and get the focus.
    /// - Returns: Whether the focus may move. If it is false, the focus stays. Default: true.
    func tableView(_ tableView: TableView, shouldUpdateFocusIn context: TableViewFocusUpdateContext) -> Bool

    /// Tells the delegate that the focus moved from one row to another, or left the table.
    ///
    /// Default: does nothing.
    ///
    /// - Parameters:
    ///   - tableView: The table of the rows.
    ///   - context: The rows that lost and got the focus.
    func tableView(_ tableView: TableView, didUpdateFocusIn context: TableViewFocusUpdateContext)

    /// Asks the delegate for the row that has the focus when a page opens.
    ///
    /// The table caches the answer until it changes.
    ///
    /// - Parameter tableView: The table that asks.
    /// - Returns: The index path of the row, or nil for no row. A row that does not exist counts as nil. Default: nil.
    func indexPathForPreferredFocusedView(in tableView: TableView) -> IndexPath?
}

/// A change of the keyboard focus from one row to another, or into or out of the table.
public struct TableViewFocusUpdateContext: Sendable, Hashable {
    /// The row that loses the focus; nil if no row had it.
    public var previouslyFocusedIndexPath: IndexPath?

    /// The row that gets the focus; nil if the focus leaves the table.
    public var nextFocusedIndexPath: IndexPath?

    /// Creates a change of the focus.
    ///
    /// - Parameters:
    ///   - previouslyFocusedIndexPath: The row that loses the focus; nil if no row had it.
    ///   - nextFocusedIndexPath: The row that gets the focus; nil if the focus leaves the table.
    public init(previouslyFocusedIndexPath: IndexPath?, nextFocusedIndexPath: IndexPath?) {
        self.previouslyFocusedIndexPath = previouslyFocusedIndexPath
        self.nextFocusedIndexPath = nextFocusedIndexPath
    }
}
