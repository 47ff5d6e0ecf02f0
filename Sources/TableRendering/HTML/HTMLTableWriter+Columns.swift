import Bytes
import CascadingTable

/// The column headings.
extension HTMLTableWriter {
    mutating func heading(of column: TableViewColumn) {
        output.raw("<th scope=\"col\" data-column=\"")
        output.html(column.name)
        output.byte(0x22)
        if column.alignment == .trailing { output.raw(" class=\"num\"") }
        guard let link = links.arranging?.headings[ExactString(column.name)] else {
            output.byte(0x3E)
            isolated(column.title)
            return output.raw("</th>")
        }
        switch link.isAscending {
        case nil: output.raw("><a")
        case true: output.raw(" aria-sort=\"ascending\"><a")
        case false: output.raw(" aria-sort=\"descending\"><a")
        }
        output.raw(" class=\"sort\" href=\"")
        output.html(link.url)
        output.raw("\">")
        isolated(column.title)
        output.raw("</a></th>")
    }

    /// Writes the text that replaces the rows if none match the query.
    mutating func nothingMatches() {
        output.raw("<p class=\"title\">")
        output.raw(words.nothingMatches)
        output.raw("</p>")
        guard let all = links.arranging?.all else { return }
        output.raw("<a href=\"")
        output.html(all)
        output.raw("\">")
        output.raw(words.allRows)
        output.raw("</a>")
    }
}
