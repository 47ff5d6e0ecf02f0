public import FoundationEssentials

/// Closures for highlighting, selection and focus.
extension CellReactions {
    /// Sets the closure that returns whether the row can be selected. Without a closure and a delegate: true.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func shouldHighlight(_ handler: @escaping Handler<Bool>) {
        on(.shouldHighlight, handler)
    }

    /// Sets the closure that is called after the row was highlighted (`POST ./highlight`).
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func didHighlight(_ handler: @escaping Handler<Void>) {
        on(.didHighlight, handler)
    }

    /// Sets the closure that is called when the row is no longer highlighted (`POST ./unhighlight`).
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func didUnhighlight(_ handler: @escaping Handler<Void>) {
        on(.didUnhighlight, handler)
    }

    /// Sets the closure that returns the row to select instead of this one, or nil to refuse with status 409.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func willSelect(_ handler: @escaping Handler<IndexPath?>) {
        on(.willSelect, handler)
    }

    /// Sets the closure that returns the row to deselect instead of this one, or nil to refuse with status 409.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func willDeselect(_ handler: @escaping Handler<IndexPath?>) {
        on(.willDeselect, handler)
    }

    /// Sets the closure that is called after the row was selected (`POST ./select`). Throw an error to refuse.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func didSelect(_ handler: @escaping ActionHandler) {
        onAction(.didSelect, handler)
    }

    /// Sets the closure that is called after the row was deselected (`POST ./deselect`). Throw an error to refuse.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func didDeselect(_ handler: @escaping ActionHandler) {
        onAction(.didDeselect, handler)
    }

    /// Sets the closure that is called when the row's detail button or switch is tapped (`POST ./accessory`).
    ///
    /// Throw an error to refuse.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func accessoryButtonTapped(_ handler: @escaping ActionHandler) {
        onAction(.accessoryButtonTapped, handler)
    }

    /// Sets the closure that returns whether a double-click or Enter performs an action instead of selecting the row.
    ///
    /// Without a closure and a delegate: false.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func canPerformPrimaryAction(_ handler: @escaping Handler<Bool>) {
        on(.canPerformPrimaryAction, handler)
    }

    /// Sets the closure that performs the primary action of the row (`POST ./primary`). Throw an error to refuse.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func performPrimaryAction(_ handler: @escaping ActionHandler) {
        onAction(.performPrimaryAction, handler)
    }

    /// Sets the closure that returns whether focusing the row also selects it. Without a closure and a delegate: false.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func selectionFollowsFocus(_ handler: @escaping Handler<Bool>) {
        on(.selectionFollowsFocus, handler)
    }

    /// Sets the closure that returns whether the row can be focused (`POST ./focus`). Without a closure and a delegate:
    /// false.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func canFocus(_ handler: @escaping Handler<Bool>) {
        on(.canFocus, handler)
    }

    /// Sets the closure that returns whether a visitor can select several rows at once, starting with this row.
    ///
    /// Without a closure and a delegate: false.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func shouldBeginMultipleSelectionInteraction(_ handler: @escaping Handler<Bool>) {
        on(.shouldBeginMultipleSelection, handler)
    }

    /// Sets the closure that is called when a visitor begins to select several rows, starting with this row.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func didBeginMultipleSelectionInteraction(_ handler: @escaping Handler<Void>) {
        on(.didBeginMultipleSelection, handler)
    }
}
