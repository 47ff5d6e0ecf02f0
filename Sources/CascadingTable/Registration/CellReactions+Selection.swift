public import FoundationEssentials

/// Highlighting, selecting and focus.
extension CellReactions {
    public final func shouldHighlight(_ handler: @escaping Handler<Bool>) {
        on(.shouldHighlight, handler)
    }

    public final func didHighlight(_ handler: @escaping Handler<Void>) {
        on(.didHighlight, handler)
    }

    public final func didUnhighlight(_ handler: @escaping Handler<Void>) {
        on(.didUnhighlight, handler)
    }

    /// The row to select in place of this one; nil refuses.
    public final func willSelect(_ handler: @escaping Handler<IndexPath?>) {
        on(.willSelect, handler)
    }

    /// The row to deselect in place of this one; nil refuses.
    public final func willDeselect(_ handler: @escaping Handler<IndexPath?>) {
        on(.willDeselect, handler)
    }

    public final func didSelect(_ handler: @escaping ActionHandler) {
        onAction(.didSelect, handler)
    }

    public final func didDeselect(_ handler: @escaping ActionHandler) {
        onAction(.didDeselect, handler)
    }

    public final func accessoryButtonTapped(_ handler: @escaping ActionHandler) {
        onAction(.accessoryButtonTapped, handler)
    }

    /// Whether a double click or Enter does something else than select.
    public final func canPerformPrimaryAction(_ handler: @escaping Handler<Bool>) {
        on(.canPerformPrimaryAction, handler)
    }

    public final func performPrimaryAction(_ handler: @escaping ActionHandler) {
        onAction(.performPrimaryAction, handler)
    }

    public final func selectionFollowsFocus(_ handler: @escaping Handler<Bool>) {
        on(.selectionFollowsFocus, handler)
    }

    public final func canFocus(_ handler: @escaping Handler<Bool>) {
        on(.canFocus, handler)
    }

    public final func shouldBeginMultipleSelectionInteraction(_ handler: @escaping Handler<Bool>) {
        on(.shouldBeginMultipleSelection, handler)
    }

    public final func didBeginMultipleSelectionInteraction(_ handler: @escaping Handler<Void>) {
        on(.didBeginMultipleSelection, handler)
    }
}
