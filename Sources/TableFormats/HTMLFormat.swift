import Bytes
import CascadingTable
import TableRendering

/// The style `html`: a plain `<table>` with a `<tbody>` for each section.
struct HTMLFormat: TextTableFormat, ~Copyable {
    var output = ByteWriter(capacity: 4096)
    private let columns: [TextTableLayout.Column]

    init(_ columns: [TextTableLayout.Column]) {
        self.columns = columns
    }

    mutating func takeOutput() -> [UInt8] { output.take() }

    mutating func beginTable(title: String) {
        output.raw("<table>\n")
        if !title.isEmpty { output.raw("<caption>\(title)</caption>\n".utf8) }
        output.raw("<thead>\n<tr>")
        for column in columns { cell("th scope=\"col\"", column.heading, column.alignment) }
        output.raw("</tr>\n</thead>\n")
    }

    mutating func beginSection(title: String?) {
        output.raw("<tbody>\n")
        if let title { wide("th scope=\"rowgroup\"", title) }
    }

    mutating func row(_ texts: [String]) {
        output.raw("<tr>")
        for (column, text) in zip(columns, texts) { cell("td", text, column.alignment) }
        output.raw("</tr>\n")
    }

    mutating func endSection(title: String?) {
        if let title { wide("td", title) }
        output.raw("</tbody>\n")
    }

    mutating func endTable() {
        output.raw("</table>\n")
    }

    private mutating func cell(_ tag: String, _ text: String, _ alignment: TableViewColumn.Alignment) {
        let style = alignment == .trailing ? " style=\"text-align: right\"" : ""
        output.raw("<\(tag)\(style)>\(text)</\(tag.prefix(2))>".utf8)
    }

    private mutating func wide(_ tag: String, _ text: String) {
        let span = columns.count > 1 ? " colspan=\"\(columns.count)\"" : ""
        output.raw("<tr><\(tag)\(span)>\(text)</\(tag.prefix(2))></tr>\n".utf8)
    }
}
