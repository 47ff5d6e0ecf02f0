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
