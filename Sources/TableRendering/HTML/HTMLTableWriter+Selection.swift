import Bytes
import CascadingTable

/// The selection of several rows in edit mode: a checkbox in each row, and one form for all of them.
extension HTMLTableWriter {
    /// Writes a checkbox. Its value contains the place and the identifier of the row.
    mutating func checkbox(of row: TableRow) {
        guard head?.choosesRows == true || head?.multipleSelection != nil && (row.isSelectable || row.isSelected) else {
            return
        }
        output.markup(
            #"<input type="checkbox" form="selection" name="rows" value="\#(dotted: row.place)@\#(row.identifier)""#)
        label(.selectRow, of: row)
        output.raw(row.isSelected ? " checked>" : ">")
    }

    /// Writes the buttons for the checked rows. The empty `rows` item makes an empty list valid.
    mutating func selectionForm() {
        guard let head, head.isEditing else { return }
        if head.choosesRows { return selectionFormOfDatabase() }
        guard let selection = head.multipleSelection else { return }
        output.markup(
            #"""
            <form method="post" id="selection" autocomplete="off"\#(raw: wordLanguage) action="\#(raw: links.htmlBase)\#
            select"><input type="hidden" name="_query" value="\#(links.query)">\#
            <input type="hidden" name="rows" value=""><span class="sub">
            """#)
        if let limit = selection.limit {
            output.phrase(.checkedRowsAtMost, words) { [words] in
                $0.integer(limit, in: words, .grouped)
            }
        } else {
            output.phrase(.checkedRows, words)
        }
        output.markup(
            #"""
            </span><button>\#(raw: words[.select])</button>\#
            <button formaction="\#(raw: links.htmlBase)deselect">\#(raw: words[.deselect])</button>
            """#)
        for action in head.selectionActions { selectionAction(action, "<button") }
        output.raw("</form>\n")
    }

    /// Writes the buttons for the checked rows of a database. Those for changes and deletions lead to pages of their own.
    private mutating func selectionFormOfDatabase() {
        guard let head else { return }
        let returning = links.returning(after: "?")
        let refused: Set<RowChange.Kind> = head.forms == .rows ? head.refusedKinds : [.change, .delete]
        output.markup(
            #"""
            <form method="post" id="selection" class="leaves" autocomplete="off"\#(raw: wordLanguage) \#
            action="\#(raw: links.htmlBase)rows/edit\#(returning)"><span class="sub">\#(raw: words[.checkedRows])</span>
            """#)
        if head.count > head.windowCount, head.forms == .rows {
            output.markup(
                #"<label class="all"><input type="checkbox" name="all" value="1"> \#(raw: words[.wholeList])</label>"#)
        }
        if !head.selectionActions.isEmpty {
            output.markup(#"<input type="hidden" name="_query" value="\#(links.query)">"#)
            for action in head.selectionActions { selectionAction(action, "<button") }
        }
        if head.hasKeyColumn {
            output.markup(
                #"""
                <button formaction="\#(raw: links.htmlBase)rows/list\#(returning)">\#(raw: words[.onlyTheseRows])</button>
                """#)
        }
        if !refused.contains(.change) { output.markup(#"<button>\#(raw: words[.edit])</button>"#) }
        if !refused.contains(.delete) {
            output.markup(
                #"""
                <button class="destructive" formaction="\#(raw: links.htmlBase)rows/delete\#(returning)">\#
                \#(raw: words[.delete])</button>
                """#)
        }
        output.raw("</form>\n")
    }

    /// Writes the buttons for the selected rows, outside of edit mode. They are there only while rows are selected.
    mutating func selectionBar() {
        guard let head, !head.isEditing, !head.selectionActions.isEmpty, head.selectedCount > 0 else { return }
        output.markup(#"<div id="selected"\#(raw: wordLanguage)><span class="sub">"#)
        output.phrase(.selectedRows, words) { [words] in
            $0.integer(head.selectedCount, in: words, .grouped)
        }
        output.raw("</span>")
        for action in head.selectionActions {
            selectionAction(action, #"<button form="touch" name="all" value="1""#)
        }
        output.raw("</div>\n")
    }

    private mutating func selectionAction(_ action: TableMetadata.Action, _ tag: StaticString) {
        output.raw(tag)
        output.markup(#" formaction="\#(raw: links.htmlBase)selected/\#(url: action.id)"#)
        output.raw(action.style.isConfirmed ? "\" formmethod=\"get\"" : "\"")
        output.raw(action.style == .destructive ? " class=\"destructive\">" : ">")
        isolated(action.title)
        output.raw("</button>")
    }
}

extension TableMetadata {
    /// A Boolean value that indicates whether rows of a database are chosen with checkboxes.
    fileprivate var choosesRows: Bool { [.rows, .choice].contains(forms) }
}
