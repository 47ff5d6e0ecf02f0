import CascadingTable
import FoundationEssentials
import TableTesting

extension TableDelegateAnswers {
    /// Answers that differ from the defaults, so that a test can detect a call that was not forwarded.
    ///
    /// Three answers keep their default nil: ``tableAnswering``, ``rows`` and ``prefetchNumberOfRows``.
    static var distinctive: TableDelegateAnswers {
        var answers = TableDelegateAnswers()
        answers.numberOfSections = 17
        answers.numberOfRows = 23
        answers.cell = TableViewCell(style: .subtitle, title: "recorded title", subtitle: "recorded subtitle")
        answers.columns = [TableViewColumn("recorded", title: "Recorded", alignment: .trailing)]
        answers.headerTitle = "recorded header"
        answers.footerTitle = "recorded footer"
        answers.headerView = TableViewHeaderFooterView(title: "recorded header view")
        answers.footerView = TableViewHeaderFooterView(title: "recorded footer view")
        answers.rowHeight = 61
        answers.headerHeight = 62
        answers.footerHeight = 63
        answers.heightForEveryRow = 81
        answers.shouldHighlight = false
        answers.willSelectRow = .other([91, 92])
        answers.willDeselectRow = .other([93, 94])
        answers.canEdit = true
        answers.editingStyle = .insert
        answers.deleteConfirmationTitle = "recorded delete"
        answers.editActions = [.recorded("recorded")]
        answers.shouldIndentWhileEditing = true
        answers.fields = [TableViewEditableField("recorded", label: "Recorded")]
        answers.canMove = true
        answers.targetForMove = [95, 96]
        answers.indentationLevel = 4
        answers.canMoveSection = true
        answers.leadingSwipeActions = TableViewSwipeActionsConfiguration(actions: [.recorded("recorded leading")])
        answers.trailingSwipeActions = TableViewSwipeActionsConfiguration(actions: [.recorded("recorded trailing")])
        answers.contextMenu = TableViewContextMenuConfiguration(actions: [.recorded("recorded menu")])
        answers.canPerformPrimaryAction = true
        answers.selectionFollowsFocus = true
        answers.shouldBeginMultipleSelection = true
        answers.expansion = TableViewRowExpansion(.init(title: "recorded panel"))
        answers.itemsForDrag = [TableViewDragItem("recorded item")]
        answers.canHandleDrop = true
        answers.shouldShowMenu = true
        answers.canPerformAction = true
        answers.canFocus = true
        answers.shouldUpdateFocus = false
        answers.preferredFocusedRow = [97, 98]
        answers.sectionIndexTitles = ["recorded index"]
        answers.sectionForIndexTitle = 99
        answers.sectionIdentifier = "recorded section"
        answers.rowIdentifier = "recorded row"
        answers.rowWithIdentifier = [101, 102]
        answers.rowStartingWith = [103, 104]
        answers.rowsMatching = .rows([105, 106])
        answers.prefetch = .awaiting {}
        return answers
    }
}

extension TableViewRowAction {
    fileprivate static func recorded(_ id: String) -> TableViewRowAction {
        TableViewRowAction(id: id, title: id) { _, _ in .keep }
    }
}
