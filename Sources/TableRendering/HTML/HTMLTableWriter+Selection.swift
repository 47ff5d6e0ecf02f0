import Bytes
import CascadingTable

/// The selection of several rows in edit mode: a checkbox in each row, and one form for all of them.
extension HTMLTableWriter {
    /// Writes a checkbox. Its value contains the place and the identifier of the row.
    mutating func checkbox(of row: TableRow) {
        guard head?.multipleSelection != nil, row.isSelectable || row.isSelected else { return }
        output.raw("<input type=\"checkbox\" form=\"selection\" name=\"rows\" value=\"")
        output.place(row.place)
        output.byte(0x40)
        output.html(row.identifier)
        output.byte(0x22)
        label(words.selectRow, of: row)
        output.raw(row.isSelected ? " checked>" : ">")
    }

    /// Writes the buttons for the checked rows. The empty `rows` item makes an empty list valid.
    mutating func selectionForm() {
        guard let head, head.isEditing, let selection = head.multipleSelection else { return }
        output.raw("<form method=\"post\" id=\"selection\" autocomplete=\"off\"")
        output.raw(wordLanguage)
        output.raw(" action=\"")
        output.raw(links.htmlBase)
        output.raw("select\"><input type=\"hidden\" name=\"_query\" value=\"")
        output.html(links.query)
        output.raw("\"><input type=\"hidden\" name=\"rows\" value=\"\"><span class=\"sub\">")
        if let limit = selection.limit {
            output.phrase(words.checkedRowsAtMost) { [language = words.language] in
                $0.integer(limit, in: language, .grouped)
            }
        } else {
            output.raw(words.checkedRows)
        }
        output.raw("</span><button>")
        output.raw(words.select)
        output.raw("</button><button formaction=\"")
        output.raw(links.htmlBase)
        output.raw("deselect\">")
        output.raw(words.deselect)
        output.raw("</button>")
        for action in head.selectionActions {
            output.raw("<button formaction=\"")
            selectionAction(action)
        }
        output.raw("</form>\n")
    }

    /// Writes the buttons for the selected rows, outside of edit mode. They are there only while rows are selected.
    mutating func selectionBar() {
        guard let head, !head.isEditing, !head.selectionActions.isEmpty, head.selectedCount > 0 else { return }
        output.raw("<div id=\"selected\"")
        output.raw(wordLanguage)
        output.raw("><span class=\"sub\">")
        output.phrase(words.selectedRows) { [language = words.language] in
            $0.integer(head.selectedCount, in: language, .grouped)
        }
        output.raw("</span>")
        for action in head.selectionActions {
            output.raw("<button form=\"touch\" name=\"all\" value=\"1\" formaction=\"")
            selectionAction(action)
        }
        output.raw("</div>\n")
    }

    private mutating func selectionAction(_ action: TableMetadata.Action) {
        output.raw(links.htmlBase)
        output.raw("selected/")
        output.urlComponent(action.id)
        output.raw(action.isDestructive ? "\" formmethod=\"get\" class=\"destructive\">" : "\">")
        isolated(action.title)
        output.raw("</button>")
    }
}
