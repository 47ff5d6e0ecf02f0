public import CascadingTable
public import FoundationEssentials

/// A table delegate that records each call and returns the answers that you set.
///
/// Use it as a section or a row in a tree of delegates, or alone. It forwards no call to its child delegates.
///
/// ```swift
/// let row = RecordingTableDelegate()
/// let section = CascadingSectionTableDelegate(childDelegates: [row])
/// section.tableView(tableView, didSelectRowAt: [0, 0])
/// #expect(row.calls == [.init(.didSelectRow, .indexPath([0, 0]))])
/// ```
public final class RecordingTableDelegate: CascadingTableDelegate {
    /// The recorded calls, in the order of their arrival.
    public var calls: [TableDelegateCall] = []

    /// The values that the methods return. Each property belongs to one method.
    public var answers: TableDelegateAnswers

    /// A closure that runs during each call, after recording and before the answer. It may change the tree or the
    /// table.
    public var handler: (@TableActor (TableDelegateCall, TableView) -> Void)?

    /// The position among the child delegates of the parent. The parent sets it.
    public var index: Int
    /// The child delegates. They receive no calls.
    public var childDelegates: [any CascadingTableDelegate] = []
    /// The delegate above this one in the tree, or nil.
    public weak var parentDelegate: (any CascadingTableDelegate)?

    /// Creates a delegate.
    ///
    /// - Parameters:
    ///   - index: The position among the child delegates of the parent.
    ///   - answers: The values that the methods return. By default, each is the default of its method.
    public init(index: Int = 0, answers: TableDelegateAnswers = .init()) {
        self.index = index
        self.answers = answers
    }

    /// The methods of the recorded calls, in the order of their arrival.
    public var methods: [TableDelegateCall.Method] { calls.map(\.method) }

    /// Returns the number of recorded calls of a method.
    ///
    /// - Parameter method: The method.
    public func count(of method: TableDelegateCall.Method) -> Int {
        calls.count { $0.method == method }
    }

    /// Records the call.
    public func prepare(tableView: TableView) {
        record(tableView, .init(.prepare))
    }

    /// Records a call and returns its answer, which the handler may have changed.
    func record<Answer>(
        _ tableView: TableView, _ call: TableDelegateCall, _ answer: KeyPath<TableDelegateAnswers, Answer>
    ) -> Answer {
        record(tableView, call)
        return answers[keyPath: answer]
    }

    func record(_ tableView: TableView, _ call: TableDelegateCall) {
        calls.append(call)
        handler?(call, tableView)
    }
}

extension RecordingTableDelegate {
    // MARK: Swipe actions and context menus
    public func tableView(_ tableView: TableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        record(tableView, .init(.leadingSwipeActions, .indexPath(indexPath)), \.leadingSwipeActions)
    }
    public func tableView(_ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        record(tableView, .init(.trailingSwipeActions, .indexPath(indexPath)), \.trailingSwipeActions)
            ?? answers.editActions.map { TableViewSwipeActionsConfiguration(actions: $0) }
    }
    public func tableView(_ tableView: TableView, contextMenuConfigurationForRowAt indexPath: IndexPath)
        -> TableViewContextMenuConfiguration?
    {
        record(tableView, .init(.contextMenu, .indexPath(indexPath)), \.contextMenu)
    }

    // MARK: Primary action and multiple selection
    public func tableView(_ tableView: TableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool {
        record(tableView, .init(.canPerformPrimaryAction, .indexPath(indexPath)), \.canPerformPrimaryAction)
    }
    public func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {
        record(tableView, .init(.performPrimaryAction, .indexPath(indexPath)))
    }
    public func tableView(_ tableView: TableView, selectionFollowsFocusForRowAt indexPath: IndexPath) -> Bool {
        record(tableView, .init(.selectionFollowsFocus, .indexPath(indexPath)), \.selectionFollowsFocus)
    }
    public func tableView(_ tableView: TableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath)
        -> Bool
    {
        record(tableView, .init(.shouldBeginMultipleSelection, .indexPath(indexPath)), \.shouldBeginMultipleSelection)
    }
    public func tableView(_ tableView: TableView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath) {
        record(tableView, .init(.didBeginMultipleSelection, .indexPath(indexPath)))
    }
    /// Records the call.
    public func tableViewDidEndMultipleSelectionInteraction(_ tableView: TableView) {
        record(tableView, .init(.didEndMultipleSelection))
    }

    // MARK: Expanding
    public func tableView(_ tableView: TableView, expansionForRowAt indexPath: IndexPath) -> TableViewRowExpansion? {
        record(tableView, .init(.expansion, .indexPath(indexPath)), \.expansion)
    }
    public func tableView(_ tableView: TableView, didExpandRowAt indexPath: IndexPath) {
        record(tableView, .init(.didExpandRow, .indexPath(indexPath)))
    }
    public func tableView(_ tableView: TableView, didCollapseRowAt indexPath: IndexPath) {
        record(tableView, .init(.didCollapseRow, .indexPath(indexPath)))
    }

    // MARK: Drag and drop
    public func tableView(_ tableView: TableView, itemsForBeginningDragAt indexPath: IndexPath) -> [TableViewDragItem] {
        record(tableView, .init(.itemsForDrag, .indexPath(indexPath)), \.itemsForDrag)
    }
    public func tableView(_ tableView: TableView, canHandle drop: TableViewDrop) -> Bool {
        record(tableView, .init(.canHandleDrop, .drop(drop)), \.canHandleDrop)
    }
    public func tableView(_ tableView: TableView, performDropWith drop: TableViewDrop) {
        record(tableView, .init(.performDrop, .drop(drop)))
    }
}
