/// The kind of an event. Its raw value is the event's index in the reactions of each mapping.
enum MappingEventKind: Int, CaseIterable {
    case willDisplay, didEndDisplaying, prefetch, cancelPrefetch
    case height, indentationLevel
    case shouldHighlight, didHighlight, didUnhighlight
    case willSelect, willDeselect, didSelect, didDeselect, accessoryButtonTapped
    case selectionFollowsFocus, canFocus, canPerformPrimaryAction, performPrimaryAction
    case shouldBeginMultipleSelection, didBeginMultipleSelection
    case canEdit, commit, editingStyle, titleForDeleteConfirmationButton, shouldIndentWhileEditing
    case willBeginEditing, didEndEditing, fields, commitValues
    case canMove, move, targetForMove
    case editActions, leadingSwipeActions, trailingSwipeActions, contextMenu
    case shouldShowMenu, canPerformAction, performAction
    case expansion, didExpand, didCollapse, dragItems
}

/// A set of event kinds.
struct MappingEventKinds: OptionSet {
    let rawValue: UInt64

    init(rawValue: UInt64) {
        self.rawValue = rawValue
    }

    init(_ kind: MappingEventKind) {
        self.init(rawValue: 1 << UInt64(kind.rawValue))
    }
}
