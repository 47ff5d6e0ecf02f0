public import CascadingTable
import Essentials

/// The values that the methods of a ``RecordingTableDelegate`` return. Each starts with the default of its method.
///
/// ```swift
/// let veto = RecordingTableDelegate()
/// veto.answers.willSelectRow = .refused
/// ```
public struct TableDelegateAnswers: Sendable {
    // MARK: Contents
    /// The answer of `numberOfSections(in:)`.
    public var numberOfSections = 1
    /// The answer of `numberOfRowsInSection`.
    public var numberOfRows = 0
    /// The answer of `cellForRowAt`.
    public var cell = TableViewCell()
    /// The answer of `columns(in:)`.
    public var columns: [TableViewColumn] = []

    // MARK: Headers and footers
    /// The answer of `titleForHeaderInSection`.
    public var headerTitle: String?
    /// The answer of `titleForFooterInSection`.
    public var footerTitle: String?
    /// The answer of `viewForHeaderInSection`.
    public var headerView: TableViewHeaderFooterView?
    /// The answer of `viewForFooterInSection`.
    public var footerView: TableViewHeaderFooterView?

    // MARK: Heights
    /// The answer of `heightForRowAt`.
    public var rowHeight: Height = .automatic
    /// The answer of `heightForHeaderInSection`.
    public var headerHeight: Height = 0
    /// The answer of `heightForFooterInSection`.
    public var footerHeight: Height = 0
    /// The answer of `heightForEveryRowInSection`.
    public var heightForEveryRow: Height?

    // MARK: Highlighting and selecting
    /// The answer of `shouldHighlightRowAt`.
    public var shouldHighlight = true
    /// The answer of `willSelectRowAt`.
    public var willSelectRow = Target.same
    /// The answer of `willDeselectRowAt`.
    public var willDeselectRow = Target.same

    // MARK: Editing
    /// The answer of `canEditRowAt`.
    public var canEdit = false
    /// The answer of `editingStyleForRowAt`.
    public var editingStyle = TableViewCell.EditingStyle.none
    /// The answer of `titleForDeleteConfirmationButtonForRowAt`.
    public var deleteConfirmationTitle: String?
    /// The answer of `editActionsForRowAt`.
    public var editActions: [TableViewRowAction]?
    /// The answer of `shouldIndentWhileEditingRowAt`.
    public var shouldIndentWhileEditing = false
    /// The answer of `fieldsForEditingRowAt` and `fieldsForCreatingRowInSection`.
    public var fields: [TableViewEditableField] = []

    // MARK: Moving and indenting
    /// The answer of `canMoveRowAt`.
    public var canMove = false
    /// The answer of `targetIndexPathForMoveFromRowAt`, or nil to answer the proposed position.
    public var targetForMove: IndexPath?
    /// The answer of `indentationLevelForRowAt`.
    public var indentationLevel = 0
    /// The answer of `canMoveSection`.
    public var canMoveSection = false

    // MARK: Swipe actions and context menus
    /// The answer of `leadingSwipeActionsConfigurationForRowAt`.
    public var leadingSwipeActions: TableViewSwipeActionsConfiguration?
    /// The answer of `trailingSwipeActionsConfigurationForRowAt`, or nil to answer the ``editActions``.
    public var trailingSwipeActions: TableViewSwipeActionsConfiguration?
    /// The answer of `contextMenuConfigurationForRowAt`.
    public var contextMenu: TableViewContextMenuConfiguration?

    // MARK: Primary action and multiple selection
    /// The answer of `canPerformPrimaryActionForRowAt`.
    public var canPerformPrimaryAction = false
    /// The answer of `selectionFollowsFocusForRowAt`.
    public var selectionFollowsFocus = false
    /// The answer of `shouldBeginMultipleSelectionInteractionAt`.
    public var shouldBeginMultipleSelection = false

    // MARK: Expanding, drag and drop
    /// The answer of `expansionForRowAt`.
    public var expansion: TableViewRowExpansion?
    /// The answer of `itemsForBeginningDragAt`.
    public var itemsForDrag: [TableViewDragItem] = []
    /// The answer of `canHandle` for a drop.
    public var canHandleDrop = false

    // MARK: Menus and focus
    /// The answer of `shouldShowMenuForRowAt`.
    public var shouldShowMenu = false
    /// The answer of `canPerformAction`.
    public var canPerformAction = false
    /// The answer of `canFocusRowAt`.
    public var canFocus = false
    /// The answer of `shouldUpdateFocusIn`.
    public var shouldUpdateFocus = true
    /// The answer of `indexPathForPreferredFocusedView(in:)`.
    public var preferredFocusedRow: IndexPath?

    // MARK: Index
    /// The answer of `sectionIndexTitles(for:)`.
    public var sectionIndexTitles: [String]?
    /// The answer of `sectionForSectionIndexTitle`.
    public var sectionForIndexTitle = 0

    // MARK: Identity and loading
    /// The answer of `identifierForSection`.
    public var sectionIdentifier: String?
    /// The answer of `identifierForRowAt`.
    public var rowIdentifier: String?
    /// The answer of `indexPathForRowWithIdentifier`.
    public var rowWithIdentifier: IndexPath?
    /// The answer of `indexPathForRowStartingWith`.
    public var rowStartingWith: IndexPath?
    /// The answer of `tableAnswering`.
    public var tableAnswering: TableView?
    /// The answer of `rowsInSection` for a query.
    public var rowsMatching: TableRowOrder?
    /// The answer of `rowsAt`. If it is nil, the table asks for each row separately.
    public var rows: RowBatch?
    /// The answer of `prefetchRowsAt`.
    public var prefetch: TablePrefetch?
    /// The answer of `prefetchNumberOfRowsInSection`.
    public var prefetchNumberOfRows: TablePrefetch?

    /// Creates answers that are all the defaults of their methods.
    public init() {}

    /// The row to select or deselect instead of the requested one.
    public enum Target: Sendable, Hashable {
        /// The requested row.
        case same
        /// Another row.
        case other(IndexPath)
        /// No row: the method returns nil, which refuses the request.
        case refused

        func row(for indexPath: IndexPath) -> IndexPath? {
            switch self {
            case .same: indexPath
            case .other(let other): other
            case .refused: nil
            }
        }
    }
}
