public import CascadingTable
public import FoundationEssentials
public import TableTesting

extension TableDelegateQuestion {
    private static let cell = TableViewCell(title: "asked")
    private static let session = TableSession(id: "asker")

    /// The questions about a row.
    public static let aboutRows = aboutShownRows + aboutTouchedRows

    private static let aboutShownRows: [Self] = [
        row(
            .cellForRow, fallback: .cell(.init()),
            recorded: .cell(.init(style: .subtitle, title: "recorded title", subtitle: "recorded subtitle"))
        ) {
            .cell($0.tableView($1, cellForRowAt: $2))
        },

        // Display
        told(.willDisplayCell) { $0.tableView($1, willDisplay: cell, forRowAt: $2) }
            .with { [.cell(cell), .indexPath($0)] },
        told(.didEndDisplayingCell) { $0.tableView($1, didEndDisplaying: cell, forRowAt: $2) }
            .with { [.cell(cell), .indexPath($0)] },

        // Heights
        row(.heightForRow, fallback: .height(.automatic), recorded: .height(61)) {
            .height($0.tableView($1, heightForRowAt: $2))
        },

        // Highlighting and selecting
        row(.shouldHighlightRow, fallback: .bool(true), recorded: .bool(false)) {
            .bool($0.tableView($1, shouldHighlightRowAt: $2))
        },
        told(.didHighlightRow) { $0.tableView($1, didHighlightRowAt: $2) },
        told(.didUnhighlightRow) { $0.tableView($1, didUnhighlightRowAt: $2) },
        row(.willSelectRow, recorded: .indexPath([91, 92])) { .indexPath($0.tableView($1, willSelectRowAt: $2)) }
            .falling { .indexPath($0) },
        row(.willDeselectRow, recorded: .indexPath([93, 94])) { .indexPath($0.tableView($1, willDeselectRowAt: $2)) }
            .falling { .indexPath($0) },
        told(.didSelectRow) { try await $0.tableView($1, didSelectRowAt: $2) },
        told(.didDeselectRow) { try await $0.tableView($1, didDeselectRowAt: $2) },
        told(.accessoryButtonTapped) { try await $0.tableView($1, accessoryButtonTappedForRowWith: $2) },

        // Editing
        row(.canEditRow, fallback: .bool(false), recorded: .bool(true)) { .bool($0.tableView($1, canEditRowAt: $2)) },
        told(.commit) { try await $0.tableView($1, commit: .delete, forRowAt: $2) }
            .with { [.editingStyle(.delete), .indexPath($0)] },
        row(.editingStyle, fallback: .editingStyle(.delete), recorded: .editingStyle(.insert)) {
            .editingStyle($0.tableView($1, editingStyleForRowAt: $2))
        },
        row(.titleForDeleteConfirmationButton, fallback: .text(nil), recorded: .text("recorded delete")) {
            .text($0.tableView($1, titleForDeleteConfirmationButtonForRowAt: $2))
        },
        row(.editActions, fallback: .actions(nil), recorded: .actions(["recorded"])) {
            .actions($0.tableView($1, editActionsForRowAt: $2)?.map(\.id))
        },
        row(.shouldIndentWhileEditing, fallback: .bool(false), recorded: .bool(true)) {
            .bool($0.tableView($1, shouldIndentWhileEditingRowAt: $2))
        },
        told(.willBeginEditing) { $0.tableView($1, willBeginEditingRowAt: $2) },
        told(.didEndEditing) { $0.tableView($1, didEndEditingRowAt: $2) },

        // Fields
        row(
            .fieldsForEditing, fallback: .fields([]),
            recorded: .fields([TableViewEditableField("recorded", label: "Recorded")])
        ) {
            .fields($0.tableView($1, fieldsForEditingRowAt: $2))
        },
        told(.commitValues) { try? await $0.tableView($1, commitValues: ["name": "asked"], forRowAt: $2) }
            .with { [.values(["name": "asked"]), .indexPath($0)] },

        // Moving and indenting
        row(.canMoveRow, fallback: .bool(false), recorded: .bool(true)) { .bool($0.tableView($1, canMoveRowAt: $2)) },
        told(.moveRow) { try await $0.tableView($1, moveRowAt: $2, to: $2) }
            .with { [.indexPath($0), .indexPath($0)] },
        row(.targetForMove, recorded: .indexPath([95, 96])) {
            .indexPath($0.tableView($1, targetIndexPathForMoveFromRowAt: $2, toProposedIndexPath: $2))
        }
        .falling { .indexPath($0) }
        .with { [.indexPath($0), .indexPath($0)] },
        row(.indentationLevel, fallback: .integer(0), recorded: .integer(4)) {
            .integer($0.tableView($1, indentationLevelForRowAt: $2))
        },

        // Menus
        row(.shouldShowMenu, fallback: .bool(false), recorded: .bool(true)) {
            .bool($0.tableView($1, shouldShowMenuForRowAt: $2))
        },
        row(.canPerformAction, fallback: .bool(false), recorded: .bool(true)) {
            .bool($0.tableView($1, canPerformAction: .paste, forRowAt: $2, withSender: session))
        }
        .with { [.action(.paste), .indexPath($0), .sender("asker")] },
        told(.performAction) { try await $0.tableView($1, performAction: .cut, forRowAt: $2, withSender: session) }
            .with { [.action(.cut), .indexPath($0), .sender("asker")] },

        // Focus
        row(.canFocusRow, fallback: .bool(false), recorded: .bool(true)) { .bool($0.tableView($1, canFocusRowAt: $2)) },
        row(.shouldUpdateFocus, fallback: .bool(true), recorded: .bool(false)) {
            .bool($0.tableView($1, shouldUpdateFocusIn: entering($2)))
        }
        .with { [.focus(entering($0))] },
        told(.didUpdateFocus) { $0.tableView($1, didUpdateFocusIn: entering($2)) }
            .with { [.focus(entering($0))] },

        // Identity and loading
        row(.identifierForRow, fallback: .text(nil), recorded: .text("recorded row")) {
            .text($0.tableView($1, identifierForRowAt: $2))
        },
        row(.prefetchRows, fallback: .work(false), recorded: .work(true)) {
            .work($0.tableView($1, prefetchRowsAt: [$2]) != nil)
        }
        .with { [.indexPaths([$0])] },
        told(.cancelPrefetching) { $0.tableView($1, cancelPrefetchingForRowsAt: [$2]) }
            .with { [.indexPaths([$0])] },
    ]

    public static func told(
        _ method: TableDelegateCall.Method,
        tell: @escaping @TableActor @Sendable (any CascadingTableDelegate, TableView, IndexPath) async throws -> Void
    ) -> Self {
        row(method) {
            try await tell($0, $1, $2)
            return .nothing
        }
    }

    private static func entering(_ indexPath: IndexPath) -> TableViewFocusUpdateContext {
        TableViewFocusUpdateContext(previouslyFocusedIndexPath: nil, nextFocusedIndexPath: indexPath)
    }
}
