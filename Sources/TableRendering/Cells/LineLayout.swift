import Bytes
import CascadingTable

extension HTMLTableWriter {
    /// UIKit's four styles: one cell as wide as the table, with an image, a title, a subtitle and an accessory.
    mutating func line(_ name: StaticString, _ row: TableRow) {
        beginWideCell(name, of: row)
        image(row.cell.image, beside: row.cell.title)
        output.raw("<div class=\"text\">")
        let label = beginLabel(of: row)
        title(of: row)
        end(label)
        if let subtitle = row.cell.subtitle { span("sub", text: subtitle) }
        output.raw("</div>")
        fields(row.cell.fields)
        endWideCell(of: row)
    }

    /// A cell as wide as the table, with what edits the row before its content.
    mutating func beginWideCell(_ name: StaticString, of row: TableRow) {
        output.raw(pieces.wide, of: pieces.prepared)
        output.raw(name)
        output.raw("\">")
        editingControl(of: row)
    }

    /// Its end, with what can be done to the row.
    mutating func endWideCell(of row: TableRow) {
        tools(of: row)
        output.raw("</div></th>")
    }
}
