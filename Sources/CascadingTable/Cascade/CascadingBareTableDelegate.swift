public import FoundationEssentials

/// A node that answers everything with its default: the base to subclass for a row, or for a node of an own kind.
///
/// It shows no rows, an empty cell, and passes nothing on. Override what your node answers itself; a misspelt method
/// does not compile, for it overrides nothing.
///
/// ```swift
/// final class FruitRow: CascadingBareTableDelegate {
///     override func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
///         TableViewCell(title: "Apple")
///     }
/// }
/// ```
@TableActor
open class CascadingBareTableDelegate: CascadingTableDelegate {
    public final var index: Int

    /// Not held.
    public final var parentDelegate: (any CascadingTableDelegate)? {
        // A closure would be checked for the actor it is called on.
        get { if let parentLink { parentLink.object } else { foreignParent } }
        set {
            parentLink = (newValue as? CascadingBareTableDelegate)?.link
            foreignParent = parentLink == nil ? newValue : nil
        }
    }
    private final var parentLink: WeakReference<CascadingBareTableDelegate>?
    /// A parent of another class.
    private final weak var foreignParent: (any CascadingTableDelegate)?

    /// The nodes below this one; see ``childDelegatesDidChange(from:)`` for what follows a change.
    ///
    /// Each change looks at every child once: add many at once rather than one by one.
    public final var childDelegates: [any CascadingTableDelegate] {
        get { children }
        set {
            let previous = children
            children = newValue
            childDelegatesDidChange(from: previous)
        }
    }
    /// Read for every question. What only this file can change at once and as a whole needs no check at run time that
    /// nobody changes it meanwhile.
    private final var children: [any CascadingTableDelegate]

    /// The table the node was prepared for, while it is in one. Not held.
    public final private(set) var tableView: TableView? {
        get { tableLink?.object }
        set { tableLink = newValue?.link }
    }
    private final var tableLink: WeakReference<TableView>?

    /// How its children find it; made with the first of them.
    private final var link: WeakReference<CascadingBareTableDelegate> {
        if let ownLink { return ownLink }
        let link = WeakReference(self)
        ownLink = link
        return link
    }
    private final var ownLink: WeakReference<CascadingBareTableDelegate>?

    /// Asked for again and again, so it is made once.
    private final let ownName = SerialNumber.nextName()

    public init(index: Int = 0, childDelegates: [any CascadingTableDelegate] = []) {
        self.index = index
        children = childDelegates
        adoptChildDelegates(replacing: [])
    }

    /// The name its row or section keeps when it moves: unique while the process runs. Override it with one that lasts.
    ///
    /// Nodes are numbered as they are made, so a tree that is made alike has the same names.
    open var identifier: String { ownName }

    /// Brings the node and those below it into a table. A node that another table shows leaves that one.
    open func prepare(tableView: TableView) {
        if let other = self.tableView, other !== tableView {
            other.remove(self, takenBy: tableView)
            Self.leaveTable(self)
        }
        self.tableView = tableView
        for (index, child) in childDelegates.enumerated() {
            child.prepare(tableView: tableView)
            // The other table may have taken the parent from a node that was in both trees.
            guard child.parentDelegate == nil else { continue }
            child.parentDelegate = self
            child.index = index
        }
    }

    open func responder(forRowAt indexPath: IndexPath) -> any CascadingTableDelegate { self }

    /// Called after each change of `childDelegates`, when indexes and parents are right; call `super` first.
    open func childDelegatesDidChange(from previous: [any CascadingTableDelegate]) {
        adoptChildDelegates(replacing: previous)
    }

    /// Gives each child its index and this parent, takes the parent from those removed, and prepares those added.
    private func adoptChildDelegates(replacing previous: [any CascadingTableDelegate]) {
        let children = childDelegates
        // Where children were only appended, those before them are right already.
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
        guard let tableView else { return }
        // A child that is being prepared may change the children.
        for child in added where child.parentDelegate === self { child.prepare(tableView: tableView) }
    }

    /// Takes parent and table from those no longer among the children, unless another parent has taken them.
    private func release(_ previous: [any CascadingTableDelegate], unlessIn children: [any CascadingTableDelegate]) {
        for child in previous {
            guard child.parentDelegate === self else {
                // A parent that is in no table yet has taken it.
                let parent = child.parentDelegate as? CascadingBareTableDelegate
                if let parent, parent.tableView == nil { Self.leaveTable(child) }
                continue
            }
            // The children have just been numbered, so one of them is where its index leads to.
            if children.indices.contains(child.index), children[child.index] === child { continue }
            child.parentDelegate = nil
            Self.leaveTable(child)
        }
    }

    /// Makes a branch forget its table, so that it reloads nothing there any more.
    private static func leaveTable(_ node: any CascadingTableDelegate) {
        (node as? CascadingBareTableDelegate)?.tableView = nil
        for child in node.childDelegates where child.parentDelegate == nil || child.parentDelegate === node {
            leaveTable(child)
        }
    }

    // MARK: What there is

    open func numberOfSections(in tableView: TableView) -> Int { 1 }
    open func tableView(_ tableView: TableView, numberOfRowsInSection section: Int) -> Int { 0 }
    open func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell { TableViewCell() }

    // MARK: Display
    open func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {}
    open func tableView(
        _ tableView: TableView, willDisplayHeaderView view: TableViewHeaderFooterView, forSection section: Int
    ) {}
    open func tableView(
        _ tableView: TableView, willDisplayFooterView view: TableViewHeaderFooterView, forSection section: Int
    ) {}
    open func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) {}
    open func tableView(
        _ tableView: TableView, didEndDisplayingHeaderView view: TableViewHeaderFooterView, forSection section: Int
    ) {}
    open func tableView(
        _ tableView: TableView, didEndDisplayingFooterView view: TableViewHeaderFooterView, forSection section: Int
    ) {}

    // MARK: Heights
    open func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height { .automatic }
    open func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Height { 0 }
    open func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Height { 0 }
    open func tableView(_ tableView: TableView, estimatedHeightForRowAt indexPath: IndexPath) -> Height {
        self.tableView(tableView, heightForRowAt: indexPath)
    }
    open func tableView(_ tableView: TableView, estimatedHeightForHeaderInSection section: Int) -> Height {
        self.tableView(tableView, heightForHeaderInSection: section)
    }
    open func tableView(_ tableView: TableView, estimatedHeightForFooterInSection section: Int) -> Height {
        self.tableView(tableView, heightForFooterInSection: section)
    }
    open func tableView(_ tableView: TableView, heightForEveryRowInSection section: Int) -> Height? { nil }

    // MARK: Headers and footers
    open func tableView(_ tableView: TableView, titleForHeaderInSection section: Int) -> String? { nil }
    open func tableView(_ tableView: TableView, titleForFooterInSection section: Int) -> String? { nil }
    open func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> TableViewHeaderFooterView? {
        nil
    }
    open func tableView(_ tableView: TableView, viewForFooterInSection section: Int) -> TableViewHeaderFooterView? {
        nil
    }

    // MARK: Highlighting and selecting
    open func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool { true }
    open func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {}
    open func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {}
    open func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? { indexPath }
    open func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? { indexPath }
    open func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {}
    open func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {}
    open func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {}

    // MARK: Editing
    open func tableView(_ tableView: TableView, canEditRowAt indexPath: IndexPath) -> Bool { false }
    open func tableView(
        _ tableView: TableView, commit editingStyle: TableViewCell.EditingStyle, forRowAt indexPath: IndexPath
    ) {}
    open func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath) -> TableViewCell.EditingStyle
    { .none }
    open func tableView(_ tableView: TableView, titleForDeleteConfirmationButtonForRowAt indexPath: IndexPath)
        -> String?
    { nil }
    open func tableView(_ tableView: TableView, editActionsForRowAt indexPath: IndexPath) -> [TableViewRowAction]? {
        nil
    }
    open func tableView(_ tableView: TableView, shouldIndentWhileEditingRowAt indexPath: IndexPath) -> Bool { false }
    open func tableView(_ tableView: TableView, willBeginEditingRowAt indexPath: IndexPath) {}
    open func tableView(_ tableView: TableView, didEndEditingRowAt indexPath: IndexPath?) {}
    open func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath)
        -> [TableViewEditableField]
    { [] }
    open func tableView(
        _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
    ) throws {}

    // MARK: Moving and indenting
    open func tableView(_ tableView: TableView, canMoveRowAt indexPath: IndexPath) -> Bool { false }
    open func tableView(_ tableView: TableView, moveRowAt source: IndexPath, to destination: IndexPath) {}
    open func tableView(_ tableView: TableView, canMoveSection section: Int) -> Bool { false }
    open func tableView(_ tableView: TableView, moveSection source: Int, to destination: Int) {}
    open func tableView(
        _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
        toProposedIndexPath proposed: IndexPath
    ) -> IndexPath { proposed }
    open func tableView(_ tableView: TableView, indentationLevelForRowAt indexPath: IndexPath) -> Int { 0 }

    // MARK: Menus
    open func tableView(_ tableView: TableView, shouldShowMenuForRowAt indexPath: IndexPath) -> Bool { false }
    open func tableView(
        _ tableView: TableView, canPerformAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) -> Bool { false }
    open func tableView(
        _ tableView: TableView, performAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) {}

    // MARK: Swipe actions, menus, primary action and multiple selection
    open func tableView(_ tableView: TableView, leadingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    { nil }
    open func tableView(_ tableView: TableView, trailingSwipeActionsConfigurationForRowAt indexPath: IndexPath)
        -> TableViewSwipeActionsConfiguration?
    {
        self.tableView(tableView, editActionsForRowAt: indexPath).map {
            TableViewSwipeActionsConfiguration(actions: $0)
        }
    }
    open func tableView(_ tableView: TableView, contextMenuConfigurationForRowAt indexPath: IndexPath)
        -> TableViewContextMenuConfiguration?
    { nil }
    open func tableView(_ tableView: TableView, canPerformPrimaryActionForRowAt indexPath: IndexPath) -> Bool {
        false
    }
    open func tableView(_ tableView: TableView, performPrimaryActionForRowAt indexPath: IndexPath) {}
    open func tableView(_ tableView: TableView, selectionFollowsFocusForRowAt indexPath: IndexPath) -> Bool {
        false
    }
    open func tableView(_ tableView: TableView, shouldBeginMultipleSelectionInteractionAt indexPath: IndexPath)
        -> Bool
    { false }
    open func tableView(_ tableView: TableView, didBeginMultipleSelectionInteractionAt indexPath: IndexPath) {}
    open func tableViewDidEndMultipleSelectionInteraction(_ tableView: TableView) {}

    // MARK: Expanding, drag and drop
    open func tableView(_ tableView: TableView, expansionForRowAt indexPath: IndexPath) -> TableViewRowExpansion? {
        nil
    }
    open func tableView(_ tableView: TableView, didExpandRowAt indexPath: IndexPath) {}
    open func tableView(_ tableView: TableView, didCollapseRowAt indexPath: IndexPath) {}
    open func tableView(_ tableView: TableView, itemsForBeginningDragAt indexPath: IndexPath) -> [TableViewDragItem] {
        []
    }
    open func tableView(_ tableView: TableView, canHandle drop: TableViewDrop) -> Bool { false }
    open func tableView(_ tableView: TableView, performDropWith drop: TableViewDrop) {}

    // MARK: Focus
    open func tableView(_ tableView: TableView, canFocusRowAt indexPath: IndexPath) -> Bool { false }
    open func tableView(_ tableView: TableView, shouldUpdateFocusIn context: TableViewFocusUpdateContext) -> Bool {
        true
    }
    open func tableView(_ tableView: TableView, didUpdateFocusIn context: TableViewFocusUpdateContext) {}
    open func indexPathForPreferredFocusedView(in tableView: TableView) -> IndexPath? { nil }

    // MARK: Index
    open func sectionIndexTitles(for tableView: TableView) -> [String]? { nil }
    open func tableView(_ tableView: TableView, sectionForSectionIndexTitle title: String, at index: Int) -> Int { 0 }

    // MARK: Identity and loading
    /// The node's identifier if it is one section of a tree. Nil for a root that has sections of its own.
    open func tableView(_ tableView: TableView, identifierForSection section: Int) -> String? {
        parentDelegate == nil ? nil : identifier
    }
    /// The node's identifier if it is a row. Nil for a node that has rows of its own.
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
    ) -> TableRowOrder? { nil }
    open func tableView(_ tableView: TableView, prefetchRowsAt indexPaths: [IndexPath]) -> TablePrefetch? { nil }
    open func tableView(_ tableView: TableView, prefetchNumberOfRowsInSection section: Int) -> TablePrefetch? { nil }
    open func tableView(_ tableView: TableView, cancelPrefetchingForRowsAt indexPaths: [IndexPath]) {}
    open func tableView(_ tableView: TableView, rowsAt rows: [Int], inSection section: Int) -> RowBatch? { nil }
    open func columns(in tableView: TableView) -> [TableViewColumn] { [] }
}
