public import FoundationEssentials

/// Closures for editing and moving rows.
extension CellReactions {
    /// Sets the closure that returns whether the row can be edited. Without a closure: true if edits are committed.
    ///
    /// A data source of the manager that implements `commit` is asked instead of the default. If there is neither
    /// ``commitEditingStyle(_:)`` nor such a data source, the row cannot be edited.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func canEditCell(_ handler: @escaping Handler<Bool>) {
        on(.canEdit, handler)
    }

    /// Sets the closure that inserts or deletes the row (`POST ./commit`). Throw an error to refuse.
    ///
    /// With it, the row has a delete button in edit mode, unless ``canEditCell(_:)`` or ``editingStyle(_:)`` say otherwise.
    ///
    /// - Parameter handler: A closure that receives the editing style, the cell, the model and the index path in the
    ///   storage.
    public final func commitEditingStyle(
        _ handler: @escaping @TableActor (TableViewCell.EditingStyle, Cell, Model, IndexPath) async throws -> Void
    ) {
        onAction(.commit, handler)
    }

    /// Sets the closure that returns the effect of the row's button in edit mode. Without a closure and a delegate:
    /// `.delete`, as in UIKit.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func editingStyle(_ handler: @escaping Handler<TableViewCell.EditingStyle>) {
        on(.editingStyle, handler)
    }

    /// Sets the closure that returns the title of the button that deletes the row, or nil for "Delete".
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func titleForDeleteConfirmationButton(_ handler: @escaping Handler<String?>) {
        on(.titleForDeleteConfirmationButton, handler)
    }

    /// Sets the closure that returns whether the row is indented in edit mode. Without a closure and a delegate: false.
    ///
    /// In UIKit the default is true.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func shouldIndentWhileEditing(_ handler: @escaping Handler<Bool>) {
        on(.shouldIndentWhileEditing, handler)
    }

    /// Sets the closure that is called before editing of the row begins (`POST ./begin-editing`).
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func willBeginEditing(_ handler: @escaping Handler<Void>) {
        on(.willBeginEditing, handler)
    }

    /// Sets the closure that is called after editing of the row ended (`POST ./end-editing`).
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func didEndEditing(_ handler: @escaping Handler<Void>) {
        on(.didEndEditing, handler)
    }

    /// Sets the closure that returns the values of the row that a visitor can edit (`GET ./edit`).
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func fieldsForEditing(_ handler: @escaping Handler<[TableViewEditableField]>) {
        on(.fields, handler)
    }

    /// Sets the closure that changes the row to edited values (`POST ./edit`).
    ///
    /// Throw ``TableViewValidationError`` for invalid values, which are answered with status 422.
    ///
    /// - Parameter handler: A closure that receives the values, the cell, the model and the index path in the storage.
    ///   The keys of the values are the names of their fields.
    public final func commitValues(
        _ handler: @escaping @TableActor ([String: String], Cell, Model, IndexPath) async throws -> Void
    ) {
        onAction(.commitValues, handler)
    }

    /// Sets the closure that returns whether visitors can move the row. Without a closure: true if rows are moved by
    /// ``moveRowTo(_:)``, by the manager's `move` or by its data source.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func canMove(_ handler: @escaping Handler<Bool>) {
        on(.canMove, handler)
    }

    /// Sets the closure that moves the row (`POST ./move`). Throw an error to refuse.
    ///
    /// In a tree of delegates, it is not called for a row that leaves the manager's section.
    ///
    /// - Parameter handler: A closure that receives the destination in the storage, the cell, the model and the index
    ///   path in the storage.
    public final func moveRowTo(
        _ handler: @escaping @TableActor (IndexPath, Cell, Model, IndexPath) async throws -> Void
    ) {
        onAction(.move, handler)
    }

    /// Sets the closure that returns the destination of a moved row. Without a closure and a delegate: the proposed
    /// position.
    ///
    /// - Parameter handler: A closure that receives the proposed position, the cell, the model and the index path. All
    ///   positions are those of the storage.
    public final func targetIndexPathForMove(
        _ handler: @escaping @TableActor (IndexPath, Cell, Model, IndexPath) -> IndexPath
    ) {
        on(.targetForMove, handler)
    }
}
