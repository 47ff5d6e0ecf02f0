public import CascadingTable
public import FoundationEssentials

extension RecordingTableDelegate {
    // MARK: Swipe actions and context menus
    public func tableView(_ tableView: TableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        record(tableView, .init(.leadingSwipeActions, .indexPath(indexPath)), \.leadingSwipeActions)
    }
    public func tableView(_ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        record(tableView, .init(.trailingSwipeActions, .indexPath(indexPath)), \.trailingSwipeActions)
            ?? answers.editActions.map { TableViewSwipeActionsConfiguration(actions: $0) }
    }
    public func tableView(_ tableView: TableView, contextMenuConfigurationForRowAt indexPath: IndexPath)
        -> TableViewContextMenuConfiguration?
    {
        record(tableView, .init(.contextMenu, .indexPath(indexPath)), \.contextMenu)
    }

    // MARK: Primary action and multiple selection
    public func tableView(_ tableView: TableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool {
        record(tableView, .init(.canPerformPrimaryAction, .indexPath(indexPath)), \.canPerformPrimaryAction)
    }
    public func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {
        record(tableView, .init(.performPrimaryAction, .indexPath(indexPath)))
    }
    public func tableView(_ tableView: TableView, selectionFollowsFocusForRowAt indexPath: IndexPath) -> Bool {
        record(tableView, .init(.selectionFollowsFocus, .indexPath(indexPath)), \.selectionFollowsFocus)
    }
    public func tableView(_ tableView: TableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath)
        -> Bool
    {
        record(tableView, .init(.shouldBeginMultipleSelection, .indexPath(indexPath)), \.shouldBeginMultipleSelection)
    }
    public func tableView(_ tableView: TableView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath) {
        record(tableView, .init(.didBeginMultipleSelection, .indexPath(indexPath)))
    }
    /// Records the call.
    public func tableViewDidEndMultipleSelectionInteraction(_ tableView: TableView) {
        record(tableView, .init(.didEndMultipleSelection))
    }

    // MARK: Expanding
    public func tableView(_ tableView: TableView, expansionForRowAt indexPath: IndexPath) -> TableViewRowExpansion? {
        record(tableView, .init(.expansion, .indexPath(indexPath)), \.expansion)
    }
    public func tableView(_ tableView: TableView, didExpandRowAt indexPath: IndexPath) {
        record(tableView, .init(.didExpandRow, .indexPath(indexPath)))
    }
    public func tableView(_ tableView: TableView, didCollapseRowAt indexPath: IndexPath) {
        record(tableView, .init(.didCollapseRow, .indexPath(indexPath)))
    }

    // MARK: Drag and drop
    public func tableView(_ tableView: TableView, itemsForBeginningDragAt indexPath: IndexPath) -> [TableViewDragItem] {
        record(tableView, .init(.itemsForDrag, .indexPath(indexPath)), \.itemsForDrag)
    }
    public func tableView(_ tableView: TableView, canHandle drop: TableViewDrop) -> Bool {
        record(tableView, .init(.canHandleDrop, .drop(drop)), \.canHandleDrop)
    }
    public func tableView(_ tableView: TableView, performDropWith drop: TableViewDrop) {
        record(tableView, .init(.performDrop, .drop(drop)))
    }
}
