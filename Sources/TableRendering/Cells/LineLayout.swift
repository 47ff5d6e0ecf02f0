import Bytes
import CascadingTable

extension HTMLTableWriter {
    /// Writes UIKit's four cell styles: one cell that spans the table, with image, title, subtitle and accessory.
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
        tools(of: row, isWide: true)
        endWideCell()
    }

    /// Begins a cell that spans the table, with the controls of edit mode.
    mutating func beginWideCell(_ name: StaticString, of row: TableRow) {
        output.raw(rowMarkup.wide, of: rowMarkup.prepared)
        output.raw(name)
        output.raw("\">")
        editingControl(of: row)
    }

    /// Ends a cell that spans the table.
    mutating func endWideCell() { output.raw("</div></th>") }
}
