public import FoundationEssentials

/// Actions, menus and dragging.
extension CellReactions {
    /// What is offered at the end of the row, unless there are trailing actions.
    public final func editActions(_ handler: @escaping Handler<[TableViewRowAction]?>) {
        on(.editActions, handler)
    }

    public final func leadingSwipeActionsConfiguration(
        _ handler: @escaping Handler<TableViewSwipeActionsConfiguration?>
    ) {
        on(.leadingSwipeActions, handler)
    }

    public final func trailingSwipeActionsConfiguration(
        _ handler: @escaping Handler<TableViewSwipeActionsConfiguration?>
    ) {
        on(.trailingSwipeActions, handler)
    }

    public final func contextMenuConfiguration(_ handler: @escaping Handler<TableViewContextMenuConfiguration?>) {
        on(.contextMenu, handler)
    }

    public final func shouldShowMenu(_ handler: @escaping Handler<Bool>) {
        on(.shouldShowMenu, handler)
    }

    /// Whether the menu has that entry, for who asks.
    public final func canPerformAction(
        _ handler: @escaping @TableActor (MenuAction, TableSession?, Cell, Model, IndexPath) -> Bool
    ) {
        on(.canPerformAction) { handler($0.0, $0.1, $1, $2, $3) }
    }

    public final func performAction(
        _ handler: @escaping @TableActor (MenuAction, TableSession?, Cell, Model, IndexPath) throws -> Void
    ) {
        onAction(.performAction) { try handler($0.0, $0.1, $1, $2, $3) }
    }

    /// What leaves with the row when it is dragged out of the table.
    public final func itemsForBeginningDragSession(_ handler: @escaping Handler<[TableViewDragItem]>) {
        on(.dragItems, handler)
    }
}
