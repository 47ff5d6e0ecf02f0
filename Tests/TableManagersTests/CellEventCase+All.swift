import TestSupport
import TableManagers
import CascadingTable
import FoundationEssentials
import TableTesting

extension CellEventCase {
    static let all = display + selection + editing + actions

    private static func action(_ id: String) -> TableViewRowAction {
        TableViewRowAction(id: id, title: "Closure") { _, _ in .keep }
    }

    private static let display: [Self] = [
        told(.willDisplayCell) { events, log in events.willDisplay { log.note($0, $1, $2) } },
        told(.didEndDisplayingCell) { events, log in events.didEndDisplaying { log.note($0, $1, $2) } },
        asked(.heightForRow, .height(12), isGivenCell: false) { events, log in
            events.heightForCell { post, indexPath in
                log.note(post, indexPath)
                return 12
            }
        },
        asked(.indentationLevel, .integer(3)) { events, log in
            events.indentationLevelForCell {
                log.note($0, $1, $2)
                return 3
            }
        },
        asked(.prefetchRows, .work(true), isGivenCell: false) { events, log in
            events.prefetch { post, indexPath in
                log.note(post, indexPath)
                return .awaiting {}
            }
        },
        told(.cancelPrefetching, isGivenCell: false) { events, log in events.cancelPrefetch { log.note($0, $1) } },
        asked(.expansion, .expansion(.init(.init(title: "closure")))) { events, log in
            events.expansion {
                log.note($0, $1, $2)
                return TableViewRowExpansion(.init(title: "closure"))
            }
        },
        told(.didExpandRow) { events, log in events.didExpand { log.note($0, $1, $2) } },
        told(.didCollapseRow) { events, log in events.didCollapse { log.note($0, $1, $2) } },
    ]

    private static let selection: [Self] = [
        flag(.shouldHighlightRow) { events, log, flag in
            events.shouldHighlight {
                log.note($0, $1, $2)
                return flag
            }
        },
        told(.didHighlightRow) { events, log in events.didHighlight { log.note($0, $1, $2) } },
        told(.didUnhighlightRow) { events, log in events.didUnhighlight { log.note($0, $1, $2) } },
        asked(.willSelectRow, .indexPath([0, 0])) { events, log in
            events.willSelect {
                log.note($0, $1, $2)
                return [0, 0]
            }
        },
        asked(.willDeselectRow, .indexPath([0, 0])) { events, log in
            events.willDeselect {
                log.note($0, $1, $2)
                return [0, 0]
            }
        },
        told(.didSelectRow) { events, log in events.didSelect { log.note($0, $1, $2) } },
        told(.didDeselectRow) { events, log in events.didDeselect { log.note($0, $1, $2) } },
        told(.accessoryButtonTapped) { events, log in events.accessoryButtonTapped { log.note($0, $1, $2) } },
        flag(.canPerformPrimaryAction) { events, log, flag in
            events.canPerformPrimaryAction {
                log.note($0, $1, $2)
                return flag
            }
        },
        told(.performPrimaryAction) { events, log in events.performPrimaryAction { log.note($0, $1, $2) } },
        flag(.selectionFollowsFocus) { events, log, flag in
            events.selectionFollowsFocus {
                log.note($0, $1, $2)
                return flag
            }
        },
        flag(.canFocusRow) { events, log, flag in
            events.canFocus {
                log.note($0, $1, $2)
                return flag
            }
        },
        flag(.shouldBeginMultipleSelection) { events, log, flag in
            events.shouldBeginMultipleSelectionInteraction {
                log.note($0, $1, $2)
                return flag
            }
        },
        told(.didBeginMultipleSelection) { events, log in
            events.didBeginMultipleSelectionInteraction { log.note($0, $1, $2) }
        },
    ]

    private static let editing: [Self] = [
        flag(.canEditRow) { events, log, flag in
            events.canEditCell {
                log.note($0, $1, $2)
                return flag
            }
        },
        told(.commit, rest: ["delete"]) { events, log in
            events.commitEditingStyle { log.note($1, $2, $3, $0.rawValue) }
        },
        asked(.editingStyle, .editingStyle(.delete)) { events, log in
            events.editingStyle {
                log.note($0, $1, $2)
                return .delete
            }
        },
        asked(.titleForDeleteConfirmationButton, .text("closure")) { events, log in
            events.titleForDeleteConfirmationButton {
                log.note($0, $1, $2)
                return "closure"
            }
        },
        flag(.shouldIndentWhileEditing) { events, log, flag in
            events.shouldIndentWhileEditing {
                log.note($0, $1, $2)
                return flag
            }
        },
        told(.willBeginEditing) { events, log in events.willBeginEditing { log.note($0, $1, $2) } },
        told(.didEndEditing) { events, log in events.didEndEditing { log.note($0, $1, $2) } },
        asked(.fieldsForEditing, .fields([TableViewEditableField("closure", label: "Closure")])) { events, log in
            events.fieldsForEditing {
                log.note($0, $1, $2)
                return [TableViewEditableField("closure", label: "Closure")]
            }
        },
        told(.commitValues, rest: ["asked"]) { events, log in
            events.commitValues { log.note($1, $2, $3, $0["name"] ?? "") }
        },
        flag(.canMoveRow) { events, log, flag in
            events.canMove {
                log.note($0, $1, $2)
                return flag
            }
        },
        told(.moveRow, rest: ["to [0, 1]"]) { events, log in events.moveRowTo { log.note($1, $2, $3, "to \($0)") } },
        asked(.targetForMove, .indexPath([0, 0]), rest: ["to [0, 1]"]) { events, log in
            events.targetIndexPathForMove {
                log.note($1, $2, $3, "to \($0)")
                return [0, 0]
            }
        },
    ]

    private static let actions: [Self] = [
        asked(.editActions, .actions(["closure"])) { events, log in
            events.editActions {
                log.note($0, $1, $2)
                return [action("closure")]
            }
        },
        asked(.leadingSwipeActions, .actions(["closure"])) { events, log in
            events.leadingSwipeActionsConfiguration {
                log.note($0, $1, $2)
                return .init(actions: [action("closure")])
            }
        },
        asked(.trailingSwipeActions, .actions(["closure"])) { events, log in
            events.trailingSwipeActionsConfiguration {
                log.note($0, $1, $2)
                return .init(actions: [action("closure")])
            }
        },
        asked(.contextMenu, .actions(["closure"])) { events, log in
            events.contextMenuConfiguration {
                log.note($0, $1, $2)
                return .init(actions: [action("closure")])
            }
        },
        flag(.shouldShowMenu) { events, log, flag in
            events.shouldShowMenu {
                log.note($0, $1, $2)
                return flag
            }
        },
        flag(.canPerformAction, rest: ["paste", "asker"]) { events, log, flag in
            events.canPerformAction {
                log.note($2, $3, $4, $0.rawValue, $1?.id ?? "")
                return flag
            }
        },
        told(.performAction, rest: ["cut", "asker"]) { events, log in
            events.performAction { log.note($2, $3, $4, $0.rawValue, $1?.id ?? "") }
        },
        asked(.itemsForDrag, .dragItems([TableViewDragItem("closure")])) { events, log in
            events.itemsForBeginningDragSession {
                log.note($0, $1, $2)
                return [TableViewDragItem("closure")]
            }
        },
    ]
}
