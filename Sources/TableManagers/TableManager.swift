public import CascadingTable
import Essentials
public import TableStorage

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
/// sections and index paths of the storage; overrides receive those of the table.
///
/// The closures of a ``CellMapping`` answer for rows. Override methods in a subclass for everything else, such as the
/// index, drops and moved sections. An override comes before the closures. Call `super` in it to ask them.
@TableActor
open class TableManager<Item>: CascadingBareTableDelegate {
    /// The storage that the table shows. Another storage reloads the table.
    public final var storage: any Storage<Item> {
        didSet {
            guard storage !== oldValue else { return }
            oldValue.removeObserver(self)
            storage.addObserver(self)
            storageNeedsReload()
        }
    }

    /// The animation of each kind of change of the storage. A page takes it as a hint.
    public final var animations = TableView.UpdateAnimations()
    /// The headers that are registered for models of sections.
    public final let headers: SupplementaryViews
    /// The footers that are registered for models of sections.
    public final let footers: SupplementaryViews
    /// The height of every row, or nil if rows have different heights. The default is nil.
    public final var rowHeight: Height? { didSet { if rowHeight != oldValue { tableView?.reloadData() } } }
    /// The columns of cells in the `columns` style.
    public final var columns: [TableViewColumn] = [] { didSet { if columns != oldValue { tableView?.reloadData() } } }

    final var nameOfItem: (@TableActor (Item) -> String?)?
    final var rowNames: RowNames?
    final let cellMappings: MappingList<TableViewCell>

    /// Creates a manager and observes the storage.
    ///
    /// - Parameters:
    ///   - storage: The storage to show.
    ///   - index: The position of the manager among the child delegates of its parent. A parent sets it.
    public init(storage: some Storage<Item>, index: Int = 0) {
        self.storage = storage
        (cellMappings, headers, footers) = (MappingList(), SupplementaryViews(), SupplementaryViews())
        super.init(index: index)
        cellMappings.didChange = { [weak self] in self?.tableView?.reloadData() }
        headers.mappings.didChange = cellMappings.didChange
        footers.mappings.didChange = cellMappings.didChange
        storage.addObserver(self)
    }

    /// Creates a manager with mappings that others may have too.
    package init(
        storage: some Storage<Item>, cells: MappingList<TableViewCell>,
        headersAndFooters: MappingList<TableViewHeaderFooterView>
    ) {
        self.storage = storage
        cellMappings = cells
        (headers, footers) = (SupplementaryViews(headersAndFooters), SupplementaryViews(headersAndFooters))
        super.init()
        storage.addObserver(self)
    }

    open override func prepare(tableView: TableView) {
        rowNames = nil
        super.prepare(tableView: tableView)
    }

    // MARK: Contents

    open override func numberOfSections(in tableView: TableView) -> Int { storage.numberOfSections }

    open override func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int {
        ownSection(at: section).map { storage.numberOfItems(inSection: $0) } ?? 0
    }

    /// Returns the cell that is registered for the model, or a disabled cell that states the error.
    open override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        guard let place = storagePath(indexPath), let model = model(at: place) else {
            let sentence = "There is no model at \(indexPath.section).\(indexPath.row)."
            return missing(.nilCellModel, sentence, at: indexPath, in: tableView)
        }
        let mapping = cellMappings.mapping(for: model, at: place, of: self)
        if let cell = mapping?.content(model, place, self) { return cell }
        let (sentence, isRegistered) = cellMappings.sentence(forMissing: "cell", for: model)
        return missing(
            isRegistered ? .noCellConditionMet : .noCellMappingFound, sentence,
            " The model of row \(indexPath.row) in section \(indexPath.section) is \(shortDescription(of: model)).",
            at: indexPath, in: tableView)
    }

    // MARK: Headers and footers

    open override func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
        title(of: .header, at: section)
    }
    open override func tableView(_ tableView: TableView, viewForHeaderInSection section: Int)
        -> TableViewHeaderFooterView?
    { view(of: .header, at: section, in: tableView) }
    open override func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Height {
        height(of: .header, at: section)
    }
    open override func tableView(
        _ tableView: TableView, willDisplayHeaderView view: TableViewHeaderFooterView, forSection section: Int
    ) { answer(\.willDisplay, of: .header, at: section, showing: view) }
    open override func tableView(
        _ tableView: TableView, didEndDisplayingHeaderView view: TableViewHeaderFooterView, forSection section: Int
    ) { answer(\.didEndDisplaying, of: .header, at: section, showing: view) }

    open override func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
        title(of: .footer, at: section)
    }
    open override func tableView(_ tableView: TableView, viewForFooterInSection section: Int)
        -> TableViewHeaderFooterView?
    { view(of: .footer, at: section, in: tableView) }
    open override func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Height {
        height(of: .footer, at: section)
    }
    open override func tableView(
        _ tableView: TableView, willDisplayFooterView view: TableViewHeaderFooterView, forSection section: Int
    ) { answer(\.willDisplay, of: .footer, at: section, showing: view) }
    open override func tableView(
        _ tableView: TableView, didEndDisplayingFooterView view: TableViewHeaderFooterView, forSection section: Int
    ) { answer(\.didEndDisplaying, of: .footer, at: section, showing: view) }

    // MARK: Display and heights

    open override func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath)
    { answer(\.willDisplay, at: indexPath, showing: cell) }
    open override func tableView(
        _ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath
    ) { answer(\.didEndDisplaying, at: indexPath, showing: cell) }
    open override func tableView(_ tableView: TableView, heightForEveryRowInSection section: Int) -> Height? {
        rowHeight
    }
    open override func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height {
        rowHeight ?? answer(\.heightForCell, at: indexPath) ?? .automatic
    }
    open override func tableView(_ tableView: TableView, indentationLevelForRowAt indexPath: IndexPath) -> Int {
        answer(\.indentationLevelForCell, at: indexPath) ?? 0
    }

    // MARK: Highlighting and selecting

    open override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        answer(\.shouldHighlight, at: indexPath) ?? true
    }
    open override func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {
        answer(\.didHighlight, at: indexPath)
    }
    open override func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {
        answer(\.didUnhighlight, at: indexPath)
    }
    open override func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        guard let answer = answer(\.willSelect, at: indexPath) else { return indexPath }
        return answer.flatMap(tablePath)
    }
    open override func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
        guard let answer = answer(\.willDeselect, at: indexPath) else { return indexPath }
        return answer.flatMap(tablePath)
    }
    open override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) throws {
        try start(answer(\.didSelect, at: indexPath), in: tableView)
    }
    open override func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) throws {
        try start(answer(\.didDeselect, at: indexPath), in: tableView)
    }
    open override func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) throws {
        try start(answer(\.accessoryButtonTapped, at: indexPath), in: tableView)
    }

    // MARK: Editing

    /// Returns the answer of the closure, or else whether a closure or a subclass commits edits.
    open override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
        answer(\.canEditCell, at: indexPath) ?? commits(rowAt: indexPath)
    }
    open override func commits(rowAt indexPath: IndexPath) -> Bool {
        overrides(.commit) || answer(\.commitEditingStyle, at: indexPath, .delete) != nil
    }
    open override func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) throws { try start(answer(\.commitEditingStyle, at: indexPath, editingStyle), in: tableView) }
    open override func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath)
        -> TableViewCell.EditingStyle
    { answer(\.editingStyle, at: indexPath) ?? .delete }
    open override func tableView(_ tableView: TableView, titleForDeleteConfirmationButtonForRowAt indexPath: IndexPath)
        -> String?
    { answer(\.titleForDeleteConfirmationButton, at: indexPath) ?? nil }
    open override func tableView(_ tableView: TableView, editActionsForRowAt indexPath: IndexPath)
        -> [TableViewRowAction]?
    { answer(\.editActions, at: indexPath) ?? nil }
    open override func tableView(_ tableView: TableView, shouldIndentWhileEditingRowAt indexPath: IndexPath) -> Bool {
        answer(\.shouldIndentWhileEditing, at: indexPath) ?? false
    }
    open override func tableView(_ tableView: TableView, willBeginEditingRowAt indexPath: IndexPath) {
        answer(\.willBeginEditing, at: indexPath)
    }
    open override func tableView(_ tableView: TableView, didEndEditingRowAt indexPath: IndexPath?) {
        if let indexPath { answer(\.didEndEditing, at: indexPath) }
    }
    open override func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath)
        -> [TableViewEditableField]
    { answer(\.fieldsForEditing, at: indexPath) ?? [] }
    open override func tableView(
        _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
    ) throws { try start(answer(\.commitValues, at: indexPath, values), in: tableView) }

    // MARK: Moving

    /// Returns the answer of the closure, or else whether a closure or a subclass moves rows.
    open override func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
        answer(\.canMove, at: indexPath)
            ?? (overrides(.moveRowAt) || answer(\.moveRowTo, at: indexPath, indexPath) != nil)
    }
    open override func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) throws
    {
        guard let to = storagePath(destination) else { return }
        try start(answer(\.moveRowTo, at: source, to), in: tableView)
    }
    open override func tableView(
        _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
        toProposedIndexPath proposed: IndexPath
    ) -> IndexPath {
        guard let to = storagePath(proposed), let target = answer(\.targetIndexPathForMove, at: source, to) else {
            return proposed
        }
        return tablePath(target) ?? proposed
    }

    // MARK: Menus and actions

    open override func tableView(_ tableView: TableView, shouldShowMenuForRowAt indexPath: IndexPath) -> Bool {
        answer(\.shouldShowMenu, at: indexPath) ?? false
    }
    open override func tableView(
        _ tableView: TableView, canPerformAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) -> Bool { answer(\.canPerformAction, at: indexPath, (action, sender)) ?? false }
    open override func tableView(
        _ tableView: TableView, performAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) throws { try start(answer(\.performAction, at: indexPath, (action, sender)), in: tableView) }
    open override func tableView(_ tableView: TableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    { answer(\.leadingSwipeActionsConfiguration, at: indexPath) ?? nil }
    /// Returns the answer of the closure, or otherwise the actions of `editActions`.
    open override func tableView(_ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        answer(\.trailingSwipeActionsConfiguration, at: indexPath)
            ?? super.tableView(tableView, trailingSwipeActionsConfigurationForRowAt: indexPath)
    }
    open override func tableView(_ tableView: TableView, contextMenuConfigurationForRowAt indexPath: IndexPath)
        -> TableViewContextMenuConfiguration?
    { answer(\.contextMenuConfiguration, at: indexPath) ?? nil }
    open override func tableView(_ tableView: TableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool {
        answer(\.canPerformPrimaryAction, at: indexPath) ?? false
    }
    open override func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) throws {
        try start(answer(\.performPrimaryAction, at: indexPath), in: tableView)
    }

    // MARK: Focus and multiple selection

    open override func tableView(_ tableView: TableView, selectionFollowsFocusForRowAt indexPath: IndexPath) -> Bool {
        answer(\.selectionFollowsFocus, at: indexPath) ?? false
    }
    open override func tableView(_ tableView: TableView, canFocusRowAt indexPath: IndexPath) -> Bool {
        answer(\.canFocus, at: indexPath) ?? false
    }
    open override func tableView(_ tableView: TableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath)
        -> Bool
    { answer(\.shouldBeginMultipleSelectionInteraction, at: indexPath) ?? false }
    open override func tableView(_ tableView: TableView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath) {
        answer(\.didBeginMultipleSelectionInteraction, at: indexPath)
    }

    // MARK: Expanding and dragging

    open override func tableView(_ tableView: TableView, expansionForRowAt indexPath: IndexPath)
        -> TableViewRowExpansion?
    { answer(\.expansion, at: indexPath) ?? nil }
    open override func tableView(_ tableView: TableView, didExpandRowAt indexPath: IndexPath) throws {
        try start(answer(\.didExpand, at: indexPath), in: tableView)
    }
    open override func tableView(_ tableView: TableView, didCollapseRowAt indexPath: IndexPath) throws {
        try start(answer(\.didCollapse, at: indexPath), in: tableView)
    }
    open override func tableView(_ tableView: TableView, itemsForBeginningDragAt indexPath: IndexPath)
        -> [TableViewDragItem]
    { answer(\.itemsForBeginningDragSession, at: indexPath) ?? [] }

    // MARK: Identity, loading and columns

    /// Returns the identifier of the item, or nil if the row is identified by its position.
    open override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        name(ofRowAt: indexPath)
    }
    open override func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath?
    { row(named: identifier, in: tableView) }
    /// Returns the work of each row's closure.
    open override func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        guard cellMappings.reacts(to: \.prefetch) else { return nil }
        return .all(indexPaths.compactMap { answer(\.prefetch, at: $0) ?? nil })
    }
    open override func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
        for indexPath in indexPaths { answer(\.cancelPrefetch, at: indexPath) }
    }
    open override func columns(in tableView: TableView) -> [TableViewColumn] { columns }
}

// MARK: - Closures of rows

extension TableManager {
    /// Returns the index path in the storage for an index path in the table.
    ///
    /// - Parameter tablePath: An index path in the table.
    /// - Returns: The index path in the storage, or nil for a row of another section of the tree.
    public final func storagePath(_ tablePath: IndexPath) -> IndexPath? {
        guard tablePath.count == 2 else { return nil }
        return parentDelegate == nil ? tablePath : ownIndexPath(at: tablePath)
    }

    /// Returns the index path in the table for an index path in the storage.
    ///
    /// - Parameter storagePath: An index path in the storage.
    /// - Returns: The index path in the table, or nil if the table does not show that section of the storage.
    public final func tablePath(_ storagePath: IndexPath) -> IndexPath? {
        guard storagePath.count == 2 else { return nil }
        return parentDelegate == nil ? storagePath : tableIndexPath(ofOwn: storagePath)
    }

    /// Returns the answer of the closure for an event of a row's mapping, or nil without a closure.
    @discardableResult
    final func answer<Result>(
        _ event: (RowEvents) -> MappingEvent<Void, Result>, at indexPath: IndexPath,
        showing cell: TableViewCell? = nil
    ) -> Result? {
        answer(event, at: indexPath, (), showing: cell)
    }

    /// Returns the answer of a closure to an event with an argument. Costs nothing if no mapping reacts to the event.
    final func answer<Argument, Result>(
        _ event: (RowEvents) -> MappingEvent<Argument, Result>, at indexPath: IndexPath,
        _ argument: Argument, showing cell: TableViewCell? = nil
    ) -> Result? {
        guard cellMappings.reacts(to: event), let place = storagePath(indexPath), let model = model(at: place) else {
            return nil
        }
        return cellMappings.answer(event, argument, for: model, at: place, of: self, showing: cell)
    }

    /// Starts the work of a closure, if there is one.
    private func start(_ work: ActionWork?, in tableView: TableView) throws {
        if let work { try tableView.start(work) }
    }

    /// Returns whether a subclass overrides a method.
    private func overrides(_ method: ActionMethod) -> Bool {
        method.isOverridden(in: type(of: self), of: TableManager.self)
    }

    /// Returns the model at a position of the storage, with all optionals unwrapped.
    private func model(at indexPath: IndexPath) -> Any? {
        guard let item = storage.item(at: indexPath) else { return nil }
        // Testing for an optional is slow, and most models are not optionals.
        let model = item as Any
        return cellMappings.hasShown(model) ? model : unwrapped(model)
    }

    /// Returns a disabled cell with a sentence. Only the anomaly has the details, because visitors see the cell.
    private func missing(
        _ code: Anomaly.Code, _ sentence: String, _ details: String = "", at indexPath: IndexPath,
        in tableView: TableView
    ) -> TableViewCell {
        tableView.anomalies.report(Anomaly(code, sentence + details, indexPath: indexPath))
        return TableViewCell(title: sentence, isEnabled: false)
    }
}

// MARK: - Updates

extension TableManager: StorageObserver {
    /// Applies an update of the storage to the table.
    ///
    /// The storage calls it. In a tree of delegates, only the changes of the storage's section 0 reach the table.
    public final func storageDidPerform(_ update: StorageUpdate<Item>) {
        rowNames = nil
        announce(update, animations: animations)
    }

    /// Reloads the table, or the section in a tree of delegates. The storage calls it.
    public final func storageNeedsReload() {
        rowNames = nil
        if parentDelegate == nil {
            tableView?.reloadData()
        } else {
            tableView?.reloadSections([index], with: animations.reloadSections)
        }
    }
}

/// Returns the beginning of a model's description on one line, in at most 100 characters.
func shortDescription(of model: Any) -> String {
    let text = String(describing: model)
    let line = String(text.prefix(99).map { $0.isNewline ? " " : $0 })
    return text.count > 99 ? line + "…" : line
}
