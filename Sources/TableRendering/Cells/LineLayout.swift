import CascadingTable

/// UIKit's four styles: one cell as wide as the table, with an image, a title, a subtitle and an accessory.
enum LineLayout {
    static let `default`: CellLayouts.Layout = { $0.line("cell", $1) }
    static let subtitle: CellLayouts.Layout = { $0.line("cell subtitle", $1) }
    static let value1: CellLayouts.Layout = { $0.line("cell value1", $1) }
    static let value2: CellLayouts.Layout = { $0.line("cell value2", $1) }
}

extension HTMLTableWriter {
    fileprivate mutating func line(_ name: StaticString, _ row: TableRow) {
        wideCell(name, of: row) { writer in
            writer.image(row.cell.image, beside: row.cell.title)
            writer.output.raw("<div class=\"text\">")
            writer.label(of: row) { $0.title(of: row) }
            if let subtitle = row.cell.subtitle { writer.span("sub", text: subtitle) }
            writer.output.raw("</div>")
            writer.fields(row.cell.fields)
        }
    }

    /// A cell as wide as the table, with what edits the row before its content and what can be done to it behind.
    mutating func wideCell(_ name: StaticString, of row: TableRow, content: (inout HTMLTableWriter) -> Void) {
        output.raw("<th scope=\"row\"")
        role("rowheader")
        columnSpan()
        output.raw("><div class=\"")
        output.raw(name)
        output.raw("\">")
        editingControl(of: row)
        content(&self)
        tools(of: row)
        output.raw("</div></th>")
    }
}
