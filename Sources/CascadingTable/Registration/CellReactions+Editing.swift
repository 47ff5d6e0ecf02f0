public import FoundationEssentials

/// Editing and moving.
extension CellReactions {
    public final func canEditCell(_ handler: @escaping Handler<Bool>) {
        on(.canEdit, handler)
    }

    /// Inserts or deletes the row.
    public final func commitEditingStyle(
        _ handler: @escaping @TableActor (TableViewCell.EditingStyle, Cell, Model, IndexPath) throws -> Void
    ) {
        onAction(.commit, handler)
    }

    public final func editingStyle(_ handler: @escaping Handler<TableViewCell.EditingStyle>) {
        on(.editingStyle, handler)
    }

    public final func titleForDeleteConfirmationButton(_ handler: @escaping Handler<String?>) {
        on(.titleForDeleteConfirmationButton, handler)
    }

    public final func shouldIndentWhileEditing(_ handler: @escaping Handler<Bool>) {
        on(.shouldIndentWhileEditing, handler)
    }

    public final func willBeginEditing(_ handler: @escaping Handler<Void>) {
        on(.willBeginEditing, handler)
    }

    public final func didEndEditing(_ handler: @escaping Handler<Void>) {
        on(.didEndEditing, handler)
    }

    /// The values of the row that a visitor may change.
    public final func fieldsForEditing(_ handler: @escaping Handler<[TableViewEditableField]>) {
        on(.fields, handler)
    }

    /// Changes the row to these values, by the names of their fields.
    public final func commitValues(
        _ handler: @escaping @TableActor ([String: String], Cell, Model, IndexPath) throws -> Void
    ) {
        onAction(.commitValues, handler)
    }

    public final func canMove(_ handler: @escaping Handler<Bool>) {
        on(.canMove, handler)
    }

    /// Moves the row, with its destination before it. A row that leaves for another section of a tree is its table's.
    public final func moveRowTo(
        _ handler: @escaping @TableActor (IndexPath, Cell, Model, IndexPath) throws -> Void
    ) {
        onAction(.move, handler)
    }

    /// Where the row may go, with the place where it was let go before it.
    public final func targetIndexPathForMove(
        _ handler: @escaping @TableActor (IndexPath, Cell, Model, IndexPath) -> IndexPath
    ) {
        on(.targetForMove, handler)
    }
}
