public import CascadingTable
import Essentials

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
    public func prepare(tableView: TableView) { record(tableView) }
}

// Each method records its call, and returns its answer.
extension RecordingTableDelegate {
    // MARK: Contents
    /// Records the call and returns ``TableDelegateAnswers/numberOfSections``.
    public func numberOfSections(in table: TableView) -> Int { record(table, \.numberOfSections) }
    public func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int {
        record(table, section, \.numberOfRows)
    }
    public func tableView(_ table: TableView, cellForRowAt row: IndexPath) -> TableViewCell {
        record(table, row, \.cell)
    }
    /// Records the call and returns ``TableDelegateAnswers/columns``.
    public func columns(in table: TableView) -> [TableViewColumn] { record(table, \.columns) }

    // MARK: Headers and footers
    public func tableView(_ table: TableView, titleForHeaderInSection section: Int) -> String? {
        record(table, section, \.headerTitle)
    }
    public func tableView(_ table: TableView, titleForFooterInSection section: Int) -> String? {
        record(table, section, \.footerTitle)
    }

    // MARK: Editing and moving
    public func tableView(_ table: TableView, canEditRowAt row: IndexPath) -> Bool { record(table, row, \.canEdit) }
    public func tableView(_ table: TableView, canMoveRowAt row: IndexPath) -> Bool { record(table, row, \.canMove) }
    public func tableView(_ table: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt row: IndexPath)
    {
        record(table, .editingStyle(editingStyle), .indexPath(row))
    }
    public func tableView(_ table: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {
        record(table, .indexPath(source), .indexPath(destination))
    }
    public func tableView(_ table: TableView, canMoveSection section: Int) -> Bool {
        record(table, section, \.canMoveSection)
    }
    public func tableView(_ table: TableView, moveSection source: Int, to destination: Int) {
        record(table, .section(source), .section(destination))
    }

    // MARK: Index
    /// Records the call and returns ``TableDelegateAnswers/sectionIndexTitles``.
    public func sectionIndexTitles(for table: TableView) -> [String]? { record(table, \.sectionIndexTitles) }
    public func tableView(_ table: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int {
        record(table, \.sectionForIndexTitle, .text(title), .place(index))
    }

    // MARK: Identity and loading
    public func tableView(_ table: TableView, identifierForSection section: Int) -> String? {
        record(table, section, \.sectionIdentifier)
    }
    public func tableView(_ table: TableView, identifierForRowAt row: IndexPath) -> String? {
        record(table, row, \.rowIdentifier)
    }
    public func tableView(_ table: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath? {
        record(table, \.rowWithIdentifier, .text(identifier))
    }
    public func tableView(_ table: TableView, indexPathForRowStartingWith text: String, after row: IndexPath?)
        -> IndexPath?
    {
        record(table, \.rowStartingWith, .text(text), .indexPath(row))
    }
    public func tableView(_ table: TableView, tableAnswering query: TableQuery) -> TableView? {
        record(table, \.tableAnswering, .query(query))
    }
    public func tableView(_ table: TableView, rowsInSection section: Int, matching query: TableQuery) -> TableRowOrder?
    {
        record(table, \.rowsMatching, .section(section), .query(query))
    }
    public func tableView(_ table: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch? {
        record(table, \.rows, .indexPaths(rows.map { IndexPath(row: $0, section: section) }), .section(section))
    }
    public func tableView(_ table: TableView, prefetchRowsAt rows: [IndexPath]) -> TablePrefetch? {
        record(table, \.prefetch, .indexPaths(rows))
    }
    public func tableView(_ table: TableView, prefetchNumberOfRowsInSection section: Int) -> TablePrefetch? {
        record(table, section, \.prefetchNumberOfRows)
    }
    public func tableView(_ table: TableView, cancelPrefetchingForRowsAt rows: [IndexPath]) {
        record(table, .indexPaths(rows))
    }

    // MARK: Display
    public func tableView(_ table: TableView, willDisplay cell: TableViewCell, forRowAt row: IndexPath) {
        record(table, .cell(cell), .indexPath(row))
    }
    public func tableView(
        _ table: TableView, willDisplayHeaderView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        record(table, .view(view), .section(section))
    }
    public func tableView(
        _ table: TableView, willDisplayFooterView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        record(table, .view(view), .section(section))
    }
    public func tableView(_ table: TableView, didEndDisplaying cell: TableViewCell, forRowAt row: IndexPath) {
        record(table, .cell(cell), .indexPath(row))
    }
    public func tableView(
        _ table: TableView, didEndDisplayingHeaderView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        record(table, .view(view), .section(section))
    }
    public func tableView(
        _ table: TableView, didEndDisplayingFooterView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        record(table, .view(view), .section(section))
    }

    // MARK: Heights
    public func tableView(_ table: TableView, heightForRowAt row: IndexPath) -> Height {
        record(table, row, \.rowHeight)
    }
    public func tableView(_ table: TableView, heightForHeaderInSection section: Int) -> Height {
        record(table, section, \.headerHeight)
    }
    public func tableView(_ table: TableView, heightForFooterInSection section: Int) -> Height {
        record(table, section, \.footerHeight)
    }
    public func tableView(_ table: TableView, heightForEveryRowInSection section: Int) -> Height? {
        record(table, section, \.heightForEveryRow)
    }

    // MARK: Headers and footers
    public func tableView(_ table: TableView, viewForHeaderInSection section: Int) -> TableViewHeaderFooterView? {
        record(table, section, \.headerView)
    }
    public func tableView(_ table: TableView, viewForFooterInSection section: Int) -> TableViewHeaderFooterView? {
        record(table, section, \.footerView)
    }

    // MARK: Highlighting and selecting
    public func tableView(_ table: TableView, shouldHighlightRowAt row: IndexPath) -> Bool {
        record(table, row, \.shouldHighlight)
    }
    public func tableView(_ table: TableView, didHighlightRowAt row: IndexPath) { record(table, row) }
    public func tableView(_ table: TableView, didUnhighlightRowAt row: IndexPath) { record(table, row) }
    public func tableView(_ table: TableView, willSelectRowAt row: IndexPath) -> IndexPath? {
        record(table, row)
        return answers.willSelectRow.row(for: row)
    }
    public func tableView(_ table: TableView, willDeselectRowAt row: IndexPath) -> IndexPath? {
        record(table, row)
        return answers.willDeselectRow.row(for: row)
    }
    public func tableView(_ table: TableView, didSelectRowAt row: IndexPath) { record(table, row) }
    public func tableView(_ table: TableView, didDeselectRowAt row: IndexPath) { record(table, row) }
    public func tableView(_ table: TableView, accessoryButtonTappedForRowWith row: IndexPath) { record(table, row) }

    // MARK: Editing
    public func tableView(_ table: TableView, editingStyleForRowAt row: IndexPath) -> TableViewCell.EditingStyle {
        record(table, row, \.editingStyle)
    }
    public func tableView(_ table: TableView, titleForDeleteConfirmationButtonForRowAt row: IndexPath) -> String? {
        record(table, row, \.deleteConfirmationTitle)
    }
    public func tableView(_ table: TableView, editActionsForRowAt row: IndexPath) -> [TableViewRowAction]? {
        record(table, row, \.editActions)
    }
    public func tableView(_ table: TableView, shouldIndentWhileEditingRowAt row: IndexPath) -> Bool {
        record(table, row, \.shouldIndentWhileEditing)
    }
    public func tableView(_ table: TableView, willBeginEditingRowAt row: IndexPath) { record(table, row) }
    public func tableView(_ table: TableView, didEndEditingRowAt row: IndexPath?) { record(table, row) }
    public func tableView(_ table: TableView, fieldsForEditingRowAt row: IndexPath) -> [TableViewEditableField] {
        record(table, row, \.fields)
    }
    public func tableView(_ table: TableView, commitValues values: [String: String], forRowAt row: IndexPath) throws {
        record(table, .values(values), .indexPath(row))
    }
    public func tableView(_ table: TableView, fieldsForCreatingRowInSection section: Int) -> [TableViewEditableField] {
        record(table, section, \.fields)
    }
    public func tableView(_ table: TableView, createRowWith values: [String: String], inSection section: Int) throws {
        record(table, .values(values), .section(section))
    }

    // MARK: Moving and indenting
    public func tableView(
        _ table: TableView, targetIndexPathForMoveFromRowAt source: IndexPath, toProposedIndexPath proposed: IndexPath
    ) -> IndexPath {
        record(table, .indexPath(source), .indexPath(proposed))
        return answers.targetForMove ?? proposed
    }
    public func tableView(_ table: TableView, indentationLevelForRowAt row: IndexPath) -> Int {
        record(table, row, \.indentationLevel)
    }

    // MARK: Menus
    public func tableView(_ table: TableView, shouldShowMenuForRowAt row: IndexPath) -> Bool {
        record(table, row, \.shouldShowMenu)
    }
    public func tableView(
        _ table: TableView, canPerformAction action: MenuAction, forRowAt row: IndexPath,
        withSender sender: TableSession?
    ) -> Bool {
        record(table, \.canPerformAction, .action(action), .indexPath(row), .sender(sender?.id))
    }
    public func tableView(
        _ table: TableView, performAction action: MenuAction, forRowAt row: IndexPath, withSender sender: TableSession?
    ) {
        record(table, .action(action), .indexPath(row), .sender(sender?.id))
    }

    // MARK: Focus
    public func tableView(_ table: TableView, canFocusRowAt row: IndexPath) -> Bool { record(table, row, \.canFocus) }
    public func tableView(_ table: TableView, shouldUpdateFocusIn context: TableViewFocusUpdateContext) -> Bool {
        record(table, \.shouldUpdateFocus, .focus(context))
    }
    public func tableView(_ table: TableView, didUpdateFocusIn context: TableViewFocusUpdateContext) {
        record(table, .focus(context))
    }
    /// Records the call and returns ``TableDelegateAnswers/preferredFocusedRow``.
    public func indexPathForPreferredFocusedView(in table: TableView) -> IndexPath? {
        record(table, \.preferredFocusedRow)
    }

    // MARK: Swipe actions and context menus
    public func tableView(_ table: TableView, leadingSwipeActionsConfigurationForRowAt row: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        record(table, row, \.leadingSwipeActions)
    }
    public func tableView(_ table: TableView, trailingSwipeActionsConfigurationForRowAt row: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        record(table, row, \.trailingSwipeActions)
            ?? answers.editActions.map { TableViewSwipeActionsConfiguration(actions: $0) }
    }
    public func tableView(_ table: TableView, contextMenuConfigurationForRowAt row: IndexPath)
        -> TableViewContextMenuConfiguration?
    {
        record(table, row, \.contextMenu)
    }

    // MARK: Primary action and multiple selection
    public func tableView(_ table: TableView, canPerformPrimaryActionForRowAt row: IndexPath) -> Bool {
        record(table, row, \.canPerformPrimaryAction)
    }
    public func tableView(_ table: TableView, performPrimaryActionForRowAt row: IndexPath) { record(table, row) }
    public func tableView(_ table: TableView, selectionFollowsFocusForRowAt row: IndexPath) -> Bool {
        record(table, row, \.selectionFollowsFocus)
    }
    public func tableView(_ table: TableView, shouldBeginMultipleSelectionInteractionAt row: IndexPath) -> Bool {
        record(table, row, \.shouldBeginMultipleSelection)
    }
    public func tableView(_ table: TableView, didBeginMultipleSelectionInteractionAt row: IndexPath) {
        record(table, row)
    }
    /// Records the call.
    public func tableViewDidEndMultipleSelectionInteraction(_ table: TableView) { record(table) }

    // MARK: Expanding
    public func tableView(_ table: TableView, expansionForRowAt row: IndexPath) -> TableViewRowExpansion? {
        record(table, row, \.expansion)
    }
    public func tableView(_ table: TableView, didExpandRowAt row: IndexPath) { record(table, row) }
    public func tableView(_ table: TableView, didCollapseRowAt row: IndexPath) { record(table, row) }

    // MARK: Drag and drop
    public func tableView(_ table: TableView, itemsForBeginningDragAt row: IndexPath) -> [TableViewDragItem] {
        record(table, row, \.itemsForDrag)
    }
    public func tableView(_ table: TableView, canHandle drop: TableViewDrop) -> Bool {
        record(table, \.canHandleDrop, .drop(drop))
    }
    public func tableView(_ table: TableView, performDropWith drop: TableViewDrop) { record(table, .drop(drop)) }
}

extension RecordingTableDelegate {
    private typealias Answer<Value> = KeyPath<TableDelegateAnswers, Value>

    private func record<Value>(
        _ table: TableView, _ row: IndexPath?, _ answer: Answer<Value> = \.nothing, method: String = #function
    ) -> Value {
        record(table, answer, [.indexPath(row)], method)
    }

    private func record<Value>(
        _ table: TableView, _ section: Int, _ answer: Answer<Value>, method: String = #function
    ) -> Value {
        record(table, answer, [.section(section)], method)
    }

    private func record(_ table: TableView, _ arguments: TableDelegateCall.Argument..., method: String = #function) {
        record(table, \.nothing, arguments, method)
    }

    private func record<Value>(
        _ table: TableView, _ answer: Answer<Value>, _ arguments: TableDelegateCall.Argument...,
        method: String = #function
    ) -> Value {
        record(table, answer, arguments, method)
    }

    /// Records a call and returns its answer, which the handler may have changed.
    private func record<Value>(
        _ table: TableView, _ answer: Answer<Value>, _ arguments: [TableDelegateCall.Argument], _ method: String
    ) -> Value {
        if let method = TableDelegateCall.Method(rawValue: method) {
            var call = TableDelegateCall(method)
            call.arguments = arguments
            calls.append(call)
            handler?(call, table)
        }
        return answers[keyPath: answer]
    }
}

extension TableDelegateAnswers {
    /// The answer of methods without a result.
    fileprivate var nothing: Void { () }
}
