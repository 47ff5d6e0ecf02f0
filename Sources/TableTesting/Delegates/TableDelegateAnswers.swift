public import CascadingTable
public import FoundationEssentials

/// What a ``RecordingTableDelegate`` answers; fresh ones hold the default of each method.
///
/// ```swift
/// let veto = RecordingTableDelegate()
/// veto.answers.willSelectRow = .refused
/// ```
public struct TableDelegateAnswers: Sendable {
    // MARK: What there is
    public var numberOfSections = 1
    public var numberOfRows = 0
    public var cell = TableViewCell()
    public var columns: [TableViewColumn] = []

    // MARK: Headers and footers
    public var headerTitle: String?
    public var footerTitle: String?
    public var headerView: TableViewHeaderFooterView?
    public var footerView: TableViewHeaderFooterView?

    // MARK: Heights
    public var rowHeight: Height = .automatic
    public var headerHeight: Height = 0
    public var footerHeight: Height = 0
    /// Where nil, the estimate is the height itself.
    public var estimatedRowHeight: Height?
    public var estimatedHeaderHeight: Height?
    public var estimatedFooterHeight: Height?
    public var heightForEveryRow: Height?

    // MARK: Highlighting and selecting
    public var shouldHighlight = true
    public var willSelectRow = Target.same
    public var willDeselectRow = Target.same

    // MARK: Editing
    public var canEdit = false
    public var editingStyle = TableViewCell.EditingStyle.none
    public var deleteConfirmationTitle: String?
    public var editActions: [TableViewRowAction]?
    public var shouldIndentWhileEditing = false
    public var fields: [TableViewEditableField] = []

    // MARK: Moving and indenting
    public var canMove = false
    /// Where nil, a moved row goes where it was let go.
    public var targetForMove: IndexPath?
    public var indentationLevel = 0
    public var canMoveSection = false

    // MARK: Swipe actions and context menus
    public var leadingSwipeActions: TableViewSwipeActionsConfiguration?
    /// Where nil, they are the edit actions.
    public var trailingSwipeActions: TableViewSwipeActionsConfiguration?
    public var contextMenu: TableViewContextMenuConfiguration?

    // MARK: Primary action and multiple selection
    public var canPerformPrimaryAction = false
    public var selectionFollowsFocus = false
    public var shouldBeginMultipleSelection = false

    // MARK: Expanding, drag and drop
    public var expansion: TableViewRowExpansion?
    public var itemsForDrag: [TableViewDragItem] = []
    public var canHandleDrop = false

    // MARK: Menus and focus
    public var shouldShowMenu = false
    public var canPerformAction = false
    public var canFocus = false
    public var shouldUpdateFocus = true
    public var preferredFocusedRow: IndexPath?

    // MARK: Index
    public var sectionIndexTitles: [String]?
    public var sectionForIndexTitle = 0

    // MARK: Identity and loading
    public var sectionIdentifier: String?
    public var rowIdentifier: String?
    public var rowWithIdentifier: IndexPath?
    public var rowStartingWith: IndexPath?
    public var tableAnswering: TableView?
    public var rowsMatching: TableRowOrder?
    /// Nil: rows are asked one by one.
    public var rows: RowBatch?
    public var prefetch: TablePrefetch?
    public var prefetchNumberOfRows: TablePrefetch?

    public init() {}

    /// The row to select or deselect in place of the one asked for.
    public enum Target: Sendable, Hashable {
        case same
        case other(IndexPath)
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

extension TableDelegateAnswers {
    /// Answers none of which is a default, so that each can be told from a question nobody passed on.
    public static var distinctive: TableDelegateAnswers {
        var answers = TableDelegateAnswers()
        answers.numberOfSections = 17
        answers.numberOfRows = 23
        answers.cell = TableViewCell(style: .subtitle, title: "recorded title", subtitle: "recorded subtitle")
        answers.columns = [TableViewColumn("recorded", title: "Recorded", alignment: .trailing)]
        answers.headerTitle = "recorded header"
        answers.footerTitle = "recorded footer"
        answers.headerView = TableViewHeaderFooterView(title: "recorded header view")
        answers.footerView = TableViewHeaderFooterView(title: "recorded footer view")
        answers.rowHeight = 61
        answers.headerHeight = 62
        answers.footerHeight = 63
        answers.estimatedRowHeight = 71
        answers.estimatedHeaderHeight = 72
        answers.estimatedFooterHeight = 73
        answers.heightForEveryRow = 81
        answers.shouldHighlight = false
        answers.willSelectRow = .other([91, 92])
        answers.willDeselectRow = .other([93, 94])
        answers.canEdit = true
        answers.editingStyle = .insert
        answers.deleteConfirmationTitle = "recorded delete"
        answers.editActions = [.recorded("recorded")]
        answers.shouldIndentWhileEditing = true
        answers.fields = [TableViewEditableField("recorded", label: "Recorded")]
        answers.canMove = true
        answers.targetForMove = [95, 96]
        answers.indentationLevel = 4
        answers.canMoveSection = true
        answers.leadingSwipeActions = TableViewSwipeActionsConfiguration(actions: [.recorded("recorded leading")])
        answers.trailingSwipeActions = TableViewSwipeActionsConfiguration(actions: [.recorded("recorded trailing")])
        answers.contextMenu = TableViewContextMenuConfiguration(actions: [.recorded("recorded menu")])
        answers.canPerformPrimaryAction = true
        answers.selectionFollowsFocus = true
        answers.shouldBeginMultipleSelection = true
        answers.expansion = TableViewRowExpansion(.init(title: "recorded panel"))
        answers.itemsForDrag = [TableViewDragItem("recorded item")]
        answers.canHandleDrop = true
        answers.shouldShowMenu = true
        answers.canPerformAction = true
        answers.canFocus = true
        answers.shouldUpdateFocus = false
        answers.preferredFocusedRow = [97, 98]
        answers.sectionIndexTitles = ["recorded index"]
        answers.sectionForIndexTitle = 99
        answers.sectionIdentifier = "recorded section"
        answers.rowIdentifier = "recorded row"
        answers.rowWithIdentifier = [101, 102]
        answers.rowStartingWith = [103, 104]
        answers.rowsMatching = .rows([105, 106])
        answers.prefetch = .awaiting {}
        return answers
    }
}

extension TableViewRowAction {
    fileprivate static func recorded(_ id: String) -> TableViewRowAction {
        TableViewRowAction(id: id, title: id) { _, _ in .keep }
    }
}
