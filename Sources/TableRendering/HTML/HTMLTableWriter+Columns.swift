import Bytes
import CascadingTable

/// The column headings.
extension HTMLTableWriter {
    mutating func heading(of column: TableViewColumn, isNumeric: Bool) {
        output.raw(#"<th scope="col" data-column=""#)
        output.html(column.name)
        output.raw(isNumeric ? #"" class="num""# : "\"")
        if links.heat[ExactString(column.name)] != nil { output.raw(" data-heat=\"\"") }
        if let text = column.headerToolTip { output.markup(#" title="\#(text)""#) }
        guard let link = links.arranging?.headings[ExactString(column.name)] else {
            output.byte(0x3E)
            isolated(column.title)
            return output.raw("</th>")
        }
        if let isAscending = link.isAscending {
            output.markup(#" aria-sort="\#(isAscending ? "ascending" : "descending")""#)
        }
        output.raw(#"><a class="sort""#)
        if let rank = link.rank { output.markup(#" data-rank="\#(rank)""#) }
        output.raw(#" href=""#)
        output.html(link.url)
        output.raw("\">")
        isolated(column.title)
        output.raw("</a></th>")
    }

    /// Writes the text that replaces the rows if none match the query.
    mutating func nothingMatches() {
        output.markup(#"<p class="title">\#(raw: words[.nothingMatches])</p>"#)
        if let all = links.arranging?.all { output.markup(#"<a href="\#(all)">\#(raw: words[.allRows])</a>"#) }
    }
}
