/// Closures for display, heights, loading and expansion.
extension CellReactions {
    /// Sets the closure that is called before the cell is written to a page.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func willDisplay(_ handler: @escaping Handler<Void>) {
        on(.willDisplay, handler)
    }

    /// Sets the closure that is called after the cell was written to a page.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func didEndDisplaying(_ handler: @escaping Handler<Void>) {
        on(.didEndDisplaying, handler)
    }

    /// Sets the closure that returns the height of the row. The cell is not built for it.
    ///
    /// It is not called while ``TableManager/rowHeight`` is set.
    ///
    /// - Parameter handler: A closure that receives the model and the index path in the storage.
    public final func heightForCell(_ handler: @escaping ModelHandler<Height>) {
        on(.height, handler)
    }

    /// Sets the closure that returns the number of levels by which the row is indented. Without a closure and a
    /// delegate: 0.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func indentationLevelForCell(_ handler: @escaping Handler<Int>) {
        on(.indentationLevel, handler)
    }

    /// Sets the closure that returns the work to do before the row is shown, or nil for no work.
    ///
    /// - Parameter handler: A closure that receives the model and the index path in the storage.
    public final func prefetch(_ handler: @escaping ModelHandler<TablePrefetch?>) {
        on(.prefetch, handler)
    }

    /// Sets the closure that is called when a row that is being loaded is no longer needed.
    ///
    /// - Parameter handler: A closure that receives the model and the index path in the storage.
    public final func cancelPrefetch(_ handler: @escaping ModelHandler<Void>) {
        on(.cancelPrefetch, handler)
    }

    /// Sets the closure that returns the contents of the expanded row, or nil if the row does not expand.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func expansion(_ handler: @escaping Handler<TableViewRowExpansion?>) {
        on(.expansion, handler)
    }

    /// Sets the closure that is called after the row was expanded (`POST ./expand`). Throw an error to refuse.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func didExpand(_ handler: @escaping ActionHandler) {
        onAction(.didExpand, handler)
    }

    /// Sets the closure that is called after the row was collapsed (`POST ./collapse`). Throw an error to refuse.
    ///
    /// - Parameter handler: A closure that receives the cell, the model and the index path in the storage.
    public final func didCollapse(_ handler: @escaping ActionHandler) {
        onAction(.didCollapse, handler)
    }
}
