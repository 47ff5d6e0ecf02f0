import CascadingTable
import FoundationEssentials
import TableTesting

extension TableDelegateQuestion {
    /// The questions about gestures on a row other than selecting and editing it.
    public static let aboutTouchedRows: [Self] = [
        // Swipe actions and context menus
        row(.leadingSwipeActions, fallback: .actions(nil), recorded: .actions(["recorded leading"])) {
            .actions($0.tableView($1, leadingSwipeActionsConfigurationForRowAt: $2)?.actions.map(\.id))
        },
        row(.trailingSwipeActions, fallback: .actions(nil), recorded: .actions(["recorded trailing"])) {
            .actions($0.tableView($1, trailingSwipeActionsConfigurationForRowAt: $2)?.actions.map(\.id))
        },
        row(.contextMenu, fallback: .actions(nil), recorded: .actions(["recorded menu"])) {
            .actions($0.tableView($1, contextMenuConfigurationForRowAt: $2)?.actions.map(\.id))
        },

        // Primary action and multiple selection
        row(.canPerformPrimaryAction, fallback: .bool(false), recorded: .bool(true)) {
            .bool($0.tableView($1, canPerformPrimaryActionForRowAt: $2))
        },
        told(.performPrimaryAction) { try await $0.tableView($1, performPrimaryActionForRowAt: $2) },
        row(.selectionFollowsFocus, fallback: .bool(false), recorded: .bool(true)) {
            .bool($0.tableView($1, selectionFollowsFocusForRowAt: $2))
        },
        row(.shouldBeginMultipleSelection, fallback: .bool(false), recorded: .bool(true)) {
            .bool($0.tableView($1, shouldBeginMultipleSelectionInteractionAt: $2))
        },
        told(.didBeginMultipleSelection) { $0.tableView($1, didBeginMultipleSelectionInteractionAt: $2) },

        // Expanding
        row(
            .expansion, fallback: .expansion(nil),
            recorded: .expansion(TableViewRowExpansion(.init(title: "recorded panel")))
        ) {
            .expansion($0.tableView($1, expansionForRowAt: $2))
        },
        told(.didExpandRow) { try await $0.tableView($1, didExpandRowAt: $2) },
        told(.didCollapseRow) { try await $0.tableView($1, didCollapseRowAt: $2) },

        // Drag and drop
        row(.itemsForDrag, fallback: .dragItems([]), recorded: .dragItems([TableViewDragItem("recorded item")])) {
            .dragItems($0.tableView($1, itemsForBeginningDragAt: $2))
        },
        row(.canHandleDrop, fallback: .bool(false), recorded: .bool(true)) {
            .bool($0.tableView($1, canHandle: drop(at: $2)))
        }
        .with { [.drop(drop(at: $0))] },
        told(.performDrop) { try await $0.tableView($1, performDropWith: drop(at: $2)) }
            .with { [.drop(drop(at: $0))] },
    ]

    private static func drop(at destination: IndexPath) -> TableViewDrop {
        TableViewDrop(items: [TableViewDragItem("asked", type: "text/html")], destination: destination)
    }
}
