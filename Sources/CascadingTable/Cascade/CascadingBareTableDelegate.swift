public import Essentials

/// A node that answers every question with the default. Subclass it for rows and for nodes of your own kind.
///
/// It has no rows and an empty cell, and does not forward questions to its children. Override the methods that your
/// node answers itself. With `override`, the compiler reports a misspelled method.
///
/// ```swift
/// final class FruitRow: CascadingBareTableDelegate {
///     override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
///         TableViewCell(title: "Apple")
///     }
/// }
/// ```
///
/// The defaults are those of ``TableViewDataSource`` and ``TableViewDelegate``, except for the identifiers of rows and
/// sections; see ``identifier``.
///
/// Actions such as `didSelectRowAt` have a form with `async` and one without. If a superclass overrides the form with
/// `async`, override that form. A server does not start with an override that is never called.
@TableActor
open class CascadingBareTableDelegate: CascadingTableDelegate {
    /// The position of the node among its parent's children, from 0. The parent sets it.
    public final var index: Int

    /// The parent of the node; nil for a root. The reference is weak.
    public final var parentDelegate: (any CascadingTableDelegate)? {
        // A direct `if let` avoids the isolation check that a closure needs at run time.
        get { if let parentLink { parentLink.object } else { foreignParent } }
        set {
            parentLink = (newValue as? CascadingBareTableDelegate)?.link
            foreignParent = parentLink == nil ? newValue : nil
        }
    }
    private final var parentLink: WeakReference<CascadingBareTableDelegate>?
    /// The parent, if its class is not derived from this class.
    private final weak var foreignParent: (any CascadingTableDelegate)?

    /// The children of the node, in order.
    ///
    /// Setting it gives each child its index and parent, and prepares new children for the table.
    /// ``childDelegatesDidChange(from:)`` is called after each change.
    ///
    /// Cost: a change takes time in proportion to the number of children. Add many children in one assignment.
    public final var childDelegates: [any CascadingTableDelegate] {
        get { children }
        set {
            let previous = children
            children = newValue
            childDelegatesDidChange(from: previous)
        }
    }
    /// The stored children. Only this file changes them, so the compiler leaves out exclusivity checks at run time.
    private final var children: [any CascadingTableDelegate]

    /// The table that shows the node; nil if none does. The reference is weak.
    public var tableView: TableView? { tableLink?.object }
    private final var tableLink: WeakReference<TableView>?

    /// The reference through which children find this node, created for the first child.
    private final var link: WeakReference<CascadingBareTableDelegate> {
        if let ownLink { return ownLink }
        let link = WeakReference(self)
        ownLink = link
        return link
    }
    private final var ownLink: WeakReference<CascadingBareTableDelegate>?

    /// The default identifier, created once because it is read often.
    private final let ownName: String

    /// Creates a node.
    ///
    /// - Parameters:
    ///   - index: The position of the node among its parent's children. The parent replaces it.
    ///   - childDelegates: The children of the node, in order.
    public init(index: Int = 0, childDelegates: [any CascadingTableDelegate] = []) {
        self.index = index
        children = childDelegates
        ownName = SerialNumber.nextName()
        forwards = type(of: self).forwards
        adoptChildDelegates(replacing: [])
    }

    /// Creates a node without children that no one asks for its identifier, so that it takes no number from others.
    init(unnamed: ()) {
        (index, children, ownName, forwards) = (0, [], "", false)
    }

    /// The identifier of the node's row or section, which stays with it when it moves.
    ///
    /// Default: a name that is unique in the process. Nodes are numbered in the order of their creation. If a restarted
    /// process creates its nodes in that order again, the identifiers are equal. Override it with an identifier from
    /// your data.
    open var identifier: String { ownName }

    /// Adds the node and its descendants to a table. If another table shows the node, that table removes it.
    ///
    /// Override it to learn about the table. Call `super`.
    ///
    /// - Parameter tableView: The table that shows the node from now on.
    open func prepare(tableView: TableView) {
        if let other = tableLink?.object, other !== tableView {
            other.remove(self, takenBy: tableView)
            Self.leaveTable(self)
        }
        tableLink = tableView.link
        for (index, child) in childDelegates.enumerated() {
            child.prepare(tableView: tableView)
            // If the node was in both trees, the other table has cleared its parent.
            guard child.parentDelegate == nil else { continue }
            child.parentDelegate = self
            child.index = index
        }
    }

    /// Returns the node that answers every question about a row and performs its actions: this node, by default.
    ///
    /// See ``CascadingTableDelegate/forwardingTarget(forRowAt:)``.
    ///
    /// - Parameter indexPath: The index path of a row.
    open func forwardingTarget(forRowAt indexPath: IndexPath) -> any CascadingTableDelegate { self }

    /// Responds to a change of the children. Indexes and parents are already set. Call `super` first when you override
    /// it.
    ///
    /// - Parameter previous: The children before the change.
    open func childDelegatesDidChange(from previous: [any CascadingTableDelegate]) {
        adoptChildDelegates(replacing: previous)
    }

    /// Gives each child its index and parent, releases removed children, and prepares new ones.
    private func adoptChildDelegates(replacing previous: [any CascadingTableDelegate]) {
        let children = childDelegates
        // If children were only appended, the children before them need no update.
        let isAppended =
            previous.count <= children.count && previous.indices.allSatisfy { previous[$0] === children[$0] }
        var added: [any CascadingTableDelegate] = []
        for index in (isAppended ? previous.count : 0)..<children.count {
            let child = children[index]
            child.index = index
            guard child.parentDelegate !== self else { continue }
            child.parentDelegate = self
            added.append(child)
        }
        if !isAppended { release(previous, unlessIn: children) }
        guard let tableView = tableLink?.object else { return }
        // The `prepare` of a child may change the children.
        for child in added where child.parentDelegate === self { child.prepare(tableView: tableView) }
    }

    /// Clears parent and table of children that were removed, unless another parent has adopted them.
    private func release(_ previous: [any CascadingTableDelegate], unlessIn children: [any CascadingTableDelegate]) {
        for child in previous {
            guard child.parentDelegate === self else {
                // The new parent may not be in a table yet. Then nothing else clears the table of the child.
                let parent = child.parentDelegate as? CascadingBareTableDelegate
                if let parent, parent.tableLink?.object == nil { Self.leaveTable(child) }
                continue
            }
            // The children were just numbered, so a remaining child is at its index.
            if children.indices.contains(child.index), children[child.index] === child { continue }
            child.parentDelegate = nil
            Self.leaveTable(child)
        }
    }

    /// Clears the table of a node and its descendants, so that they no longer reload it.
    private static func leaveTable(_ node: any CascadingTableDelegate) {
        (node as? CascadingBareTableDelegate)?.tableLink = nil
        for child in node.childDelegates where child.parentDelegate == nil || child.parentDelegate === node {
            leaveTable(child)
        }
    }

    // MARK: Forwarding

    /// Returns the child that answers for a row; nil if the node answers itself.
    func childDelegate(forRowAt indexPath: IndexPath) -> (any CascadingTableDelegate)? { nil }

    /// Returns the child that answers for a whole section; nil if the node answers itself.
    func childDelegate(forSection section: Int) -> (any CascadingTableDelegate)? { nil }

    /// A Boolean value that indicates whether nodes of the class forward questions. Others are not asked for a child.
    class var forwards: Bool { false }
    private final let forwards: Bool

    /// The child that is asked about a row in place of this node.
    private final func row(_ indexPath: IndexPath) -> (any CascadingTableDelegate)? {
        forwards ? childDelegate(forRowAt: indexPath) : nil
    }

    /// The child that is asked about a section in place of this node.
    private final func section(_ section: Int) -> (any CascadingTableDelegate)? {
        forwards ? childDelegate(forSection: section) : nil
    }

    /// Starts an action of a child, which may wait. Does nothing without a child.
    private final func start(
        _ tableView: TableView, _ child: (any CascadingTableDelegate)?,
        _ action: @escaping @TableActor (any CascadingTableDelegate) async throws -> Void
    ) throws {
        if let child { try tableView.start { try await action(child) } }
    }

    // MARK: Sections and rows

    /// Returns 1.
    open func numberOfSections(in tableView: TableView) -> Int { 1 }
    open func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 0 }
    open func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
        row(indexPath)?.tableView(tableView, cellForRowAt: indexPath) ?? TableViewCell()
    }

    // MARK: Display
    open func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {
        row(indexPath)?.tableView(tableView, willDisplay: cell, forRowAt: indexPath)
    }
    open func tableView(
        _ tableView: TableView, willDisplayHeaderView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        self.section(section)?.tableView(tableView, willDisplayHeaderView: view, forSection: section)
    }
    open func tableView(
        _ tableView: TableView, willDisplayFooterView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        self.section(section)?.tableView(tableView, willDisplayFooterView: view, forSection: section)
    }
    open func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) {
        row(indexPath)?.tableView(tableView, didEndDisplaying: cell, forRowAt: indexPath)
    }
    open func tableView(
        _ tableView: TableView, didEndDisplayingHeaderView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        self.section(section)?.tableView(tableView, didEndDisplayingHeaderView: view, forSection: section)
    }
    open func tableView(
        _ tableView: TableView, didEndDisplayingFooterView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        self.section(section)?.tableView(tableView, didEndDisplayingFooterView: view, forSection: section)
    }

    // MARK: Heights
    open func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height {
        row(indexPath)?.tableView(tableView, heightForRowAt: indexPath) ?? .automatic
    }
    open func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Height {
        self.section(section)?.tableView(tableView, heightForHeaderInSection: section) ?? 0
    }
    open func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Height {
        self.section(section)?.tableView(tableView, heightForFooterInSection: section) ?? 0
    }
    open func tableView(_ tableView: TableView, heightForEveryRowInSection section: Int) -> Height? {
        self.section(section)?.tableView(tableView, heightForEveryRowInSection: section)
    }

    // MARK: Headers and footers
    open func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? {
        self.section(section)?.tableView(tableView, titleForHeaderInSection: section)
    }
    open func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? {
        self.section(section)?.tableView(tableView, titleForFooterInSection: section)
    }
    open func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> TableViewHeaderFooterView? {
        self.section(section)?.tableView(tableView, viewForHeaderInSection: section)
    }
    open func tableView(_ tableView: TableView, viewForFooterInSection section: Int) -> TableViewHeaderFooterView? {
        self.section(section)?.tableView(tableView, viewForFooterInSection: section)
    }

    // MARK: Highlighting and selecting
    open func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        row(indexPath)?.tableView(tableView, shouldHighlightRowAt: indexPath) ?? true
    }
    open func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {
        row(indexPath)?.tableView(tableView, didHighlightRowAt: indexPath)
    }
    open func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {
        row(indexPath)?.tableView(tableView, didUnhighlightRowAt: indexPath)
    }
    open func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        guard let child = row(indexPath) else { return indexPath }
        return child.tableView(tableView, willSelectRowAt: indexPath)
    }
    open func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
        guard let child = row(indexPath) else { return indexPath }
        return child.tableView(tableView, willDeselectRowAt: indexPath)
    }
    open func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) throws {
        try start(tableView, row(indexPath)) { try await $0.tableView(tableView, didSelectRowAt: indexPath) }
    }
    open func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) async throws {
        try withoutWaiting { try self.tableView(tableView, didSelectRowAt: indexPath) }
    }
    open func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) throws {
        try start(tableView, row(indexPath)) { try await $0.tableView(tableView, didDeselectRowAt: indexPath) }
    }
    open func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) async throws {
        try withoutWaiting { try self.tableView(tableView, didDeselectRowAt: indexPath) }
    }
    open func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) throws {
        try start(tableView, row(indexPath)) {
            try await $0.tableView(tableView, accessoryButtonTappedForRowWith: indexPath)
        }
    }
    open func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) async throws {
        try withoutWaiting { try self.tableView(tableView, accessoryButtonTappedForRowWith: indexPath) }
    }

    // MARK: Editing
    open func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool {
        row(indexPath)?.tableView(tableView, canEditRowAt: indexPath)
            ?? (!forwards && commits(rowAt: indexPath))
    }
    /// Returns whether the node or its child implements `commit` for a row, so that the row can be deleted.
    ///
    /// Override it together with `commit` if only some rows can be edited. Default: whether the class overrides `commit`.
    open func commits(rowAt indexPath: IndexPath) -> Bool {
        ActionMethod.commit.isOverridden(in: type(of: self))
            || row(indexPath)?.implementsCommit(forRowAt: indexPath) == true
    }
    open func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) throws {
        try start(tableView, row(indexPath)) {
            try await $0.tableView(tableView, commit: editingStyle, forRowAt: indexPath)
        }
    }
    open func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) async throws {
        try withoutWaiting { try self.tableView(tableView, commit: editingStyle, forRowAt: indexPath) }
    }
    open func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath) -> TableViewCell.EditingStyle
    {
        row(indexPath)?.tableView(tableView, editingStyleForRowAt: indexPath) ?? .delete
    }
    open func tableView(_ tableView: TableView, titleForDeleteConfirmationButtonForRowAt indexPath: IndexPath)
        -> String?
    {
        row(indexPath)?.tableView(tableView, titleForDeleteConfirmationButtonForRowAt: indexPath)
    }
    open func tableView(_ tableView: TableView, editActionsForRowAt indexPath: IndexPath) -> [TableViewRowAction]? {
        row(indexPath)?.tableView(tableView, editActionsForRowAt: indexPath)
    }
    open func tableView(_ tableView: TableView, shouldIndentWhileEditingRowAt indexPath: IndexPath) -> Bool {
        row(indexPath)?.tableView(tableView, shouldIndentWhileEditingRowAt: indexPath) ?? false
    }
    open func tableView(_ tableView: TableView, willBeginEditingRowAt indexPath: IndexPath) {
        row(indexPath)?.tableView(tableView, willBeginEditingRowAt: indexPath)
    }
    open func tableView(_ tableView: TableView, didEndEditingRowAt indexPath: IndexPath?) {
        if let indexPath { row(indexPath)?.tableView(tableView, didEndEditingRowAt: indexPath) }
    }
    open func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath)
        -> [TableViewEditableField]
    {
        row(indexPath)?.tableView(tableView, fieldsForEditingRowAt: indexPath) ?? []
    }
    open func tableView(
        _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
    ) throws {
        try start(tableView, row(indexPath)) {
            try await $0.tableView(tableView, commitValues: values, forRowAt: indexPath)
        }
    }
    open func tableView(
        _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
    ) async throws {
        try withoutWaiting { try self.tableView(tableView, commitValues: values, forRowAt: indexPath) }
    }
    open func tableView(
        _ tableView: TableView, fieldsForCreatingRowInSection section: Int
    ) -> [TableViewEditableField] {
        self.section(section)?.tableView(tableView, fieldsForCreatingRowInSection: section) ?? []
    }
    open func tableView(
        _ tableView: TableView, createRowWith values: [String: String], inSection section: Int
    ) throws {
        try start(tableView, self.section(section)) {
            try await $0.tableView(tableView, createRowWith: values, inSection: section)
        }
    }
    open func tableView(
        _ tableView: TableView, createRowWith values: [String: String], inSection section: Int
    ) async throws {
        try withoutWaiting { try self.tableView(tableView, createRowWith: values, inSection: section) }
    }

    // MARK: Moving and indenting
    open func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool {
        row(indexPath)?.tableView(tableView, canMoveRowAt: indexPath) ?? (!forwards && implementsMove)
    }
    open func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) throws {}
    open func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) async throws {
        try withoutWaiting { try self.tableView(tableView, moveRowAt: source, to: destination) }
    }
    open func tableView(_ tableView: TableView, canMoveSection section: Int) -> Bool {
        self.section(section)?.tableView(tableView, canMoveSection: section) ?? false
    }
    open func tableView(_ tableView: TableView, moveSection source: Int, to destination: Int) throws {}
    open func tableView(_ tableView: TableView, moveSection source: Int, to destination: Int) async throws {
        try withoutWaiting { try self.tableView(tableView, moveSection: source, to: destination) }
    }
    open func tableView(
        _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
        toProposedIndexPath proposed: IndexPath
    ) -> IndexPath { proposed }
    open func tableView(_ tableView: TableView, indentationLevelForRowAt indexPath: IndexPath) -> Int {
        row(indexPath)?.tableView(tableView, indentationLevelForRowAt: indexPath) ?? 0
    }

    // MARK: Menus
    open func tableView(_ tableView: TableView, shouldShowMenuForRowAt indexPath: IndexPath) -> Bool {
        row(indexPath)?.tableView(tableView, shouldShowMenuForRowAt: indexPath) ?? false
    }
    open func tableView(
        _ tableView: TableView, canPerformAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) -> Bool {
        row(indexPath)?.tableView(tableView, canPerformAction: action, forRowAt: indexPath, withSender: sender)
            ?? false
    }
    open func tableView(
        _ tableView: TableView, performAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) throws {
        try start(tableView, row(indexPath)) {
            try await $0.tableView(tableView, performAction: action, forRowAt: indexPath, withSender: sender)
        }
    }
    open func tableView(
        _ tableView: TableView, performAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) async throws {
        try withoutWaiting {
            try self.tableView(tableView, performAction: action, forRowAt: indexPath, withSender: sender)
        }
    }

    // MARK: Swipe actions, menus, primary action and multiple selection
    open func tableView(_ tableView: TableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        row(indexPath)?.tableView(tableView, leadingSwipeActionsConfigurationForRowAt: indexPath)
    }
    open func tableView(_ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        if let child = row(indexPath) {
            return child.tableView(tableView, trailingSwipeActionsConfigurationForRowAt: indexPath)
        }
        return self.tableView(tableView, editActionsForRowAt: indexPath).map {
            TableViewSwipeActionsConfiguration(actions: $0)
        }
    }
    open func tableView(_ tableView: TableView, contextMenuConfigurationForRowAt indexPath: IndexPath)
        -> TableViewContextMenuConfiguration?
    {
        row(indexPath)?.tableView(tableView, contextMenuConfigurationForRowAt: indexPath)
    }
    open func tableView(_ tableView: TableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool {
        row(indexPath)?.tableView(tableView, canPerformPrimaryActionForRowAt: indexPath) ?? false
    }
    open func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) throws {
        try start(tableView, row(indexPath)) {
            try await $0.tableView(tableView, performPrimaryActionForRowAt: indexPath)
        }
    }
    open func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) async throws {
        try withoutWaiting { try self.tableView(tableView, performPrimaryActionForRowAt: indexPath) }
    }
    open func tableView(_ tableView: TableView, selectionFollowsFocusForRowAt indexPath: IndexPath) -> Bool {
        row(indexPath)?.tableView(tableView, selectionFollowsFocusForRowAt: indexPath) ?? false
    }
    open func tableView(_ tableView: TableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath)
        -> Bool
    {
        row(indexPath)?.tableView(tableView, shouldBeginMultipleSelectionInteractionAt: indexPath) ?? false
    }
    open func tableView(_ tableView: TableView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath) {
        row(indexPath)?.tableView(tableView, didBeginMultipleSelectionInteractionAt: indexPath)
    }
    /// Does nothing.
    open func tableViewDidEndMultipleSelectionInteraction(_ tableView: TableView) {}

    // MARK: Expanding, drag and drop
    open func tableView(_ tableView: TableView, expansionForRowAt indexPath: IndexPath) -> TableViewRowExpansion? {
        row(indexPath)?.tableView(tableView, expansionForRowAt: indexPath)
    }
    open func tableView(_ tableView: TableView, didExpandRowAt indexPath: IndexPath) throws {
        try start(tableView, row(indexPath)) { try await $0.tableView(tableView, didExpandRowAt: indexPath) }
    }
    open func tableView(_ tableView: TableView, didExpandRowAt indexPath: IndexPath) async throws {
        try withoutWaiting { try self.tableView(tableView, didExpandRowAt: indexPath) }
    }
    open func tableView(_ tableView: TableView, didCollapseRowAt indexPath: IndexPath) throws {
        try start(tableView, row(indexPath)) { try await $0.tableView(tableView, didCollapseRowAt: indexPath) }
    }
    open func tableView(_ tableView: TableView, didCollapseRowAt indexPath: IndexPath) async throws {
        try withoutWaiting { try self.tableView(tableView, didCollapseRowAt: indexPath) }
    }
    open func tableView(_ tableView: TableView, itemsForBeginningDragAt indexPath: IndexPath) -> [TableViewDragItem] {
        row(indexPath)?.tableView(tableView, itemsForBeginningDragAt: indexPath) ?? []
    }
    open func tableView(_ tableView: TableView, canHandle drop: TableViewDrop) -> Bool {
        row(drop.destination)?.tableView(tableView, canHandle: drop) ?? false
    }
    open func tableView(_ tableView: TableView, performDropWith drop: TableViewDrop) throws {
        try start(tableView, row(drop.destination)) { try await $0.tableView(tableView, performDropWith: drop) }
    }
    open func tableView(_ tableView: TableView, performDropWith drop: TableViewDrop) async throws {
        try withoutWaiting { try self.tableView(tableView, performDropWith: drop) }
    }

    // MARK: Focus
    open func tableView(_ tableView: TableView, canFocusRowAt indexPath: IndexPath) -> Bool {
        row(indexPath)?.tableView(tableView, canFocusRowAt: indexPath) ?? false
    }
    open func tableView(_ tableView: TableView, shouldUpdateFocusIn context: TableViewFocusUpdateContext) -> Bool {
        true
    }
    open func tableView(_ tableView: TableView, didUpdateFocusIn context: TableViewFocusUpdateContext) {}
    /// Returns nil, for no row.
    open func indexPathForPreferredFocusedView(in tableView: TableView) -> IndexPath? { nil }

    // MARK: Index
    /// Returns nil, for no index.
    open func sectionIndexTitles(for tableView: TableView) -> [String]? { nil }
    open func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int { 0 }

    // MARK: Identity and loading
    /// Returns the node's identifier if the node is a section of a root, and nil if it is the root.
    open func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? {
        parentDelegate == nil ? nil : identifier
    }
    /// Returns the node's identifier if the node is a row, and nil if it has rows of its own.
    open func tableView(_ tableView: TableView, identifierForRowAt indexPath: IndexPath) -> String? {
        self.tableView(tableView, numberOfRowsInSection: indexPath.section) > 0 ? nil : identifier
    }
    open func tableView(_ tableView: TableView, indexPathForRowWithIdentifier identifier: String) -> IndexPath? { nil }
    open func tableView(
        _ tableView: TableView, indexPathForRowStartingWith text: String, after indexPath: IndexPath?
    ) -> IndexPath? {
        tableView.searchForRow(
            startingWith: text, after: indexPath, inSection: parentDelegate == nil ? nil : index)
    }
    open func tableView(_ tableView: TableView, tableAnswering query: TableQuery) -> TableView? { nil }
    open func tableView(
        _ tableView: TableView, rowsInSection section: Int, matching query: TableQuery
    ) -> TableRowOrder? {
        self.section(section)?.tableView(tableView, rowsInSection: section, matching: query)
    }
    open func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? { nil }
    open func tableView(_ tableView: TableView, prefetchNumberOfRowsInSection section: Int) -> TablePrefetch? {
        self.section(section)?.tableView(tableView, prefetchNumberOfRowsInSection: section)
    }
    open func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {}
    open func tableView(_ tableView: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch? { nil }
    /// Returns no columns.
    open func columns(in tableView: TableView) -> [TableViewColumn] { [] }
}

// A node with sections of its own shows all of them if it is the root, and only the first as a child of a root.

extension CascadingBareTableDelegate {
    /// Returns the node's own section for a section of the table; nil if another node provides it.
    package func ownSection(at section: Int) -> Int? {
        guard parentDelegate != nil else { return section }
        return section == index ? 0 : nil
    }

    /// Returns the section of the table that shows one of the node's own sections; nil if it is not shown.
    package func tableSection(ofOwn section: Int) -> Int? {
        guard parentDelegate != nil else { return section }
        return section == 0 ? index : nil
    }

    package func ownIndexPath(at indexPath: IndexPath) -> IndexPath? {
        ownSection(at: indexPath.section).map { IndexPath(row: indexPath.row, section: $0) }
    }

    package func tableIndexPath(ofOwn indexPath: IndexPath) -> IndexPath? {
        tableSection(ofOwn: indexPath.section).map { IndexPath(row: indexPath.row, section: $0) }
    }
}
