import Bytes
import CascadingTable

/// The column headings.
extension HTMLTableWriter {
    mutating func heading(of column: TableViewColumn) {
        let number = column.alignment == .trailing ? #" class="num""# : ""
        output.markup(#"<th scope="col" data-column="\#(column.name)"\#(raw: number)"#)
        guard let link = links.arranging?.headings[ExactString(column.name)] else {
            output.byte(0x3E)
            isolated(column.title)
            return output.raw("</th>")
        }
        if let isAscending = link.isAscending {
            output.markup(#" aria-sort="\#(isAscending ? "ascending" : "descending")""#)
        }
        output.markup(#"><a class="sort" href="\#(link.url)">"#)
        isolated(column.title)
        output.raw("</a></th>")
    }

    /// Writes the text that replaces the rows if none match the query.
    mutating func nothingMatches() {
        output.markup(#"<p class="title">\#(raw: words.nothingMatches)</p>"#)
        if let all = links.arranging?.all { output.markup(#"<a href="\#(all)">\#(raw: words.allRows)</a>"#) }
    }
}
