public import CascadingTable
import Essentials

/// A recorded call of a delegate's method, with the arguments after the table view.
///
/// ```swift
/// #expect(row.calls == [.init(.didSelectRow, .indexPath([0, 3]))])
/// ```
public struct TableDelegateCall: Sendable, Hashable, CustomStringConvertible {
    /// The method that was called.
    public var method: Method
    /// The arguments in the order of the method's parameters, without the table view.
    public var arguments: [Argument]

    /// Creates a call to compare with recorded ones.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - arguments: The arguments in the order of the method's parameters, without the table view.
    public init(_ method: Method, _ arguments: Argument...) {
        self.method = method
        self.arguments = arguments
    }

    /// The first index path among the arguments, or nil if there is none.
    public var indexPath: IndexPath? {
        for case .indexPath(let indexPath) in arguments { return indexPath }
        return nil
    }

    /// The first section among the arguments, or nil if the method has no section parameter.
    public var section: Int? {
        for case .section(let section) in arguments { return section }
        return nil
    }

    /// The name of the method and its arguments, as a test library prints them.
    public var description: String {
        "\(method.rawValue) \(arguments.map { "\($0)" }.joined(separator: ", "))"
    }

    /// An argument of a call.
    public enum Argument: Sendable, Hashable {
        /// An index path, or nil if the method may receive nil.
        case indexPath(IndexPath?)
        /// Several index paths.
        case indexPaths([IndexPath])
        /// A section.
        case section(Int)
        /// A cell that is displayed.
        case cell(TableViewCell)
        /// A header or footer that is displayed.
        case view(TableViewHeaderFooterView)
        /// The editing style to commit.
        case editingStyle(TableViewCell.EditingStyle)
        /// An action of a row's menu.
        case action(MenuAction)
        /// The `id` of the session that asked, or nil without a session.
        case sender(String?)
        /// An identifier, the title of an index entry, or the beginning of a text.
        case text(String)
        /// The position of an entry in the index.
        case place(Int)
        /// The previous and the next row of a focus change.
        case focus(TableViewFocusUpdateContext)
        /// Dropped items and their destination.
        case drop(TableViewDrop)
        /// Edited values, by the names of their fields.
        case values([String: String])
        /// A query with sorting, filters and a search.
        case query(TableQuery)
    }
}

extension TableDelegateCall {
    /// A method of `TableViewDataSource`, `TableViewDelegate` or `CascadingTableDelegate`. The raw value is its Swift
    /// name.
    public enum Method: String, Sendable, Hashable, CaseIterable {
        // MARK: Contents
        case numberOfSections = "numberOfSections(in:)"
        case numberOfRows = "tableView(_:numberOfRowsInSection:)"
        case cellForRow = "tableView(_:cellForRowAt:)"
        case columns = "columns(in:)"

        // MARK: Headers and footers
        case titleForHeader = "tableView(_:titleForHeaderInSection:)"
        case titleForFooter = "tableView(_:titleForFooterInSection:)"
        case viewForHeader = "tableView(_:viewForHeaderInSection:)"
        case viewForFooter = "tableView(_:viewForFooterInSection:)"

        // MARK: Display
        case willDisplayCell = "tableView(_:willDisplay:forRowAt:)"
        case willDisplayHeader = "tableView(_:willDisplayHeaderView:forSection:)"
        case willDisplayFooter = "tableView(_:willDisplayFooterView:forSection:)"
        case didEndDisplayingCell = "tableView(_:didEndDisplaying:forRowAt:)"
        case didEndDisplayingHeader = "tableView(_:didEndDisplayingHeaderView:forSection:)"
        case didEndDisplayingFooter = "tableView(_:didEndDisplayingFooterView:forSection:)"

        // MARK: Heights
        case heightForRow = "tableView(_:heightForRowAt:)"
        case heightForHeader = "tableView(_:heightForHeaderInSection:)"
        case heightForFooter = "tableView(_:heightForFooterInSection:)"
        case heightForEveryRow = "tableView(_:heightForEveryRowInSection:)"

        // MARK: Highlighting and selecting
        case shouldHighlightRow = "tableView(_:shouldHighlightRowAt:)"
        case didHighlightRow = "tableView(_:didHighlightRowAt:)"
        case didUnhighlightRow = "tableView(_:didUnhighlightRowAt:)"
        case willSelectRow = "tableView(_:willSelectRowAt:)"
        case willDeselectRow = "tableView(_:willDeselectRowAt:)"
        case didSelectRow = "tableView(_:didSelectRowAt:)"
        case didDeselectRow = "tableView(_:didDeselectRowAt:)"
        case accessoryButtonTapped = "tableView(_:accessoryButtonTappedForRowWith:)"

        // MARK: Editing
        case canEditRow = "tableView(_:canEditRowAt:)"
        case commit = "tableView(_:commit:forRowAt:)"
        case editingStyle = "tableView(_:editingStyleForRowAt:)"
        case titleForDeleteConfirmationButton = "tableView(_:titleForDeleteConfirmationButtonForRowAt:)"
        case editActions = "tableView(_:editActionsForRowAt:)"
        case shouldIndentWhileEditing = "tableView(_:shouldIndentWhileEditingRowAt:)"
        case willBeginEditing = "tableView(_:willBeginEditingRowAt:)"
        case didEndEditing = "tableView(_:didEndEditingRowAt:)"
        case fieldsForEditing = "tableView(_:fieldsForEditingRowAt:)"
        case commitValues = "tableView(_:commitValues:forRowAt:)"
        case fieldsForCreating = "tableView(_:fieldsForCreatingRowInSection:)"
        case createRow = "tableView(_:createRowWith:inSection:)"

        // MARK: Moving and indenting
        case canMoveRow = "tableView(_:canMoveRowAt:)"
        case moveRow = "tableView(_:moveRowAt:to:)"
        case targetForMove = "tableView(_:targetIndexPathForMoveFromRowAt:toProposedIndexPath:)"
        case indentationLevel = "tableView(_:indentationLevelForRowAt:)"
        case canMoveSection = "tableView(_:canMoveSection:)"
        case moveSection = "tableView(_:moveSection:to:)"

        // MARK: Menus
        case shouldShowMenu = "tableView(_:shouldShowMenuForRowAt:)"
        case canPerformAction = "tableView(_:canPerformAction:forRowAt:withSender:)"
        case performAction = "tableView(_:performAction:forRowAt:withSender:)"

        // MARK: Swipe actions and context menus
        case leadingSwipeActions = "tableView(_:leadingSwipeActionsConfigurationForRowAt:)"
        case trailingSwipeActions = "tableView(_:trailingSwipeActionsConfigurationForRowAt:)"
        case contextMenu = "tableView(_:contextMenuConfigurationForRowAt:)"

        // MARK: Primary action and multiple selection
        case canPerformPrimaryAction = "tableView(_:canPerformPrimaryActionForRowAt:)"
        case performPrimaryAction = "tableView(_:performPrimaryActionForRowAt:)"
        case selectionFollowsFocus = "tableView(_:selectionFollowsFocusForRowAt:)"
        case shouldBeginMultipleSelection = "tableView(_:shouldBeginMultipleSelectionInteractionAt:)"
        case didBeginMultipleSelection = "tableView(_:didBeginMultipleSelectionInteractionAt:)"
        case didEndMultipleSelection = "tableViewDidEndMultipleSelectionInteraction(_:)"

        // MARK: Expanding
        case expansion = "tableView(_:expansionForRowAt:)"
        case didExpandRow = "tableView(_:didExpandRowAt:)"
        case didCollapseRow = "tableView(_:didCollapseRowAt:)"

        // MARK: Drag and drop
        case itemsForDrag = "tableView(_:itemsForBeginningDragAt:)"
        case canHandleDrop = "tableView(_:canHandle:)"
        case performDrop = "tableView(_:performDropWith:)"

        // MARK: Focus
        case canFocusRow = "tableView(_:canFocusRowAt:)"
        case shouldUpdateFocus = "tableView(_:shouldUpdateFocusIn:)"
        case didUpdateFocus = "tableView(_:didUpdateFocusIn:)"
        case preferredFocusedRow = "indexPathForPreferredFocusedView(in:)"

        // MARK: Index
        case sectionIndexTitles = "sectionIndexTitles(for:)"
        case sectionForIndexTitle = "tableView(_:sectionForSectionIndexTitle:at:)"

        // MARK: Identity and loading
        case identifierForSection = "tableView(_:identifierForSection:)"
        case identifierForRow = "tableView(_:identifierForRowAt:)"
        case rowWithIdentifier = "tableView(_:indexPathForRowWithIdentifier:)"
        case rowStartingWith = "tableView(_:indexPathForRowStartingWith:after:)"
        case tableAnswering = "tableView(_:tableAnswering:)"
        case rowsMatching = "tableView(_:rowsInSection:matching:)"
        case rowsAt = "tableView(_:rowsAt:inSection:)"
        case prefetchRows = "tableView(_:prefetchRowsAt:)"
        case prefetchNumberOfRows = "tableView(_:prefetchNumberOfRowsInSection:)"
        case cancelPrefetching = "tableView(_:cancelPrefetchingForRowsAt:)"

        // MARK: The tree
        case prepare = "prepare(tableView:)"
    }
}
