public import FoundationEssentials

/// Closures for actions, menus and dragging.
extension CellReactions {
    /// Sets the closure that returns the actions at the end of the row. They are offered unless there are trailing
    /// actions.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func editActions(_ handler: @escaping Handler<[TableViewRowAction]?>) {
        on(.editActions, handler)
    }

    /// Sets the closure that returns the actions at the start of the row, or nil for none.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func leadingSwipeActionsConfiguration(
        _ handler: @escaping Handler<TableViewSwipeActionsConfiguration?>
    ) {
        on(.leadingSwipeActions, handler)
    }

    /// Sets the closure that returns the actions at the end of the row, or nil for none.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func trailingSwipeActionsConfiguration(
        _ handler: @escaping Handler<TableViewSwipeActionsConfiguration?>
    ) {
        on(.trailingSwipeActions, handler)
    }

    /// Sets the closure that returns the context menu of the row, or nil for none.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func contextMenuConfiguration(_ handler: @escaping Handler<TableViewContextMenuConfiguration?>) {
        on(.contextMenu, handler)
    }

    /// Sets the closure that returns whether the row has a menu (`POST ./menu`). Without a closure and a delegate:
    /// false.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func shouldShowMenu(_ handler: @escaping Handler<Bool>) {
        on(.shouldShowMenu, handler)
    }

    /// Sets the closure that returns whether the row's menu offers an action. Without a closure and a delegate: false.
    ///
    /// - Parameter handler: A closure that receives the action, the visitor's session, the cell, the model and the
    ///   index path in the storage. The session is nil if there is none.
    public final func canPerformAction(
        _ handler: @escaping @TableActor (MenuAction, TableSession?, Cell, Model, IndexPath) -> Bool
    ) {
        on(.canPerformAction) { handler($0.0, $0.1, $1, $2, $3) }
    }

    /// Sets the closure that performs an action of the row's menu (`POST ./menu`). Throw an error to refuse.
    ///
    /// - Parameter handler: A closure that receives the action, the visitor's session, the cell, the model and the
    ///   index path in the storage. The session is nil if there is none.
    public final func performAction(
        _ handler: @escaping @TableActor (MenuAction, TableSession?, Cell, Model, IndexPath) async throws -> Void
    ) {
        onAction(.performAction) { try await handler($0.0, $0.1, $1, $2, $3) }
    }

    /// Sets the closure that returns the data of a row that is dragged out of the table (`GET ./drag`).
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func itemsForBeginningDragSession(_ handler: @escaping Handler<[TableViewDragItem]>) {
        on(.dragItems, handler)
    }
}
