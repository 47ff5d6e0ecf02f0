import FoundationEssentials

/// An event that a mapping can react to, with the types of its argument and its answer.
///
/// Every reaction also receives the view, the model and the position.
struct MappingEvent<Argument, Result> {
    let kind: MappingEventKind

    init(_ kind: MappingEventKind) {
        self.kind = kind
    }
}

extension MappingEvent where Argument == Void, Result == Void {
    static var willDisplay: Self { Self(.willDisplay) }
    static var didEndDisplaying: Self { Self(.didEndDisplaying) }
    static var cancelPrefetch: Self { Self(.cancelPrefetch) }
    static var didHighlight: Self { Self(.didHighlight) }
    static var didUnhighlight: Self { Self(.didUnhighlight) }
    static var didBeginMultipleSelection: Self { Self(.didBeginMultipleSelection) }
    static var willBeginEditing: Self { Self(.willBeginEditing) }
    static var didEndEditing: Self { Self(.didEndEditing) }
}

extension MappingEvent where Argument == Void, Result == ActionWork {
    static var didSelect: Self { Self(.didSelect) }
    static var didDeselect: Self { Self(.didDeselect) }
    static var accessoryButtonTapped: Self { Self(.accessoryButtonTapped) }
    static var performPrimaryAction: Self { Self(.performPrimaryAction) }
    static var didExpand: Self { Self(.didExpand) }
    static var didCollapse: Self { Self(.didCollapse) }
}

extension MappingEvent where Argument == Void, Result == Bool {
    static var shouldHighlight: Self { Self(.shouldHighlight) }
    static var selectionFollowsFocus: Self { Self(.selectionFollowsFocus) }
    static var canFocus: Self { Self(.canFocus) }
    static var canPerformPrimaryAction: Self { Self(.canPerformPrimaryAction) }
    static var shouldBeginMultipleSelection: Self { Self(.shouldBeginMultipleSelection) }
    static var canEdit: Self { Self(.canEdit) }
    static var shouldIndentWhileEditing: Self { Self(.shouldIndentWhileEditing) }
    static var canMove: Self { Self(.canMove) }
    static var shouldShowMenu: Self { Self(.shouldShowMenu) }
}

extension MappingEvent where Argument == Void, Result == Height {
    static var height: Self { Self(.height) }
}

extension MappingEvent where Argument == Void, Result == IndexPath? {
    static var willSelect: Self { Self(.willSelect) }
    static var willDeselect: Self { Self(.willDeselect) }
}

extension MappingEvent where Argument == Void, Result == TableViewSwipeActionsConfiguration? {
    static var leadingSwipeActions: Self { Self(.leadingSwipeActions) }
    static var trailingSwipeActions: Self { Self(.trailingSwipeActions) }
}

extension MappingEvent {
    static var prefetch: MappingEvent<Void, TablePrefetch?> { .init(.prefetch) }
    static var indentationLevel: MappingEvent<Void, Int> { .init(.indentationLevel) }
    static var commit: MappingEvent<TableViewCell.EditingStyle, ActionWork> { .init(.commit) }
    static var editingStyle: MappingEvent<Void, TableViewCell.EditingStyle> { .init(.editingStyle) }
    static var titleForDeleteConfirmationButton: MappingEvent<Void, String?> {
        .init(.titleForDeleteConfirmationButton)
    }
    static var fields: MappingEvent<Void, [TableViewEditableField]> { .init(.fields) }
    static var commitValues: MappingEvent<[String: String], ActionWork> { .init(.commitValues) }
    /// The event of moving a row. Its argument is the destination.
    static var move: MappingEvent<IndexPath, ActionWork> { .init(.move) }
    /// The event of choosing a destination. Its argument is the proposed position.
    static var targetForMove: MappingEvent<IndexPath, IndexPath> { .init(.targetForMove) }
    static var editActions: MappingEvent<Void, [TableViewRowAction]?> { .init(.editActions) }
    static var contextMenu: MappingEvent<Void, TableViewContextMenuConfiguration?> { .init(.contextMenu) }
    static var canPerformAction: MappingEvent<(MenuAction, TableSession?), Bool> { .init(.canPerformAction) }
    static var performAction: MappingEvent<(MenuAction, TableSession?), ActionWork> { .init(.performAction) }
    static var expansion: MappingEvent<Void, TableViewRowExpansion?> { .init(.expansion) }
    static var dragItems: MappingEvent<Void, [TableViewDragItem]> { .init(.dragItems) }
}
