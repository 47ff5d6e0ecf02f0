public import FoundationEssentials

/// A node that forwards each question to the child that it concerns: the superclass of root and section nodes.
///
/// Subclasses decide which child that is. Without such a child, the answer is the default, so an invalid index path
/// never traps.
@TableActor
open class PropagatingTableDelegate: CascadingBareTableDelegate {
    /// Returns the child that answers for a row. Default: nil.
    ///
    /// - Parameter indexPath: The index path of a row, which need not exist.
    /// - Returns: The child, or nil to use the default answers.
    open func childDelegate(forRowAt indexPath: IndexPath) -> (any CascadingTableDelegate)? { nil }

    /// Returns the child that answers for a whole section. Default: nil.
    ///
    /// - Parameter section: The index of a section, which need not exist.
    /// - Returns: The child, or nil to use the default answers.
    open func childDelegate(forSection section: Int) -> (any CascadingTableDelegate)? { nil }

    /// Returns the child at an index.
    ///
    /// - Parameter index: The index of a child, from 0.
    /// - Returns: The child, or nil if the index is out of range.
    public final func childDelegate(at index: Int) -> (any CascadingTableDelegate)? {
        let children = childDelegates
        return index >= 0 && index < children.count ? children[index] : nil
    }

    /// Returns the children of the rows, each child once.
    private func children(at indexPaths: IndexPath?...) -> [any CascadingTableDelegate] {
        var children: [any CascadingTableDelegate] = []
        for case let indexPath? in indexPaths {
            guard let child = childDelegate(forRowAt: indexPath), !children.contains(where: { $0 === child }) else {
                continue
            }
            children.append(child)
        }
        return children
    }

    /// Calls the body for each run of consecutive rows of one child.
    func forEachChild(
        ofRowsAt indexPaths: [IndexPath], _ body: (any CascadingTableDelegate, [IndexPath]) -> Void
    ) {
        forEachRun(of: indexPaths, by: childDelegate(forRowAt:), isOne: { $0 === $1 }) { child, own in
            if let child { body(child, own) }
        }
    }

    // MARK: Sections and rows

    open override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, cellForRowAt: indexPath) ?? TableViewCell()
    }

    // MARK: Display
    open override func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath)
    {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
    }
    open override func tableView(
        _ tableView: TableView, willDisplayHeaderView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        childDelegate(forSection: section)?.tableView(tableView, willDisplayHeaderView: view, forSection: section)
    }
    open override func tableView(
        _ tableView: TableView, willDisplayFooterView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        childDelegate(forSection: section)?.tableView(tableView, willDisplayFooterView: view, forSection: section)
    }
    open override func tableView(
        _ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath
    ) {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, didEndDisplaying: cell, forRowAt: indexPath)
    }
    open override func tableView(
        _ tableView: TableView, didEndDisplayingHeaderView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        childDelegate(forSection: section)?.tableView(tableView, didEndDisplayingHeaderView: view, forSection: section)
    }
    open override func tableView(
        _ tableView: TableView, didEndDisplayingFooterView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        childDelegate(forSection: section)?.tableView(tableView, didEndDisplayingFooterView: view, forSection: section)
    }

    // MARK: Heights
    open override func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, heightForRowAt: indexPath) ?? .automatic
    }
    open override func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Height {
        childDelegate(forSection: section)?.tableView(tableView, heightForHeaderInSection: section) ?? 0
    }
    open override func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Height {
        childDelegate(forSection: section)?.tableView(tableView, heightForFooterInSection: section) ?? 0
    }
    open override func tableView(_ tableView: TableView, estimatedHeightForRowAt indexPath: IndexPath) -> Height {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, estimatedHeightForRowAt: indexPath) ?? .automatic
    }
    open override func tableView(_ tableView: TableView, estimatedHeightForHeaderInSection section: Int) -> Height {
        childDelegate(forSection: section)?.tableView(tableView, estimatedHeightForHeaderInSection: section) ?? 0
    }
    open override func tableView(_ tableView: TableView, estimatedHeightForFooterInSection section: Int) -> Height {
        childDelegate(forSection: section)?.tableView(tableView, estimatedHeightForFooterInSection: section) ?? 0
    }
    open override func tableView(_ tableView: TableView, heightForEveryRowInSection section: Int) -> Height? {
        childDelegate(forSection: section)?.tableView(tableView, heightForEveryRowInSection: section)
    }

    // MARK: Headers and footers
    open override func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
        childDelegate(forSection: section)?.tableView(tableView, titleForHeaderInSection: section)
    }
    open override func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
        childDelegate(forSection: section)?.tableView(tableView, titleForFooterInSection: section)
    }
    open override func tableView(_ tableView: TableView, viewForHeaderInSection section: Int)
        -> TableViewHeaderFooterView?
    {
        childDelegate(forSection: section)?.tableView(tableView, viewForHeaderInSection: section)
    }
    open override func tableView(_ tableView: TableView, viewForFooterInSection section: Int)
        -> TableViewHeaderFooterView?
    {
        childDelegate(forSection: section)?.tableView(tableView, viewForFooterInSection: section)
    }

    // MARK: Highlighting and selecting
    open override func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, shouldHighlightRowAt: indexPath) ?? true
    }
    open override func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, didHighlightRowAt: indexPath)
    }
    open override func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, didUnhighlightRowAt: indexPath)
    }
    open override func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        guard let child = childDelegate(forRowAt: indexPath) else { return indexPath }
        return child.tableView(tableView, willSelectRowAt: indexPath)
    }
    open override func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
        guard let child = childDelegate(forRowAt: indexPath) else { return indexPath }
        return child.tableView(tableView, willDeselectRowAt: indexPath)
    }
    open override func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) throws {
        guard let child = childDelegate(forRowAt: indexPath) else { return }
        try tableView.start { try await child.tableView(tableView, didSelectRowAt: indexPath) }
    }
    open override func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) throws {
        guard let child = childDelegate(forRowAt: indexPath) else { return }
        try tableView.start { try await child.tableView(tableView, didDeselectRowAt: indexPath) }
    }
    open override func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) throws {
        guard let child = childDelegate(forRowAt: indexPath) else { return }
        try tableView.start { try await child.tableView(tableView, accessoryButtonTappedForRowWith: indexPath) }
    }

    // MARK: Editing
    open override func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, canEditRowAt: indexPath) ?? false
    }
    open override func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) throws {
        guard let child = childDelegate(forRowAt: indexPath) else { return }
        try tableView.start { try await child.tableView(tableView, commit: editingStyle, forRowAt: indexPath) }
    }
    open override func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath)
        -> TableViewCell.EditingStyle
    {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, editingStyleForRowAt: indexPath) ?? .delete
    }
    open override func tableView(_ tableView: TableView, titleForDeleteConfirmationButtonForRowAt indexPath: IndexPath)
        -> String?
    {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, titleForDeleteConfirmationButtonForRowAt: indexPath)
    }
    open override func tableView(_ tableView: TableView, editActionsForRowAt indexPath: IndexPath)
        -> [TableViewRowAction]?
    {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, editActionsForRowAt: indexPath)
    }
    open override func tableView(_ tableView: TableView, shouldIndentWhileEditingRowAt indexPath: IndexPath) -> Bool {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, shouldIndentWhileEditingRowAt: indexPath) ?? false
    }
    open override func tableView(_ tableView: TableView, willBeginEditingRowAt indexPath: IndexPath) {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, willBeginEditingRowAt: indexPath)
    }
    open override func tableView(_ tableView: TableView, didEndEditingRowAt indexPath: IndexPath?) {
        guard let indexPath else { return }
        childDelegate(forRowAt: indexPath)?.tableView(tableView, didEndEditingRowAt: indexPath)
    }
    open override func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath)
        -> [TableViewEditableField]
    {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, fieldsForEditingRowAt: indexPath) ?? []
    }
    open override func tableView(
        _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
    ) throws {
        guard let child = childDelegate(forRowAt: indexPath) else { return }
        try tableView.start { try await child.tableView(tableView, commitValues: values, forRowAt: indexPath) }
    }

    open override func tableView(
        _ tableView: TableView, fieldsForCreatingRowInSection section: Int
    ) -> [TableViewEditableField] {
        childDelegate(forSection: section)?.tableView(tableView, fieldsForCreatingRowInSection: section) ?? []
    }
    open override func tableView(
        _ tableView: TableView, createRowWith values: [String: String], inSection section: Int
    ) throws {
        guard let child = childDelegate(forSection: section) else { return }
        try tableView.start { try await child.tableView(tableView, createRowWith: values, inSection: section) }
    }

    // MARK: Moving and indenting
    open override func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, canMoveRowAt: indexPath) ?? false
    }
    open override func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) throws
    {
        let children = children(at: source, destination)
        try tableView.start {
            for child in children { try await child.tableView(tableView, moveRowAt: source, to: destination) }
        }
    }
    open override func tableView(
        _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
        toProposedIndexPath proposed: IndexPath
    ) -> IndexPath {
        children(at: source, proposed).reduce(proposed) { proposed, child in
            child.tableView(tableView, targetIndexPathForMoveFromRowAt: source, toProposedIndexPath: proposed)
        }
    }
    open override func tableView(_ tableView: TableView, canMoveSection section: Int) -> Bool {
        childDelegate(forSection: section)?.tableView(tableView, canMoveSection: section) ?? false
    }
    open override func tableView(_ tableView: TableView, moveSection source: Int, to destination: Int) throws {
        let sections = source == destination ? [source] : [source, destination]
        let children = sections.compactMap(childDelegate(forSection:))
        try tableView.start {
            for child in children { try await child.tableView(tableView, moveSection: source, to: destination) }
        }
    }
    open override func tableView(_ tableView: TableView, indentationLevelForRowAt indexPath: IndexPath) -> Int {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, indentationLevelForRowAt: indexPath) ?? 0
    }

    // MARK: Menus
    open override func tableView(_ tableView: TableView, shouldShowMenuForRowAt indexPath: IndexPath) -> Bool {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, shouldShowMenuForRowAt: indexPath) ?? false
    }
    open override func tableView(
        _ tableView: TableView, canPerformAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) -> Bool {
        childDelegate(forRowAt: indexPath)?.tableView(
            tableView, canPerformAction: action, forRowAt: indexPath, withSender: sender) ?? false
    }
    open override func tableView(
        _ tableView: TableView, performAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) throws {
        guard let child = childDelegate(forRowAt: indexPath) else { return }
        try tableView.start {
            try await child.tableView(tableView, performAction: action, forRowAt: indexPath, withSender: sender)
        }
    }

    // MARK: Swipe actions, menus, primary action and multiple selection
    open override func tableView(_ tableView: TableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, leadingSwipeActionsConfigurationForRowAt: indexPath)
    }
    open override func tableView(_ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, trailingSwipeActionsConfigurationForRowAt: indexPath)
    }
    open override func tableView(_ tableView: TableView, contextMenuConfigurationForRowAt indexPath: IndexPath)
        -> TableViewContextMenuConfiguration?
    {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, contextMenuConfigurationForRowAt: indexPath)
    }
    open override func tableView(_ tableView: TableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, canPerformPrimaryActionForRowAt: indexPath) ?? false
    }
    open override func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) throws {
        guard let child = childDelegate(forRowAt: indexPath) else { return }
        try tableView.start { try await child.tableView(tableView, performPrimaryActionForRowAt: indexPath) }
    }
    open override func tableView(_ tableView: TableView, selectionFollowsFocusForRowAt indexPath: IndexPath) -> Bool {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, selectionFollowsFocusForRowAt: indexPath) ?? false
    }
    open override func tableView(_ tableView: TableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath)
        -> Bool
    {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, shouldBeginMultipleSelectionInteractionAt: indexPath)
            ?? false
    }
    open override func tableView(_ tableView: TableView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath) {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, didBeginMultipleSelectionInteractionAt: indexPath)
    }
    open override func tableViewDidEndMultipleSelectionInteraction(_ tableView: TableView) {
        for child in childDelegates { child.tableViewDidEndMultipleSelectionInteraction(tableView) }
    }

    // MARK: Expanding, drag and drop
    open override func tableView(_ tableView: TableView, expansionForRowAt indexPath: IndexPath)
        -> TableViewRowExpansion?
    {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, expansionForRowAt: indexPath)
    }
    open override func tableView(_ tableView: TableView, didExpandRowAt indexPath: IndexPath) throws {
        guard let child = childDelegate(forRowAt: indexPath) else { return }
        try tableView.start { try await child.tableView(tableView, didExpandRowAt: indexPath) }
    }
    open override func tableView(_ tableView: TableView, didCollapseRowAt indexPath: IndexPath) throws {
        guard let child = childDelegate(forRowAt: indexPath) else { return }
        try tableView.start { try await child.tableView(tableView, didCollapseRowAt: indexPath) }
    }
    open override func tableView(_ tableView: TableView, itemsForBeginningDragAt indexPath: IndexPath)
        -> [TableViewDragItem]
    {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, itemsForBeginningDragAt: indexPath) ?? []
    }
    open override func tableView(_ tableView: TableView, canHandle drop: TableViewDrop) -> Bool {
        childDelegate(forRowAt: drop.destination)?.tableView(tableView, canHandle: drop) ?? false
    }
    open override func tableView(_ tableView: TableView, performDropWith drop: TableViewDrop) throws {
        guard let child = childDelegate(forRowAt: drop.destination) else { return }
        try tableView.start { try await child.tableView(tableView, performDropWith: drop) }
    }

    // MARK: Focus
    open override func tableView(_ tableView: TableView, canFocusRowAt indexPath: IndexPath) -> Bool {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, canFocusRowAt: indexPath) ?? false
    }
    open override func tableView(_ tableView: TableView, shouldUpdateFocusIn context: TableViewFocusUpdateContext)
        -> Bool
    {
        children(at: context.previouslyFocusedIndexPath, context.nextFocusedIndexPath)
            .allSatisfy { $0.tableView(tableView, shouldUpdateFocusIn: context) }
    }
    open override func tableView(_ tableView: TableView, didUpdateFocusIn context: TableViewFocusUpdateContext) {
        for child in children(at: context.previouslyFocusedIndexPath, context.nextFocusedIndexPath) {
            child.tableView(tableView, didUpdateFocusIn: context)
        }
    }
    open override func indexPathForPreferredFocusedView(in tableView: TableView) -> IndexPath? {
        for child in childDelegates {
            if let indexPath = child.indexPathForPreferredFocusedView(in: tableView) { return indexPath }
        }
        return nil
    }

    // MARK: Index
    open override func sectionIndexTitles(for tableView: TableView) -> [String]? {
        let titles = childDelegates.flatMap { $0.sectionIndexTitles(for: tableView) ?? [] }
        return titles.isEmpty ? nil : titles
    }
    open override func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int)
        -> Int
    {
        guard index >= 0 else { return 0 }
        var first = 0
        for child in childDelegates {
            let count = child.sectionIndexTitles(for: tableView)?.count ?? 0
            if index < first + count {
                return child.tableView(tableView, sectionForSectionIndexTitle: title, at: index - first)
            }
            first += count
        }
        return 0
    }

    // MARK: Identity and loading
    open override func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? {
        childDelegate(forSection: section)?.tableView(tableView, identifierForSection: section)
    }
    open override func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        childDelegate(forRowAt: indexPath)?.tableView(tableView, identifierForRowAt: indexPath)
    }
    open override func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath?
    {
        for child in childDelegates {
            if let indexPath = child.tableView(tableView, indexPathForRowWithIdentifier: identifier) {
                return indexPath
            }
        }
        return nil
    }
    open override func tableView(
        _ tableView: TableView, rowsInSection section: Int, matching query: TableQuery
    ) -> TableRowOrder? {
        childDelegate(forSection: section)?.tableView(tableView, rowsInSection: section, matching: query)
    }
    open override func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? {
        var work: [TablePrefetch] = []
        forEachChild(ofRowsAt: indexPaths) { child, own in
            if let load = child.tableView(tableView, prefetchRowsAt: own) { work.append(load) }
        }
        return .all(work)
    }
    open override func tableView(
        _ tableView: TableView, prefetchNumberOfRowsInSection section: Int
    ) -> TablePrefetch? {
        childDelegate(forSection: section)?.tableView(tableView, prefetchNumberOfRowsInSection: section)
    }
    open override func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {
        forEachChild(ofRowsAt: indexPaths) { child, own in
            child.tableView(tableView, cancelPrefetchingForRowsAt: own)
        }
    }
    open override func columns(in tableView: TableView) -> [TableViewColumn] {
        for child in childDelegates {
            let columns = child.columns(in: tableView)
            if !columns.isEmpty { return columns }
        }
        return []
    }
}
