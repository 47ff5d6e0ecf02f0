/// Display, heights and loading.
extension CellReactions {
    /// The cell goes to a page.
    public final func willDisplay(_ handler: @escaping Handler<Void>) {
        on(.willDisplay, handler)
    }

    /// The cell has gone to a page.
    public final func didEndDisplaying(_ handler: @escaping Handler<Void>) {
        on(.didEndDisplaying, handler)
    }

    /// How high the row is; the cell is not built for it.
    public final func heightForCell(_ handler: @escaping ModelHandler<Height>) {
        on(.height, handler)
    }

    /// The height assumed where that is automatic.
    public final func estimatedHeightForCell(_ handler: @escaping ModelHandler<Height>) {
        on(.estimatedHeight, handler)
    }

    public final func indentationLevelForCell(_ handler: @escaping Handler<Int>) {
        on(.indentationLevel, handler)
    }

    /// What must be awaited before the row can be asked for, or nil.
    public final func prefetch(_ handler: @escaping ModelHandler<TablePrefetch?>) {
        on(.prefetch, handler)
    }

    /// The row is not needed any more.
    public final func cancelPrefetch(_ handler: @escaping ModelHandler<Void>) {
        on(.cancelPrefetch, handler)
    }

    /// What the row shows while it is expanded, or nil when it cannot be.
    public final func expansion(_ handler: @escaping Handler<TableViewRowExpansion?>) {
        on(.expansion, handler)
    }

    public final func didExpand(_ handler: @escaping ActionHandler) {
        onAction(.didExpand, handler)
    }

    public final func didCollapse(_ handler: @escaping ActionHandler) {
        onAction(.didCollapse, handler)
    }
}
