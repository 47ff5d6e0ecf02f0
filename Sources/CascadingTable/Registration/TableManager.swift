public import FoundationEssentials

/// A table delegate that shows a storage. It uses the cell type that is registered for the type of each model.
///
/// ```swift
/// let manager = TableManager(storage: storage)
/// manager.register(PostCell.self) { mapping in
///     mapping.didSelect { cell, post, indexPath in print("\(post.title) was picked") }
/// }
/// let tableView = TableView(title: "Feed", root: manager)
/// ```
///
/// In a tree of delegates, the manager shows section 0 of its storage, at any position of the tree. Closures receive
/// sections and index paths of the storage; delegates receive those of the table.
///
/// The table asks in this order: an override in a subclass, a registered closure, the ``delegate`` or ``dataSource``,
/// the default. An event without an answer is sent to the closure and to the delegate. Call `super` in an override to
/// continue.
///
/// An action stops at the first refusal. If a closure throws or calls `refuse(_:)`, the next closure is not called, and
/// neither is the delegate or data source. Actions are `commit`, `commitValues`, `moveRowAt`, `moveSection`,
/// `performAction`, `performPrimaryAction` and `performDropWith`.
@TableActor
open class TableManager<Item>: CascadingBareTableDelegate {
    /// The storage that the table shows. Another storage reloads the table.
    public final var storage: any SupplementaryStorage<Item> {
        didSet {
            guard storage !== oldValue else { return }
            oldValue.removeObserver(self)
            storage.addObserver(self)
            storageNeedsReload()
        }
    }

    /// The anomalies of this manager, such as a model without a registered cell. The table view receives them too.
    public final let anomalies = AnomalyHandler()

    /// The settings for how changes of the storage are applied to the table.
    public final var updater = TableViewUpdater<Item>()

    /// The settings for how headers and footers are shown. A change reloads the table.
    public final var configuration = TableViewConfiguration() {
        didSet { if configuration != oldValue { tableView?.reloadData() } }
    }

    /// The delegate that answers if no closure is registered, or nil. A new delegate reloads the table.
    ///
    /// The manager retains it. In UIKit, a table holds its delegate weakly.
    public final var delegate: (any TableViewDelegate)? {
        didSet { if delegate !== oldValue { tableView?.reloadData() } }
    }
    /// The data source that answers if no closure is registered, or nil. A new data source reloads the table.
    ///
    /// The manager retains it. It is never asked for rows, cells and identifiers, because the storage provides them.
    public final var dataSource: (any TableViewDataSource)? {
        didSet { if dataSource !== oldValue { tableView?.reloadData() } }
    }

    /// The height of every row, or nil if rows have different heights. The default is nil.
    public final var rowHeight: Height? { didSet { if rowHeight != oldValue { tableView?.reloadData() } } }

    /// The columns of cells in the `columns` style. If it is empty, the data source is asked.
    public final var columns: [TableViewColumn] = [] { didSet { if columns != oldValue { tableView?.reloadData() } } }

    final var nameOfItem: (@TableActor (Item) -> String?)?
    final var rowNames: RowNames?

    final var events = TableEvents() { didSet { tableView?.reloadData() } }

    final let cellMappings = MappingList<IndexPath, TableViewCell>()
    final let headerMappings = MappingList<Int, TableViewHeaderFooterView>()
    final let footerMappings = MappingList<Int, TableViewHeaderFooterView>()

    /// A delegate that returns the default of each method.
    private final let defaults = CascadingBareTableDelegate()

    /// Creates a manager and observes the storage.
    ///
    /// - Parameters:
    ///   - storage: The storage to show.
    ///   - index: The position of the manager among the child delegates of its parent. A parent sets it.
    public init(storage: some SupplementaryStorage<Item>, index: Int = 0) {
        self.storage = storage
        super.init(index: index)
        cellMappings.owner = self
        headerMappings.owner = self
        footerMappings.owner = self
        storage.addObserver(self)
    }

    /// Passes the anomalies reported before the table existed on to the table.
    open override func prepare(tableView: TableView) {
        rowNames = nil
        if self.tableView == nil { tableView.anomalies.note(anomalies.recent) }
        super.prepare(tableView: tableView)
    }

    // MARK: Contents

    open override func numberOfSections(in tableView: TableView) -> Int { storage.numberOfSections }

    open override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        ownSection(at: section).map { storage.numberOfItems(inSection: $0) } ?? 0
    }

    open override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        cell(forRowAt: indexPath)
    }

    // MARK: Headers and footers

    open override func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
        title(of: .header, at: section) { dataSource?.tableView(tableView, titleForHeaderInSection: section) }
    }

    open override func tableView(_ tableView: TableView, viewForHeaderInSection section: Int)
        -> TableViewHeaderFooterView?
    { view(of: .header, at: section) { delegate?.tableView(tableView, viewForHeaderInSection: section) } }

    open override func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Height {
        height(of: .header, at: section) { controller.tableView(tableView, heightForHeaderInSection: section) }
    }

    open override func tableView(
        _ tableView: TableView, willDisplayHeaderView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        if let own = ownSection(at: section) { notify(.willDisplay, of: .header, in: own, showing: view) }
        controller.tableView(tableView, willDisplayHeaderView: view, forSection: section)
    }

    open override func tableView(
        _ tableView: TableView, didEndDisplayingHeaderView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        if let own = ownSection(at: section) { notify(.didEndDisplaying, of: .header, in: own, showing: view) }
        controller.tableView(tableView, didEndDisplayingHeaderView: view, forSection: section)
    }

    open override func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
        title(of: .footer, at: section) { dataSource?.tableView(tableView, titleForFooterInSection: section) }
    }

    open override func tableView(_ tableView: TableView, viewForFooterInSection section: Int)
        -> TableViewHeaderFooterView?
    { view(of: .footer, at: section) { delegate?.tableView(tableView, viewForFooterInSection: section) } }

    open override func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Height {
        height(of: .footer, at: section) { controller.tableView(tableView, heightForFooterInSection: section) }
    }

    open override func tableView(
        _ tableView: TableView, willDisplayFooterView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        if let own = ownSection(at: section) { notify(.willDisplay, of: .footer, in: own, showing: view) }
        controller.tableView(tableView, willDisplayFooterView: view, forSection: section)
    }

    open override func tableView(
        _ tableView: TableView, didEndDisplayingFooterView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        if let own = ownSection(at: section) { notify(.didEndDisplaying, of: .footer, in: own, showing: view) }
        controller.tableView(tableView, didEndDisplayingFooterView: view, forSection: section)
    }

    // MARK: Display

    open override func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath)
    {
        notify(.willDisplay, at: indexPath, showing: cell)
        controller.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
    }

    open override func tableView(
        _ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath
    ) {
        notify(.didEndDisplaying, at: indexPath, showing: cell)
        controller.tableView(tableView, didEndDisplaying: cell, forRowAt: indexPath)
    }

    // MARK: Heights

    open override func tableView(_ tableView: TableView, heightForEveryRowInSection section: Int) -> Height? {
        rowHeight ?? controller.tableView(tableView, heightForEveryRowInSection: section)
    }

    open override func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height {
        rowHeight ?? answer(.height, at: indexPath) ?? controller.tableView(tableView, heightForRowAt: indexPath)
    }

    // MARK: Highlighting and selecting

    open override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        answer(.shouldHighlight, at: indexPath) ?? controller.tableView(tableView, shouldHighlightRowAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {
        notify(.didHighlight, at: indexPath)
        controller.tableView(tableView, didHighlightRowAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {
        notify(.didUnhighlight, at: indexPath)
        controller.tableView(tableView, didUnhighlightRowAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        guard let answer = answer(.willSelect, at: indexPath) else {
            return controller.tableView(tableView, willSelectRowAt: indexPath)
        }
        return answer.flatMap(tablePath)
    }

    open override func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
        guard let answer = answer(.willDeselect, at: indexPath) else {
            return controller.tableView(tableView, willDeselectRowAt: indexPath)
        }
        return answer.flatMap(tablePath)
    }

    open override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) throws {
        let (work, next) = (answer(.didSelect, at: indexPath), controller)
        try perform(work, in: tableView) { try await next.tableView(tableView, didSelectRowAt: indexPath) }
    }

    open override func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) throws {
        let (work, next) = (answer(.didDeselect, at: indexPath), controller)
        try perform(work, in: tableView) { try await next.tableView(tableView, didDeselectRowAt: indexPath) }
    }

    open override func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) throws {
        let (work, next) = (answer(.accessoryButtonTapped, at: indexPath), controller)
        try perform(work, in: tableView) {
            try await next.tableView(tableView, accessoryButtonTappedForRowWith: indexPath)
        }
    }

    // MARK: Editing

    /// Returns the answer of the closure or of a data source that implements `commit`, or else whether a closure or a
    /// subclass commits edits.
    open override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
        if let answer = answer(.canEdit, at: indexPath) { return answer }
        guard source.implementsCommit(forRowAt: indexPath) else { return commits(rowAt: indexPath) }
        return source.tableView(tableView, canEditRowAt: indexPath)
    }

    override func commits(rowAt indexPath: IndexPath) -> Bool {
        overrides(.commit) || source.implementsCommit(forRowAt: indexPath)
            || answer(.commit, at: indexPath, .delete) != nil
    }

    open override func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) throws {
        let (work, next) = (answer(.commit, at: indexPath, editingStyle), source)
        try perform(work, in: tableView) {
            try await next.tableView(tableView, commit: editingStyle, forRowAt: indexPath)
        }
    }

    open override func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath)
        -> TableViewCell.EditingStyle
    {
        answer(.editingStyle, at: indexPath) ?? controller.tableView(tableView, editingStyleForRowAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, titleForDeleteConfirmationButtonForRowAt indexPath: IndexPath)
        -> String?
    {
        answer(.titleForDeleteConfirmationButton, at: indexPath)
            ?? controller.tableView(tableView, titleForDeleteConfirmationButtonForRowAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, editActionsForRowAt indexPath: IndexPath)
        -> [TableViewRowAction]?
    {
        answer(.editActions, at: indexPath) ?? controller.tableView(tableView, editActionsForRowAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, shouldIndentWhileEditingRowAt indexPath: IndexPath) -> Bool {
        answer(.shouldIndentWhileEditing, at: indexPath)
            ?? controller.tableView(tableView, shouldIndentWhileEditingRowAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, willBeginEditingRowAt indexPath: IndexPath) {
        notify(.willBeginEditing, at: indexPath)
        controller.tableView(tableView, willBeginEditingRowAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, didEndEditingRowAt indexPath: IndexPath?) {
        if let indexPath { notify(.didEndEditing, at: indexPath) }
        controller.tableView(tableView, didEndEditingRowAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath)
        -> [TableViewEditableField]
    {
        answer(.fields, at: indexPath) ?? controller.tableView(tableView, fieldsForEditingRowAt: indexPath)
    }

    open override func tableView(
        _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
    ) throws {
        let (work, next) = (answer(.commitValues, at: indexPath, values), controller)
        try perform(work, in: tableView) {
            try await next.tableView(tableView, commitValues: values, forRowAt: indexPath)
        }
    }

    open override func tableView(
        _ tableView: TableView, fieldsForCreatingRowInSection section: Int
    ) -> [TableViewEditableField] {
        controller.tableView(tableView, fieldsForCreatingRowInSection: section)
    }

    open override func tableView(
        _ tableView: TableView, createRowWith values: [String: String], inSection section: Int
    ) throws {
        let next = controller
        try tableView.start { try await next.tableView(tableView, createRowWith: values, inSection: section) }
    }

    // MARK: Moving and indenting

    /// Returns the answer of the closure or of the data source, or whether a closure or a subclass moves rows.
    open override func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
        answer(.canMove, at: indexPath)
            ?? (source.tableView(tableView, canMoveRowAt: indexPath)
                || !source.implementsMove
                    && (overrides(.moveRowAt) || events.move != nil || answer(.move, at: indexPath, indexPath) != nil))
    }

    open override func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) throws
    {
        let next = self.source
        var work: ActionWork?
        if let from = storagePath(source), let to = storagePath(destination) {
            let (moved, move) = (answer(.move, at: source, to), events.move)
            work = {
                try await tableView.finish(moved)
                try await move?(from, to)
            }
        }
        try perform(work, in: tableView) { try await next.tableView(tableView, moveRowAt: source, to: destination) }
    }

    open override func tableView(
        _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
        toProposedIndexPath proposed: IndexPath
    ) -> IndexPath {
        if let to = storagePath(proposed), let target = answer(.targetForMove, at: source, to) {
            return tablePath(target) ?? proposed
        }
        return controller.tableView(
            tableView, targetIndexPathForMoveFromRowAt: source, toProposedIndexPath: proposed)
    }

    open override func tableView(_ tableView: TableView, canMoveSection section: Int) -> Bool {
        guard parentDelegate == nil, let canMove = events.canMoveSection else {
            return source.tableView(tableView, canMoveSection: section)
        }
        return canMove(section)
    }

    open override func tableView(_ tableView: TableView, moveSection source: Int, to destination: Int) throws {
        let (next, move) = (self.source, parentDelegate == nil ? events.moveSection : nil)
        try perform({ try await move?(source, destination) }, in: tableView) {
            try await next.tableView(tableView, moveSection: source, to: destination)
        }
    }

    open override func tableView(_ tableView: TableView, indentationLevelForRowAt indexPath: IndexPath) -> Int {
        answer(.indentationLevel, at: indexPath) ?? controller.tableView(tableView, indentationLevelForRowAt: indexPath)
    }

    // MARK: Menus

    open override func tableView(_ tableView: TableView, shouldShowMenuForRowAt indexPath: IndexPath) -> Bool {
        answer(.shouldShowMenu, at: indexPath) ?? controller.tableView(tableView, shouldShowMenuForRowAt: indexPath)
    }

    open override func tableView(
        _ tableView: TableView, canPerformAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) -> Bool {
        answer(.canPerformAction, at: indexPath, (action, sender))
            ?? controller.tableView(tableView, canPerformAction: action, forRowAt: indexPath, withSender: sender)
    }

    open override func tableView(
        _ tableView: TableView, performAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) throws {
        let (work, next) = (answer(.performAction, at: indexPath, (action, sender)), controller)
        try perform(work, in: tableView) {
            try await next.tableView(tableView, performAction: action, forRowAt: indexPath, withSender: sender)
        }
    }

    // MARK: Swipe actions, menus, primary action and multiple selection

    open override func tableView(_ tableView: TableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        answer(.leadingSwipeActions, at: indexPath)
            ?? controller.tableView(tableView, leadingSwipeActionsConfigurationForRowAt: indexPath)
    }

    /// Returns the answer of the closure or the delegate, or otherwise the actions of `editActions`.
    open override func tableView(_ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        if let answer = answer(.trailingSwipeActions, at: indexPath) { return answer }
        return controller.tableView(tableView, trailingSwipeActionsConfigurationForRowAt: indexPath)
            ?? super.tableView(tableView, trailingSwipeActionsConfigurationForRowAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, contextMenuConfigurationForRowAt indexPath: IndexPath)
        -> TableViewContextMenuConfiguration?
    {
        answer(.contextMenu, at: indexPath)
            ?? controller.tableView(tableView, contextMenuConfigurationForRowAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool {
        answer(.canPerformPrimaryAction, at: indexPath)
            ?? controller.tableView(tableView, canPerformPrimaryActionForRowAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) throws {
        let (work, next) = (answer(.performPrimaryAction, at: indexPath), controller)
        try perform(work, in: tableView) {
            try await next.tableView(tableView, performPrimaryActionForRowAt: indexPath)
        }
    }

    open override func tableView(_ tableView: TableView, selectionFollowsFocusForRowAt indexPath: IndexPath) -> Bool {
        answer(.selectionFollowsFocus, at: indexPath)
            ?? controller.tableView(tableView, selectionFollowsFocusForRowAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath)
        -> Bool
    {
        answer(.shouldBeginMultipleSelection, at: indexPath)
            ?? controller.tableView(tableView, shouldBeginMultipleSelectionInteractionAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath) {
        notify(.didBeginMultipleSelection, at: indexPath)
        controller.tableView(tableView, didBeginMultipleSelectionInteractionAt: indexPath)
    }

    open override func tableViewDidEndMultipleSelectionInteraction(_ tableView: TableView) {
        events.didEndMultipleSelectionInteraction?()
        controller.tableViewDidEndMultipleSelectionInteraction(tableView)
    }

    // MARK: Expanding, drag and drop

    open override func tableView(_ tableView: TableView, expansionForRowAt indexPath: IndexPath)
        -> TableViewRowExpansion?
    {
        answer(.expansion, at: indexPath) ?? controller.tableView(tableView, expansionForRowAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, didExpandRowAt indexPath: IndexPath) throws {
        let (work, next) = (answer(.didExpand, at: indexPath), controller)
        try perform(work, in: tableView) { try await next.tableView(tableView, didExpandRowAt: indexPath) }
    }

    open override func tableView(_ tableView: TableView, didCollapseRowAt indexPath: IndexPath) throws {
        let (work, next) = (answer(.didCollapse, at: indexPath), controller)
        try perform(work, in: tableView) { try await next.tableView(tableView, didCollapseRowAt: indexPath) }
    }

    open override func tableView(_ tableView: TableView, itemsForBeginningDragAt indexPath: IndexPath)
        -> [TableViewDragItem]
    {
        answer(.dragItems, at: indexPath) ?? controller.tableView(tableView, itemsForBeginningDragAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, canHandle drop: TableViewDrop) -> Bool {
        storageDrop(drop).flatMap { events.canHandleDrop?($0) } ?? controller.tableView(tableView, canHandle: drop)
    }

    open override func tableView(_ tableView: TableView, performDropWith drop: TableViewDrop) throws {
        let (next, own, performDrop) = (controller, storageDrop(drop), events.performDrop)
        try perform({ if let own { try await performDrop?(own) } }, in: tableView) {
            try await next.tableView(tableView, performDropWith: drop)
        }
    }

    // MARK: Focus

    open override func tableView(_ tableView: TableView, canFocusRowAt indexPath: IndexPath) -> Bool {
        answer(.canFocus, at: indexPath) ?? controller.tableView(tableView, canFocusRowAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, shouldUpdateFocusIn context: TableViewFocusUpdateContext)
        -> Bool
    {
        events.shouldUpdateFocus?(storageFocus(context))
            ?? controller.tableView(tableView, shouldUpdateFocusIn: context)
    }

    open override func tableView(_ tableView: TableView, didUpdateFocusIn context: TableViewFocusUpdateContext) {
        events.didUpdateFocus?(storageFocus(context))
        controller.tableView(tableView, didUpdateFocusIn: context)
    }

    open override func indexPathForPreferredFocusedView(in tableView: TableView) -> IndexPath? {
        guard let preferred = events.preferredFocusedRow else {
            return controller.indexPathForPreferredFocusedView(in: tableView)
        }
        return preferred().flatMap(tablePath)
    }

    // MARK: Index

    open override func sectionIndexTitles(for tableView: TableView) -> [String]? {
        events.sectionIndexTitles.map { $0() } ?? source.sectionIndexTitles(for: tableView)
    }

    open override func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int)
        -> Int
    {
        guard let section = events.sectionForSectionIndexTitle?(title, index) else {
            return source.tableView(tableView, sectionForSectionIndexTitle: title, at: index)
        }
        return parentDelegate == nil ? section : self.index
    }

    // MARK: Identity and loading

    /// Returns the identifier of the item, or nil if the row is identified by its position.
    open override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        name(ofRowAt: indexPath)
    }

    open override func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath?
    {
        row(named: identifier, in: tableView)
    }

    open override func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? {
        parentDelegate == nil ? nil : super.tableView(tableView, identifierForSection: section)
    }

    /// Returns the work of each row's closure, followed by the work of the data source.
    open override func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        let own = cellMappings.reacts(to: .prefetch) ? indexPaths.compactMap { answer(.prefetch, at: $0) ?? nil } : []
        let others = source.tableView(tableView, prefetchRowsAt: indexPaths)
        return .all(own + (others.map { [$0] } ?? []))
    }

    open override func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
        for indexPath in indexPaths { notify(.cancelPrefetch, at: indexPath) }
        source.tableView(tableView, cancelPrefetchingForRowsAt: indexPaths)
    }

    open override func columns(in tableView: TableView) -> [TableViewColumn] {
        columns.isEmpty ? source.columns(in: tableView) : columns
    }
}

extension TableManager {
    /// Runs the work of a mapping's closure, and then calls the manager's own delegate.
    private func perform(_ work: ActionWork?, in tableView: TableView, then next: @escaping ActionWork) throws {
        try tableView.start {
            try await tableView.finish(work)
            try await next()
        }
    }

    /// Returns whether a subclass overrides a method.
    private func overrides(_ method: ActionMethod) -> Bool {
        method.isOverridden(in: type(of: self), of: TableManager.self)
    }

    /// The delegate that is asked after the registered closures.
    private var controller: any TableViewDelegate { delegate ?? defaults }
    /// The data source that is asked after the registered closures.
    private var source: any TableViewDataSource { dataSource ?? defaults }
}

extension TableManager: MappingListOwner {
    func mappingsDidChange() {
        tableView?.reloadData()
    }

    func report(_ code: Anomaly.Code, _ message: String) {
        report(code, message, at: nil)
    }

    func report(_ code: Anomaly.Code, _ message: String, at indexPath: IndexPath?) {
        anomalies.report(Anomaly(code, message, indexPath: indexPath), passingOnTo: tableView?.anomalies)
    }
}
