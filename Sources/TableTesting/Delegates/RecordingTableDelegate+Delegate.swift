public import CascadingTable
public import FoundationEssentials

extension RecordingTableDelegate {
    // MARK: Display
    public func tableView(_ tableView: TableView, willDisplay cell: TableViewCell, forRowAt indexPath: IndexPath) {
        record(tableView, .init(.willDisplayCell, .cell(cell), .indexPath(indexPath)))
    }
    public func tableView(
        _ tableView: TableView, willDisplayHeaderView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        record(tableView, .init(.willDisplayHeader, .view(view), .section(section)))
    }
    public func tableView(
        _ tableView: TableView, willDisplayFooterView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        record(tableView, .init(.willDisplayFooter, .view(view), .section(section)))
    }
    public func tableView(_ tableView: TableView, didEndDisplaying cell: TableViewCell, forRowAt indexPath: IndexPath) {
        record(tableView, .init(.didEndDisplayingCell, .cell(cell), .indexPath(indexPath)))
    }
    public func tableView(
        _ tableView: TableView, didEndDisplayingHeaderView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        record(tableView, .init(.didEndDisplayingHeader, .view(view), .section(section)))
    }
    public func tableView(
        _ tableView: TableView, didEndDisplayingFooterView view: TableViewHeaderFooterView, forSection section: Int
    ) {
        record(tableView, .init(.didEndDisplayingFooter, .view(view), .section(section)))
    }

    // MARK: Heights
    public func tableView(_ tableView: TableView, heightForRowAt indexPath: IndexPath) -> Height {
        record(tableView, .init(.heightForRow, .indexPath(indexPath)), \.rowHeight)
    }
    public func tableView(_ tableView: TableView, heightForHeaderInSection section: Int) -> Height {
        record(tableView, .init(.heightForHeader, .section(section)), \.headerHeight)
    }
    public func tableView(_ tableView: TableView, heightForFooterInSection section: Int) -> Height {
        record(tableView, .init(.heightForFooter, .section(section)), \.footerHeight)
    }
    public func tableView(_ tableView: TableView, heightForEveryRowInSection section: Int) -> Height? {
        record(tableView, .init(.heightForEveryRow, .section(section)), \.heightForEveryRow)
    }

    // MARK: Headers and footers
    public func tableView(_ tableView: TableView, viewForHeaderInSection section: Int) -> TableViewHeaderFooterView? {
        record(tableView, .init(.viewForHeader, .section(section)), \.headerView)
    }
    public func tableView(_ tableView: TableView, viewForFooterInSection section: Int) -> TableViewHeaderFooterView? {
        record(tableView, .init(.viewForFooter, .section(section)), \.footerView)
    }

    // MARK: Highlighting and selecting
    public func tableView(_ tableView: TableView, shouldHighlightRowAt indexPath: IndexPath) -> Bool {
        record(tableView, .init(.shouldHighlightRow, .indexPath(indexPath)), \.shouldHighlight)
    }
    public func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath) {
        record(tableView, .init(.didHighlightRow, .indexPath(indexPath)))
    }
    public func tableView(_ tableView: TableView, didUnhighlightRowAt indexPath: IndexPath) {
        record(tableView, .init(.didUnhighlightRow, .indexPath(indexPath)))
    }
    public func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
        record(tableView, .init(.willSelectRow, .indexPath(indexPath)))
        return answers.willSelectRow.row(for: indexPath)
    }
    public func tableView(_ tableView: TableView, willDeselectRowAt indexPath: IndexPath) -> IndexPath? {
        record(tableView, .init(.willDeselectRow, .indexPath(indexPath)))
        return answers.willDeselectRow.row(for: indexPath)
    }
    public func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
        record(tableView, .init(.didSelectRow, .indexPath(indexPath)))
    }
    public func tableView(_ tableView: TableView, didDeselectRowAt indexPath: IndexPath) {
        record(tableView, .init(.didDeselectRow, .indexPath(indexPath)))
    }
    public func tableView(_ tableView: TableView, accessoryButtonTappedForRowWith indexPath: IndexPath) {
        record(tableView, .init(.accessoryButtonTapped, .indexPath(indexPath)))
    }

    // MARK: Editing
    public func tableView(_ tableView: TableView, editingStyleForRowAt indexPath: IndexPath)
        -> TableViewCell.EditingStyle
    {
        record(tableView, .init(.editingStyle, .indexPath(indexPath)), \.editingStyle)
    }
    public func tableView(_ tableView: TableView, titleForDeleteConfirmationButtonForRowAt indexPath: IndexPath)
        -> String?
    {
        record(tableView, .init(.titleForDeleteConfirmationButton, .indexPath(indexPath)), \.deleteConfirmationTitle)
    }
    public func tableView(_ tableView: TableView, editActionsForRowAt indexPath: IndexPath) -> [TableViewRowAction]? {
        record(tableView, .init(.editActions, .indexPath(indexPath)), \.editActions)
    }
    public func tableView(_ tableView: TableView, shouldIndentWhileEditingRowAt indexPath: IndexPath) -> Bool {
        record(tableView, .init(.shouldIndentWhileEditing, .indexPath(indexPath)), \.shouldIndentWhileEditing)
    }
    public func tableView(_ tableView: TableView, willBeginEditingRowAt indexPath: IndexPath) {
        record(tableView, .init(.willBeginEditing, .indexPath(indexPath)))
    }
    public func tableView(_ tableView: TableView, didEndEditingRowAt indexPath: IndexPath?) {
        record(tableView, .init(.didEndEditing, .indexPath(indexPath)))
    }
    public func tableView(_ tableView: TableView, fieldsForEditingRowAt indexPath: IndexPath)
        -> [TableViewEditableField]
    {
        record(tableView, .init(.fieldsForEditing, .indexPath(indexPath)), \.fields)
    }
    public func tableView(
        _ tableView: TableView, commitValues values: [String: String], forRowAt indexPath: IndexPath
    ) throws {
        record(tableView, .init(.commitValues, .values(values), .indexPath(indexPath)))
    }
    public func tableView(
        _ tableView: TableView, fieldsForCreatingRowInSection section: Int
    ) -> [TableViewEditableField] {
        record(tableView, .init(.fieldsForCreating, .section(section)), \.fields)
    }
    public func tableView(
        _ tableView: TableView, createRowWith values: [String: String], inSection section: Int
    ) throws {
        record(tableView, .init(.createRow, .values(values), .section(section)))
    }

    // MARK: Moving and indenting
    public func tableView(
        _ tableView: TableView, targetIndexPathForMoveFromRowAt source: IndexPath,
        toProposedIndexPath proposed: IndexPath
    ) -> IndexPath {
        record(tableView, .init(.targetForMove, .indexPath(source), .indexPath(proposed)))
        return answers.targetForMove ?? proposed
    }
    public func tableView(_ tableView: TableView, indentationLevelForRowAt indexPath: IndexPath) -> Int {
        record(tableView, .init(.indentationLevel, .indexPath(indexPath)), \.indentationLevel)
    }

    // MARK: Menus
    public func tableView(_ tableView: TableView, shouldShowMenuForRowAt indexPath: IndexPath) -> Bool {
        record(tableView, .init(.shouldShowMenu, .indexPath(indexPath)), \.shouldShowMenu)
    }
    public func tableView(
        _ tableView: TableView, canPerformAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) -> Bool {
        record(
            tableView, .init(.canPerformAction, .action(action), .indexPath(indexPath), .sender(sender?.id)),
            \.canPerformAction)
    }
    public func tableView(
        _ tableView: TableView, performAction action: MenuAction, forRowAt indexPath: IndexPath,
        withSender sender: TableSession?
    ) {
        record(tableView, .init(.performAction, .action(action), .indexPath(indexPath), .sender(sender?.id)))
    }

    // MARK: Focus
    public func tableView(_ tableView: TableView, canFocusRowAt indexPath: IndexPath) -> Bool {
        record(tableView, .init(.canFocusRow, .indexPath(indexPath)), \.canFocus)
    }
    public func tableView(_ tableView: TableView, shouldUpdateFocusIn context: TableViewFocusUpdateContext) -> Bool {
        record(tableView, .init(.shouldUpdateFocus, .focus(context)), \.shouldUpdateFocus)
    }
    public func tableView(_ tableView: TableView, didUpdateFocusIn context: TableViewFocusUpdateContext) {
        record(tableView, .init(.didUpdateFocus, .focus(context)))
    }
    /// Records the call and returns ``TableDelegateAnswers/preferredFocusedRow``.
    public func indexPathForPreferredFocusedView(in tableView: TableView) -> IndexPath? {
        record(tableView, .init(.preferredFocusedRow), \.preferredFocusedRow)
    }
}
